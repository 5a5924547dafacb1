// Identification options: methods, friction model, filter, bootstrap, drive gains.
import { MethodSettings } from "../../controls/MethodSettings";
import { NumberField } from "../../controls/NumberField";
import { catalogue } from "../../state/catalogue";
import { parseGains } from "./gains";
import { KnowledgeForm } from "./KnowledgeForm";
import { PayloadForm } from "./PayloadForm";
import { bootstrap, cutoff, friction, gains, identify, trainLogs, methods, seed, settings } from "./options";

/** The form. */
export function MethodForm() {
  const names = catalogue.value;
  const selected = methods.value ?? new Set<string>();
  const toggle = (name: string) => {
    const next = new Set(selected);
    if (!next.delete(name)) next.add(name);
    methods.value = next;
  };
  const shapes = names?.friction_shapes ?? [];
  return (
    <section class="panel" aria-labelledby="methods-title">
      <h2 id="methods-title">Methods</h2>
      <div class="row">
        <button class="small" onClick={() => (methods.value = new Set(names?.usual_estimators ?? []))}>
          Default
        </button>
        <button
          class="small"
          onClick={() => (methods.value = new Set(names?.estimators.map((method) => method.name) ?? []))}
        >
          All
        </button>
        <button class="small" onClick={() => (methods.value = new Set())}>
          None
        </button>
        <span class="muted small">{selected.size} selected</span>
      </div>
      <fieldset class="methods" id="methods">
        <legend>Methods to compare</legend>
        {(names?.estimators ?? []).map((method) => (
          <label class="check" key={method.name} title={method.summary}>
            <input
              type="checkbox"
              value={method.name}
              checked={selected.has(method.name)}
              onChange={() => toggle(method.name)}
            />
            <span>
              <strong>{method.name}</strong> <span class="muted small">{method.summary}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {(names?.estimators ?? [])
        .filter((method) => selected.has(method.name))
        .map((method) => (
          <MethodSettings
            key={method.name}
            method={method}
            list={settings.value}
            onChange={(list) => (settings.value = list)}
          />
        ))}
      <div class="two">
        <label class="field" for="friction">
          <span>Friction model (laws joined by +, as coulomb+viscous)</span>
          <input
            id="friction"
            list="friction-models"
            spellcheck={false}
            autocomplete="off"
            value={friction.value}
            onChange={(event) => (friction.value = event.currentTarget.value.trim() || "auto")}
          />
          <datalist id="friction-models">
            {shapes.map((shape) => (
              <option key={shape.name} value={shape.name}>
                {shape.summary}
              </option>
            ))}
          </datalist>
        </label>
        <NumberField
          label="Filter cut-off"
          unit="Hz"
          blank
          placeholder="automatic"
          min={0.01}
          value={cutoff.value}
          onChange={(value) => (cutoff.value = value)}
        />
        <NumberField
          label="Bootstrap resamples"
          value={bootstrap.value}
          min={0}
          max={10000}
          onChange={(value) => (bootstrap.value = Math.round(value ?? 0))}
        />
        <NumberField
          label="Random seed"
          value={seed.value}
          min={0}
          onChange={(value) => (seed.value = Math.round(value ?? 0))}
        />
      </div>
      <label class="field">
        <span>Drive gains (N m/A or N/A, one per joint, ? if not known; for logs with motor currents)</span>
        <input value={gains.value} placeholder="none" onInput={(event) => (gains.value = event.currentTarget.value)} />
        {typeof parseGains(gains.value) === "string" && (
          <span class="field-error" role="alert">
            {parseGains(gains.value)}
          </span>
        )}
      </label>
      <KnowledgeForm />
      <PayloadForm />
      <button
        class="primary"
        id="identify"
        disabled={trainLogs.value.size === 0 || selected.size === 0}
        onClick={() => void identify()}
      >
        Identify
      </button>
      {trainLogs.value.size === 0 && <p class="muted small">Select at least one log to train on.</p>}
    </section>
  );
}
