// A slider and a number field per driven joint.
import { NumberField } from "../../controls/NumberField";
import { displayUnit } from "../../robot/units";
import { setJoint } from "../../state/jog";
import { coordinates, goal, movingJoints, selectedJoint } from "../../state/scene";
import { pushUndoPose } from "./inverseKinematics";

/** The sliders. */
export function JointSliders() {
  return (
    <section class="panel" aria-labelledby="joints-title">
      <h2 id="joints-title">Joint positions</h2>
      <p class="muted small">Keys 1–9 select a joint; [ and ] jog it.</p>
      {movingJoints.value.map((joint, k) => {
        const display = displayUnit(joint.kind);
        const value = coordinates.value.get(joint.name) ?? 0;
        const lower = (joint.lower ?? (joint.kind === "prismatic" ? -1 : -Math.PI)) * display.factor;
        const upper = (joint.upper ?? (joint.kind === "prismatic" ? 1 : Math.PI)) * display.factor;
        const move = (shown: number) => {
          if (goal.value) goal.value = { ...goal.value, state: "pending", nearest: null };
          setJoint(joint.name, shown / display.factor);
        };
        return (
          <div class={k === selectedJoint.value ? "slider selected" : "slider"} key={joint.name}>
            <label for={`slider-${joint.name}`}>{joint.name}</label>
            <input
              id={`slider-${joint.name}`}
              type="range"
              min={lower}
              max={upper}
              step={(upper - lower) / 400}
              value={value * display.factor}
              aria-valuetext={`${(value * display.factor).toFixed(1)} ${display.unit}`}
              onFocus={() => (selectedJoint.value = k)}
              onPointerDown={pushUndoPose}
              onInput={(event) => move(Number(event.currentTarget.value))}
            />
            <NumberField
              hideLabel
              label={joint.name}
              unit={display.unit}
              digits={5}
              value={Number((value * display.factor).toFixed(3))}
              onChange={(shown) => {
                pushUndoPose();
                move(shown ?? 0);
              }}
            />
            <span class="muted">{display.unit}</span>
          </div>
        );
      })}
    </section>
  );
}
