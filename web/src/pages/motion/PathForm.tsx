// A path of the tool: straight lines, a circle or a helix.
import { NumberField } from "../../controls/NumberField";
import { Select } from "../../controls/Select";
import { type Triple, VectorField } from "../../controls/VectorField";
import { angles, lengths } from "../../robot/units";
import { toolPosition, toolRpy } from "../../state/scene";
import { JointSliders } from "../kinematics/JointSliders";
import { orientations, type PathProgram } from "./programs";
import { saveProgram, startOrientation } from "./state";

const PATHS = [
  { name: "line", title: "Straight lines", summary: "" },
  { name: "circle", title: "Circle", summary: "" },
  { name: "helix", title: "Helix", summary: "" },
];
const HELD = [
  { name: "position", title: "free", summary: "the position follows the path" },
  { name: "pose", title: "kept", summary: "as at the start all the way" },
  { name: "interpolated", title: "stated", summary: "turned about one axis from each orientation to the next" },
  { name: "tangent", title: "along the path", summary: "turned with the direction of travel" },
  { name: "planar", title: "planar", summary: "x and y follow the path" },
];
const LAWS = [
  { name: "quintic", summary: "from rest to rest; rests at every corner" },
  { name: "even", summary: "constant speed" },
];

/** The form. */
export function PathForm({ program }: { program: PathProgram }) {
  const length = lengths();
  const save = (part: Partial<PathProgram>) => saveProgram({ ...program, ...part }, "Change the tool path");
  const lines = program.path === "line";
  const turned = program.held === "interpolated";
  const choosePath = (path: PathProgram["path"]) => {
    // Corners have no direction.
    const held = path === "line" && program.held === "tangent" ? "pose" : program.held;
    void save({ path, held });
  };
  const chooseHeld = async (held: string) =>
    void save(
      held === "interpolated" && !program.rpy ? { held, rpy: [await startOrientation(program.start)] } : { held },
    );
  const setOrientation = (k: number, rpy: number[]) =>
    save({ rpy: orientations(program).map((other, i) => (i === k ? rpy : other)) });
  const orientation = (k: number, legend: string) =>
    turned && (
      <>
        <VectorField
          id={`path-rpy-${k}`}
          legend={legend}
          names={["roll", "pitch", "yaw"]}
          digits={6}
          value={orientations(program)[k] ?? []}
          unit={angles()}
          onChange={(rpy) => setOrientation(k, rpy)}
        />
        <div class="row">
          <button
            class="quiet small"
            aria-label={`As displayed: ${legend}`}
            onClick={() => void setOrientation(k, [...toolRpy.peek()])}
          >
            As displayed
          </button>
        </div>
      </>
    );
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
            onChange={(path) => choosePath(path as PathProgram["path"])}
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
        {lines ? (
          <>
            {program.points.map((point, k) => (
              <div key={k} class="stack">
                <VectorField
                  id={`path-${k}`}
                  legend={`Point ${k + 1}`}
                  digits={6}
                  value={point}
                  unit={length}
                  onChange={(next) => save({ points: program.points.map((other, i) => (i === k ? next : other)) })}
                />
                {orientation(k, `Orientation at point ${k + 1}`)}
                {program.points.length > 2 && (
                  <button
                    class="quiet small"
                    onClick={() => {
                      const others = (list: number[][]) => list.filter((_, i) => i !== k);
                      void save({
                        points: others(program.points),
                        ...(turned && { rpy: others(orientations(program)) }),
                      });
                    }}
                  >
                    Remove point {k + 1}
                  </button>
                )}
              </div>
            ))}
            <div class="row">
              <button
                id="add-path-point"
                onClick={() => {
                  const points = [...program.points, [...toolPosition.peek()]];
                  void save({ points, ...(turned && { rpy: [...orientations(program), [...toolRpy.peek()]] }) });
                }}
              >
                Add the tool's {turned ? "pose" : "position"}
              </button>
            </div>
          </>
        ) : (
          <>
            <VectorField
              id="path-centre"
              legend="Centre"
              digits={6}
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
        <Select
          id="path-held"
          label="Orientation"
          value={program.held}
          choices={HELD.filter(({ name }) => name !== "tangent" || !lines)}
          onChange={(held) => void chooseHeld(held)}
        />
        {!lines && orientation(0, "Orientation at the start")}
        {!lines && orientation(1, "Orientation at the end")}
        <Select label="Time law" value={program.law} choices={LAWS} onChange={(law) => void save({ law })} />
      </section>
      <JointSliders />
    </>
  );
}
