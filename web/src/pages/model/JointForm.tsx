// Limits, rotor inertia and friction of a joint.
import { NumberField } from "../../controls/NumberField";
import type { FrictionPatch, JointView } from "../../contract";
import { displayUnit } from "../../robot/units";
import { catalogue } from "../../state/catalogue";
import { changeModel } from "../../state/project";

/** Friction laws of a joint in the format of a change request. */
function lawsOf(joint: JointView): FrictionPatch[] {
  return joint.friction.map(({ law, values }) => ({
    law,
    values: Object.fromEntries(values.map(({ name, value }) => [name, value])),
  }));
}

/** The form. */
export function JointForm({ joint }: { joint: JointView }) {
  const display = displayUnit(joint.kind);
  const set = (label: string, patch: Record<string, unknown>) =>
    changeModel({ label: `${label} of ${joint.name}`, joints: { [joint.name]: patch } });
  const shown = (value: number | null) => (value === null ? null : value * display.factor);
  const toSi = (value: number | null) => (value === null ? null : value / display.factor);
  if (joint.kind === "fixed") return <p class="muted">Joint {joint.name} is fixed.</p>;
  const unused = (catalogue.value?.friction_laws ?? []).filter(
    (law) => !joint.friction.some((used) => used.law === law.name),
  );
  return (
    <section class="panel" aria-labelledby="joint-title">
      <header>
        <h2 id="joint-title">Limits and friction of {joint.name}</h2>
      </header>
      <div class="two">
        <NumberField
          id="limit-lower"
          label="Lower limit"
          unit={display.unit}
          blank
          placeholder="no limit"
          value={shown(joint.limits.lower)}
          onChange={(value) => set("Lower limit", { lower: toSi(value) })}
        />
        <NumberField
          id="limit-upper"
          label="Upper limit"
          unit={display.unit}
          blank
          placeholder="no limit"
          value={shown(joint.limits.upper)}
          onChange={(value) => set("Upper limit", { upper: toSi(value) })}
        />
        <NumberField
          id="limit-velocity"
          label="Velocity limit"
          unit={`${display.unit}/s`}
          blank
          min={0}
          placeholder="no limit"
          value={shown(joint.limits.velocity)}
          onChange={(value) => set("Velocity limit", { velocity: toSi(value) })}
        />
        <NumberField
          id="limit-acceleration"
          label="Acceleration limit"
          unit={`${display.unit}/s²`}
          blank
          min={0}
          placeholder="no limit"
          value={shown(joint.limits.acceleration)}
          onChange={(value) => set("Acceleration limit", { acceleration: toSi(value) })}
        />
        <NumberField
          id="limit-effort"
          label="Effort limit"
          unit={joint.effort_unit}
          blank
          min={0}
          placeholder="no limit"
          value={joint.limits.effort}
          onChange={(effort) => set("Effort limit", { effort })}
        />
        <NumberField
          label="Rotor inertia"
          unit={joint.kind === "prismatic" ? "kg" : "kg m²"}
          min={0}
          value={joint.rotor_inertia}
          onChange={(value) => set("Rotor inertia", { rotor_inertia: value ?? 0 })}
        />
      </div>
      <fieldset>
        <legend>Friction (sum of laws)</legend>
        {joint.friction.length === 0 && <p class="muted small">No friction.</p>}
        {joint.friction.map((law) => (
          <div class="friction-law" key={law.law}>
            <div class="row">
              <strong class="grow">{law.law}</strong>
              <button
                class="quiet small"
                aria-label={`Remove ${law.law}`}
                onClick={() =>
                  void set(`Remove ${law.law} friction`, {
                    friction: lawsOf(joint).filter((other) => other.law !== law.law),
                  })
                }
              >
                Remove
              </button>
            </div>
            <div class="two">
              {law.values.map((value) => (
                <NumberField
                  key={value.name}
                  label={value.name}
                  unit={value.unit}
                  value={value.value}
                  onChange={(number) =>
                    set(`Friction (${value.name})`, {
                      friction: lawsOf(joint).map((other) =>
                        other.law === law.law
                          ? { ...other, values: { ...other.values, [value.name]: number ?? 0 } }
                          : other,
                      ),
                    })
                  }
                />
              ))}
            </div>
          </div>
        ))}
        {unused.length > 0 && (
          <label class="field">
            <span>Add friction law</span>
            <select
              value=""
              onChange={(event) => {
                const law = unused.find((candidate) => candidate.name === event.currentTarget.value);
                if (law)
                  void set(`Add ${law.name} friction`, {
                    friction: [
                      ...lawsOf(joint),
                      {
                        law: law.name,
                        values: Object.fromEntries(
                          law.parameters.map((parameter) => [parameter.name, parameter.usual ?? 0]),
                        ),
                      },
                    ],
                  });
              }}
            >
              <option value="">select…</option>
              {unused.map((law) => (
                <option key={law.name} value={law.name}>
                  {law.name}: {law.equation}
                </option>
              ))}
            </select>
          </label>
        )}
      </fieldset>
    </section>
  );
}
