// What a joint is and where it stands: name, kind, parent, axis; by its frame, a DH row, or both ends of its link.
import { NumberField } from "../../controls/NumberField";
import { useStateOf } from "../../controls/stateOf";
import { TextField } from "../../controls/TextField";
import { type Triple, VectorField } from "../../controls/VectorField";
import type { DhEntry, JointPatch, JointView, Model } from "../../contract";
import { angles, displayUnit, lengths } from "../../robot/units";
import { changeModel } from "../../state/project";
import { canHang, zeroRow } from "./structure";

const AXES: [string, Triple][] = [
  ["x", [1, 0, 0]],
  ["y", [0, 1, 0]],
  ["z", [0, 0, 1]],
  ["−x", [-1, 0, 0]],
  ["−y", [0, -1, 0]],
  ["−z", [0, 0, -1]],
];

/** The form. */
export function PlaceForm({ model, joint }: { model: Model; joint: JointView }) {
  const [by, setBy] = useStateOf<"frame" | "dh" | "endpoints">(`${joint.name} ${joint.dh !== null}`, () =>
    joint.dh ? "dh" : "frame",
  );
  const [length, angle] = [lengths(), angles()];
  const index = model.joints.indexOf(joint);
  const set = (label: string, patch: JointPatch) =>
    changeModel({ label: `${label} of ${joint.name}`, joints: { [joint.name]: patch } });
  const xyz = joint.origin.slice(0, 3) as Triple;
  const row = joint.dh ?? zeroRow("standard");
  const setRow = (next: DhEntry) => set("DH row", { place: { by: "dh", row: next } });
  const axis = AXES.find(([, vector]) => vector.every((value, k) => Math.abs(value - (joint.axis[k] ?? 0)) < 1e-12));
  const display = displayUnit(joint.kind);
  return (
    <section class="panel" aria-labelledby="place-title">
      <header>
        <h2 id="place-title">Joint {joint.name}</h2>
        <span class="badge">
          {joint.kind}
          {joint.driven ? "" : ", passive"}
        </span>
      </header>
      <div class="two">
        <TextField id="joint-name" label="Name" value={joint.name} onChange={(rename) => set("Rename", { rename })} />
        <label class="field" for="joint-kind">
          <span>Kind</span>
          <select
            id="joint-kind"
            value={joint.kind}
            onChange={(event) => void set("Kind", { kind: event.currentTarget.value })}
          >
            {["revolute", "continuous", "prismatic"].map((kind) => (
              <option key={kind} value={kind}>
                {kind}
              </option>
            ))}
          </select>
        </label>
        <label class="field" for="joint-parent">
          <span>Hangs on</span>
          <select
            id="joint-parent"
            value={joint.parent === null ? model.base : model.links[joint.parent]?.name}
            onChange={(event) => void set("Parent", { parent: event.currentTarget.value })}
          >
            {[model.base, ...model.links.filter((_, k) => canHang(model, index, k)).map((link) => link.name)].map(
              (name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ),
            )}
          </select>
        </label>
        <NumberField
          id="joint-home"
          label="Home"
          unit={display.unit}
          digits={8}
          value={joint.home * display.factor}
          onChange={(value) => set("Home", { home: (value ?? 0) / display.factor })}
        />
      </div>
      {(model.loops.length > 0 || !joint.driven) && (
        <label class="check">
          <input
            type="checkbox"
            id="joint-driven"
            checked={joint.driven}
            onChange={(event) => void set("Drive", { driven: event.currentTarget.checked })}
          />
          A drive moves it
        </label>
      )}
      <div class="row" role="group" aria-label="Placed by">
        <span>Placed by</span>
        {(["frame", "dh", "endpoints"] as const).map((name) => (
          <button key={name} class="small" id={`by-${name}`} aria-pressed={by === name} onClick={() => setBy(name)}>
            {{ frame: "Frame", dh: "DH row", endpoints: "Endpoints" }[name]}
          </button>
        ))}
      </div>
      {by === "frame" && (
        <>
          <VectorField
            id="origin"
            legend="Origin in the parent's frame"
            value={xyz}
            unit={length}
            onChange={(next) => set("Origin", { place: { by: "frame", xyz: next, rpy: joint.rpy } })}
          />
          <VectorField
            id="rpy"
            legend="Roll, pitch, yaw"
            names={["roll", "pitch", "yaw"]}
            value={joint.rpy}
            unit={angle}
            onChange={(next) => set("Orientation", { place: { by: "frame", xyz, rpy: next } })}
          />
        </>
      )}
      {by === "dh" && (
        <fieldset id="dh">
          <legend>DH row {joint.dh ? "" : "(not used yet: enter a number)"}</legend>
          <div class="two">
            <label class="field" for="dh-convention">
              <span>Convention</span>
              <select
                id="dh-convention"
                value={row.convention}
                onChange={(event) => void setRow({ ...row, convention: event.currentTarget.value })}
              >
                <option value="standard">standard (Denavit–Hartenberg)</option>
                <option value="modified">modified (Craig)</option>
              </select>
            </label>
            {(
              [
                ["a", length],
                ["alpha", angle],
                ["d", length],
                ["theta", angle],
              ] as const
            ).map(([key, unit]) => (
              <NumberField
                key={key}
                id={`dh-${key}`}
                label={{ a: "a", alpha: "α", d: "d", theta: "θ" }[key]}
                unit={unit.unit}
                digits={8}
                value={row[key] * unit.factor}
                onChange={(value) => setRow({ ...row, [key]: (value ?? 0) / unit.factor })}
              />
            ))}
          </div>
        </fieldset>
      )}
      {by === "endpoints" && (
        <>
          <p class="muted small">In the base frame, at the home pose.</p>
          <VectorField
            id="from"
            legend="First end (CS1): the joint"
            value={joint.from}
            unit={length}
            onChange={(from) => set("First end", { place: { by: "endpoints", from, to: joint.to } })}
          />
          <VectorField
            id="to"
            legend="Second end (CS2): the next joint, or the tool"
            value={joint.to}
            unit={length}
            onChange={(to) => set("Second end", { place: { by: "endpoints", from: joint.from, to } })}
          />
        </>
      )}
      {by !== "dh" && !joint.dh && (
        <div class="row" role="group" aria-label="Axis">
          <span>Axis</span>
          {AXES.map(([name, vector]) => (
            <button
              key={name}
              class="small"
              aria-pressed={axis?.[0] === name}
              onClick={() => void set("Axis", { axis: vector })}
            >
              {name}
            </button>
          ))}
          {!axis && <span class="muted small">{joint.axis.map((value) => value.toFixed(4)).join(", ")}</span>}
        </div>
      )}
    </section>
  );
}
