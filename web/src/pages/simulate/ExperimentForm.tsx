// Experiment form: controller, sampling rate, duration, seed, sensor and drive effects.
import { NumberField } from "../../controls/NumberField";
import { OptionalNumber, RequiredNumber, SelectOf, Tick } from "../../controls/bound";
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
      <SelectOf of={controller} label="Controller" choices={known?.controllers ?? []} />
      <div class="two">
        {controller.value !== "open-loop" && (
          <>
            <OptionalNumber of={frequency} label="Bandwidth" unit="rad/s" placeholder="15" min={0.01} />
            <OptionalNumber of={damping} label="Damping ratio" placeholder="1" min={0} />
          </>
        )}
        <RequiredNumber of={rate} label="Sampling rate" unit="Hz" min={1} max={20000} />
        <OptionalNumber of={length} label="Duration" unit="s" placeholder="motion duration" min={0.01} max={3600} />
        <RequiredNumber of={seed} whole label="Seed" min={0} />
      </div>
      <details>
        <summary>
          Sensor and drive effects ({effects.value.filter((effect) => effect.on).length} of {effects.value.length}{" "}
          enabled)
        </summary>
        <div class="stack">
          {effects.value.map((effect) => (
            <div key={effect.kind}>
              <Tick id={`effect-${effect.kind}`} checked={effect.on} onChange={(on) => change(effect.kind, { on })}>
                {EFFECT_NAMES[effect.kind] ?? effect.kind}
              </Tick>
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
