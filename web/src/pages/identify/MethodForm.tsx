// Which methods, which friction, which filter.
import { NumberField } from "../../controls/NumberField";
import { Select } from "../../controls/Select";
import { catalogue } from "../../state/catalogue";
import { bootstrap, cutoff, friction, gains, identify, learnFrom, methods, seed } from "./choices";

/** The form. */
export function MethodForm() {
  const known = catalogue.value;
  const chosen = methods.value ?? new Set<string>();
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    methods.value = next;
  };
  const shapes = known?.friction_shapes ?? [];
  return (
    <section class="panel" aria-labelledby="methods-title">
      <h2 id="methods-title">Methods</h2>
      <div class="row">
        <button class="small" onClick={() => (methods.value = new Set(known?.usual_estimators ?? []))}>
          The usual
        </button>
        <button
          class="small"
          onClick={() => (methods.value = new Set(known?.estimators.map((method) => method.name) ?? []))}
        >
          All
        </button>
        <button class="small" onClick={() => (methods.value = new Set())}>
          None
        </button>
        <span class="muted small">{chosen.size} chosen</span>
      </div>
      <fieldset class="methods" id="methods">
        <legend>Side by side on the same data</legend>
        {(known?.estimators ?? []).map((method) => (
          <label class="check" key={method.name} title={method.summary}>
            <input
              type="checkbox"
              value={method.name}
              checked={chosen.has(method.name)}
              onChange={() => toggle(method.name)}
            />
            <span>
              <strong>{method.name}</strong> <span class="muted small">{method.summary}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="two">
        <Select
          label="Friction"
          value={friction.value}
          choices={shapes.some((shape) => shape.name === "auto") ? shapes : [{ name: "auto", summary: "" }, ...shapes]}
          explain={false}
          onChange={(name) => (friction.value = name)}
        />
        <NumberField
          label="Cut-off"
          unit="Hz"
          blank
          placeholder="chosen on the log"
          least={0.01}
          value={cutoff.value}
          onChange={(value) => (cutoff.value = value)}
        />
        <NumberField
          label="Bootstrap"
          value={bootstrap.value}
          least={0}
          most={10000}
          onChange={(value) => (bootstrap.value = Math.round(value ?? 0))}
        />
        <NumberField
          label="Seed"
          value={seed.value}
          least={0}
          onChange={(value) => (seed.value = Math.round(value ?? 0))}
        />
      </div>
      <label class="field">
        <span>Gains of drives (N m/A or N/A, one per joint; for logs with currents)</span>
        <input value={gains.value} placeholder="none" onInput={(event) => (gains.value = event.currentTarget.value)} />
      </label>
      <button
        class="primary"
        id="identify"
        disabled={learnFrom.value.size === 0 || chosen.size === 0}
        onClick={() => void identify()}
      >
        Identify
      </button>
      {learnFrom.value.size === 0 && <p class="muted small">Tick a log to learn from first.</p>}
    </section>
  );
}
