// Experiment form: controller, sampling rate, duration, seed, sensor and drive effects.
import { NumberField } from "../../controls/NumberField";
import { Select } from "../../controls/Select";
import { catalogue } from "../../state/catalogue";
import {
  controller,
  damping,
  EFFECT_FIELDS,
  EFFECT_NAMES,
  effects,
  frequency,
  length,
  rate,
  seed,
  simulate,
} from "./experiment";

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
              min={0.01}
              value={frequency.value}
              onChange={(value) => (frequency.value = value)}
            />
            <NumberField
              label="Damping ratio"
              blank
              placeholder="1"
              min={0}
              value={damping.value}
              onChange={(value) => (damping.value = value)}
            />
          </>
        )}
        <NumberField
          label="Sampling rate"
          unit="Hz"
          value={rate.value}
          min={1}
          max={20000}
          onChange={(value) => (rate.value = value ?? 1000)}
        />
        <NumberField
          label="Duration"
          unit="s"
          blank
          placeholder="motion duration"
          min={0.01}
          max={3600}
          value={length.value}
          onChange={(value) => (length.value = value)}
        />
        <NumberField
          label="Seed"
          value={seed.value}
          min={0}
          onChange={(value) => (seed.value = Math.round(value ?? 0))}
        />
      </div>
      <details>
        <summary>
          Sensor and drive effects ({effects.value.filter((effect) => effect.on).length} of {effects.value.length}{" "}
          enabled)
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
                {EFFECT_NAMES[effect.kind] ?? effect.kind}
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
                        min={0}
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
