// The experiment: controller, rate, seed, and what sensors and drives do to it.
import { NumberField } from "../../controls/NumberField";
import { Select } from "../../controls/Select";
import { catalogue } from "../../state/catalogue";
import { controller, damping, EFFECT_FIELDS, effects, frequency, length, rate, seed, simulate } from "./experiment";

/** The form. */
export function ExperimentForm() {
  const known = catalogue.value;
  const change = (kind: string, next: Partial<(typeof effects.value)[number]>) =>
    (effects.value = effects.value.map((effect) => (effect.kind === kind ? { ...effect, ...next } : effect)));
  return (
    <section class="panel" aria-labelledby="experiment-title">
      <h2 id="experiment-title">Experiment</h2>
      <Select
        label="Controller"
        value={controller.value}
        choices={known?.controllers ?? []}
        onChange={(name) => (controller.value = name)}
      />
      <div class="two">
        {controller.value !== "open-loop" && (
          <>
            <NumberField
              label="Bandwidth"
              unit="rad/s"
              blank
              placeholder="15"
              least={0.01}
              value={frequency.value}
              onChange={(value) => (frequency.value = value)}
            />
            <NumberField
              label="Damping"
              blank
              placeholder="1"
              least={0}
              value={damping.value}
              onChange={(value) => (damping.value = value)}
            />
          </>
        )}
        <NumberField
          label="Samples"
          unit="Hz"
          value={rate.value}
          least={1}
          most={20000}
          onChange={(value) => (rate.value = value ?? 1000)}
        />
        <NumberField
          label="Duration"
          unit="s"
          blank
          placeholder="the motion's"
          least={0.01}
          most={3600}
          value={length.value}
          onChange={(value) => (length.value = value)}
        />
        <NumberField
          label="Seed"
          value={seed.value}
          least={0}
          onChange={(value) => (seed.value = Math.round(value ?? 0))}
        />
      </div>
      <details>
        <summary>
          Sensors and drives ({effects.value.filter((effect) => effect.on).length} of {effects.value.length} effects on)
        </summary>
        <div class="stack">
          {effects.value.map((effect) => (
            <div key={effect.kind}>
              <label class="check">
                <input
                  type="checkbox"
                  id={`effect-${effect.kind}`}
                  checked={effect.on}
                  onChange={(event) => change(effect.kind, { on: event.currentTarget.checked })}
                />
                {effect.kind}
              </label>
              {effect.on && (
                <>
                  <p class="muted small">{known?.effects.find((entry) => entry.name === effect.kind)?.summary}</p>
                  <div class="two">
                    {(EFFECT_FIELDS[effect.kind] ?? []).map((field) => (
                      <NumberField
                        key={field.key}
                        label={field.label}
                        unit={field.unit}
                        value={effect.values[field.key] ?? 0}
                        least={0}
                        onChange={(value) =>
                          change(effect.kind, { values: { ...effect.values, [field.key]: value ?? 0 } })
                        }
                      />
                    ))}
                  </div>
                </>
              )}
            </div>
          ))}
        </div>
      </details>
      <button class="primary" id="simulate" onClick={() => void simulate()}>
        Simulate
      </button>
    </section>
  );
}
