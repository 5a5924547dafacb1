// Every driven joint as a slider and a number: the pose by hand.
import { NumberField } from "../../controls/NumberField";
import { displayOf } from "../../robot/quantity";
import { setJoint } from "../../state/hand";
import { coordinates, goal, movingJoints, selectedJoint } from "../../state/scene";
import { rememberPose } from "./solving";

/** The sliders. */
export function JointSliders() {
  return (
    <section class="panel" aria-labelledby="joints-title">
      <h2 id="joints-title">Joints by hand</h2>
      <p class="muted small">Keys 1–9 select, [ and ] nudge.</p>
      {movingJoints.value.map((joint, k) => {
        const display = displayOf(joint.kind);
        const value = coordinates.value.get(joint.name) ?? 0;
        const lower = (joint.lower ?? (joint.kind === "prismatic" ? -1 : -Math.PI)) * display.factor;
        const upper = (joint.upper ?? (joint.kind === "prismatic" ? 1 : Math.PI)) * display.factor;
        const move = (shown: number) => {
          if (goal.value) goal.value = { ...goal.value, state: "asked", nearest: null };
          setJoint(joint.name, shown / display.factor);
        };
        return (
          <div class={k === selectedJoint.value ? "slider chosen" : "slider"} key={joint.name}>
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
              onPointerDown={rememberPose}
              onInput={(event) => move(Number(event.currentTarget.value))}
            />
            <NumberField
              hideLabel
              label={joint.name}
              unit={display.unit}
              digits={5}
              value={Number((value * display.factor).toFixed(3))}
              onChange={(shown) => {
                rememberPose();
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
