// Via-points by teaching: move the robot, add the pose, set its time.
import { NumberField } from "../../controls/NumberField";
import { Select } from "../../controls/Select";
import { displayUnit } from "../../robot/units";
import { drivenCoordinates, setDrivenJoints } from "../../state/jog";
import { JointSliders } from "../kinematics/JointSliders";
import { drivenJoints } from "./motion";
import { withPoint, type ViaProgram } from "./programs";
import { saveProgram } from "./state";

const INTERPOLATIONS = [
  { name: "quintic", summary: "at rest at every point" },
  { name: "spline", summary: "passes through the points, at rest at both ends" },
  { name: "pchip", summary: "does not overshoot; acceleration jumps" },
  { name: "trapezoid", summary: "as fast as speed and acceleration limits allow; times are not used" },
  { name: "linear", summary: "straight lines; velocity jumps" },
];

/** The form. */
export function ViaForm({ program }: { program: ViaProgram }) {
  const joints = drivenJoints();
  const save = (label: string, part: Partial<ViaProgram>) => saveProgram({ ...program, ...part }, label);
  const { points } = program;
  const timed = program.interpolation !== "trapezoid";
  return (
    <>
      <section class="panel" aria-labelledby="via-title">
        <h2 id="via-title">Via-points</h2>
        <Select
          label="Interpolation"
          value={program.interpolation}
          choices={INTERPOLATIONS}
          onChange={(interpolation) => void save("Set interpolation", { interpolation })}
        />
        <ol class="via-list" id="via-points">
          {points.map((point, k) => (
            <li key={k} class="row" data-point={k}>
              {timed && (
                <NumberField
                  hideLabel
                  id={`via-time-${k}`}
                  label={`Time of point ${k + 1}`}
                  unit="s"
                  value={point.time}
                  min={0}
                  onChange={(time) =>
                    save("Set a time", {
                      points: points.map((other, i) => (i === k ? { ...other, time: time ?? 0 } : other)),
                    })
                  }
                />
              )}
              <span class="muted small grow">
                {joints
                  .map((joint, j) => {
                    const display = displayUnit(joint.kind);
                    return `${((point.q[j] ?? 0) * display.factor).toFixed(1)} ${display.unit}`;
                  })
                  .join(", ")}
              </span>
              <button class="quiet small" onClick={() => setDrivenJoints(point.q)}>
                Show
              </button>
              <button
                class="quiet small"
                onClick={() =>
                  void save("Replace a via-point", {
                    points: points.map((other, i) => (i === k ? { ...other, q: drivenCoordinates() } : other)),
                  })
                }
              >
                Replace
              </button>
              <button
                class="quiet small"
                aria-label={`Remove point ${k + 1}`}
                disabled={points.length <= 2}
                onClick={() => void save("Remove a via-point", { points: points.filter((_, i) => i !== k) })}
              >
                ✕
              </button>
            </li>
          ))}
        </ol>
        <div class="row">
          <button
            class="primary"
            id="add-pose"
            onClick={() => void save("Add a via-point", { points: withPoint(points, drivenCoordinates()) })}
          >
            Add this pose
          </button>
          <span class="muted small">the pose in the view: move it with the sliders or with [ and ]</span>
        </div>
      </section>
      <JointSliders />
    </>
  );
}
