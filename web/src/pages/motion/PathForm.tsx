// A path of the tool: straight lines, a circle or a helix.
import { NumberField } from "../../controls/NumberField";
import { Select } from "../../controls/Select";
import { type Triple, VectorField } from "../../controls/VectorField";
import { lengths } from "../../robot/units";
import { toolPosition } from "../../state/scene";
import { JointSliders } from "../kinematics/JointSliders";
import type { PathProgram } from "./programs";
import { saveProgram } from "./state";

const PATHS = [
  { name: "line", title: "Straight lines", summary: "" },
  { name: "circle", title: "Circle", summary: "" },
  { name: "helix", title: "Helix", summary: "" },
];
const HELD = [
  { name: "position", summary: "the orientation is free" },
  { name: "pose", summary: "the orientation is kept as at the start" },
  { name: "planar", summary: "x and y only" },
];
const LAWS = [
  { name: "quintic", summary: "from rest to rest; rests at every corner" },
  { name: "even", summary: "constant speed" },
];

/** The form. */
export function PathForm({ program }: { program: PathProgram }) {
  const length = lengths();
  const save = (part: Partial<PathProgram>) => saveProgram({ ...program, ...part }, "Change the tool path");
  return (
    <>
      <section class="panel" aria-labelledby="path-title">
        <h2 id="path-title">Tool path</h2>
        <div class="two">
          <Select
            id="path-kind"
            label="Path"
            value={program.path}
            choices={PATHS}
            explain={false}
            onChange={(path) => void save({ path: path as PathProgram["path"] })}
          />
          <NumberField
            id="path-duration"
            label="Duration"
            unit="s"
            min={0.05}
            value={program.duration}
            onChange={(duration) => save({ duration: duration ?? 4 })}
          />
        </div>
        {program.path === "line" ? (
          <>
            {program.points.map((point, k) => (
              <div key={k} class="stack">
                <VectorField
                  id={`path-${k}`}
                  legend={`Point ${k + 1}`}
                  value={point}
                  unit={length}
                  onChange={(next) => save({ points: program.points.map((other, i) => (i === k ? next : other)) })}
                />
                {program.points.length > 2 && (
                  <button
                    class="quiet small"
                    onClick={() => void save({ points: program.points.filter((_, i) => i !== k) })}
                  >
                    Remove point {k + 1}
                  </button>
                )}
              </div>
            ))}
            <div class="row">
              <button
                id="add-path-point"
                onClick={() => void save({ points: [...program.points, [...toolPosition.peek()]] })}
              >
                Add the tool's position
              </button>
            </div>
          </>
        ) : (
          <>
            <VectorField
              id="path-centre"
              legend="Centre"
              value={program.centre}
              unit={length}
              onChange={(centre) => save({ centre })}
            />
            <VectorField
              id="path-axis"
              legend="Axis"
              value={program.axis}
              onChange={(axis: Triple) => save({ axis })}
            />
            <div class="three">
              <NumberField
                id="path-radius"
                label="Radius"
                unit={length.unit}
                min={0}
                value={program.radius * length.factor}
                onChange={(radius) => save({ radius: (radius ?? 0) / length.factor })}
              />
              <NumberField label="Turns" value={program.turns} onChange={(turns) => save({ turns: turns ?? 1 })} />
              {program.path === "helix" && (
                <NumberField
                  label="Rise"
                  unit={length.unit}
                  value={program.rise * length.factor}
                  onChange={(rise) => save({ rise: (rise ?? 0) / length.factor })}
                />
              )}
            </div>
          </>
        )}
        <Select label="Orientation" value={program.held} choices={HELD} onChange={(held) => void save({ held })} />
        <Select label="Time law" value={program.law} choices={LAWS} onChange={(law) => void save({ law })} />
      </section>
      <JointSliders />
    </>
  );
}
