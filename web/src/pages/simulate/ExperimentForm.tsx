// Experiment form: controller, sampling rate, duration, seed, sensor and drive effects.
import { NumberField } from "../../controls/NumberField";
import { Select } from "../../controls/Select";
import { OptionalNumber, RequiredNumber, SelectOf, Tick } from "../../controls/bound";
import { catalogue } from "../../state/catalogue";
import { drivenJoints } from "../motion/motion";
import { displayUnit } from "../../robot/units";
import {
  chooseStart,
  controller,
  damping,
  EFFECT_FIELDS,
  EFFECT_NAMES,
  effects,
  frequency,
  gainUnit,
  gravityAt,
  length,
  ownGains,
  parseGain,
  pidGains,
  rate,
  seed,
  simulate,
  startKind,
  startPose,
} from "./experiment";

const UNITS = [
  { name: "rad", title: "per radian", summary: "" },
  { name: "deg", title: "per degree", summary: "" },
];
const GRAVITY = [
  { name: "reference", title: "at the reference", summary: "" },
  { name: "measured", title: "at the measured pose", summary: "" },
  { name: "none", title: "not compensated", summary: "" },
];
const STARTS = [
  { name: "rest", title: "at the reference, at rest", summary: "" },
  { name: "reference", title: "with the reference's speed", summary: "" },
  { name: "pose", title: "at another pose, at rest", summary: "" },
];

/** Gains of a PID controller, as typed. */
function PidGains() {
  return (
    <>
      <div class="three">
        {Object.entries(pidGains).map(([name, text]) => {
          const problem = parseGain(text.value);
          return (
            <label class="field" key={name}>
              <span>{name}</span>
              <input
                id={`gain-${name}`}
                value={text.value}
                aria-invalid={typeof problem === "string"}
                onInput={(event) => (text.value = event.currentTarget.value)}
              />
              {typeof problem === "string" && (
                <span class="field-error" role="alert">
                  {problem}
                </span>
              )}
            </label>
          );
        })}
      </div>
      <p class="muted small">
        One number, or one per joint; efforts in N m or N per error (kp), per error and second (ki), per speed (kd).
      </p>
      <div class="two">
        <SelectOf of={gainUnit} label="Gains of turning joints" choices={UNITS} explain={false} />
        <SelectOf of={gravityAt} label="Gravity" choices={GRAVITY} explain={false} />
      </div>
    </>
  );
}

/** Coordinates of the start. */
function StartPose() {
  return (
    <div class="three" id="start-pose">
      {drivenJoints().map((joint, k) => {
        const display = displayUnit(joint.kind);
        return (
          <NumberField
            key={joint.name}
            id={`start-${joint.name}`}
            label={joint.name}
            unit={display.unit}
            value={(startPose.value[k] ?? 0) * display.factor}
            onChange={(value) =>
              (startPose.value = drivenJoints().map((_, j) =>
                j === k ? (value ?? 0) / display.factor : (startPose.peek()[j] ?? 0),
              ))
            }
          />
        );
      })}
    </div>
  );
}

/** The form. */
export function ExperimentForm() {
  const known = catalogue.value;
  const change = (kind: string, next: Partial<(typeof effects.value)[number]>) =>
    (effects.value = effects.value.map((effect) => (effect.kind === kind ? { ...effect, ...next } : effect)));
  return (
    <section class="panel" aria-labelledby="experiment-title">
      <h2 id="experiment-title">Experiment</h2>
      <SelectOf of={controller} label="Controller" choices={known?.controllers ?? []} />
      {controller.value === "pid" && (
        <Tick id="own-gains" checked={ownGains.value} onChange={(own) => (ownGains.value = own)}>
          Gains of its own
        </Tick>
      )}
      {controller.value === "pid" && ownGains.value && <PidGains />}
      <div class="two">
        {controller.value !== "open-loop" && !(controller.value === "pid" && ownGains.value) && (
          <>
            <OptionalNumber of={frequency} label="Bandwidth" unit="rad/s" placeholder="15" min={0.01} />
            <OptionalNumber of={damping} label="Damping ratio" placeholder="1" min={0} />
          </>
        )}
        <RequiredNumber of={rate} label="Sampling rate" unit="Hz" min={1} max={20000} />
        <OptionalNumber of={length} label="Duration" unit="s" placeholder="motion duration" min={0.01} max={3600} />
        <RequiredNumber of={seed} whole label="Seed" min={0} />
      </div>
      <Select
        id="start"
        label="Start"
        value={startKind.value}
        choices={STARTS}
        explain={false}
        onChange={chooseStart}
      />
      {startKind.value === "pose" && <StartPose />}
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
