// Loop closures of a parallel mechanism: two frames that are held together.
import { useState } from "preact/hooks";
import { VectorField } from "../../controls/VectorField";
import type { LoopPatch, Model } from "../../contract";
import { formatNumber } from "../../robot/format";
import { lengths } from "../../robot/units";
import { changeModel } from "../../state/project";
import { CLOSURES, closureKind, freeName, loopPatch } from "./structure";

/** The form. */
export function LoopsForm({ model }: { model: Model }) {
  const [first] = useState(model.loops.length > 0);
  const loops = model.loops.map((loop) => loopPatch(model, loop));
  const length = lengths();
  const save = (label: string, next: LoopPatch[]) => changeModel({ label, loops: next });
  const change = (k: number, label: string, part: Partial<LoopPatch>) =>
    save(
      label,
      loops.map((loop, i) => (i === k ? { ...loop, ...part } : loop)),
    );
  const names = [model.base, ...model.links.map((link) => link.name)];
  const add = () => {
    const last = model.links.at(-1)?.name ?? model.base;
    const end = { xyz: [0, 0, 0] as [number, number, number], rpy: [0, 0, 0] as [number, number, number] };
    const tip = model.tool.link === model.links.length - 1 ? model.tool.pose.slice(0, 3) : [0, 0, 0];
    const loop: LoopPatch = {
      name: freeName(
        "loop",
        loops.map((known) => known.name),
      ),
      first: { link: last, ...end, xyz: tip as [number, number, number] },
      second: { link: model.base, ...end },
      directions: CLOSURES["pin"] ?? [],
    };
    void save(`Add ${loop.name}`, [...loops, loop]);
  };
  return (
    <details class="panel" open={first} id="loops">
      <summary>
        <h2 class="inline">Closed loops ({loops.length})</h2>
      </summary>
      <div class="stack">
        {loops.map((loop, k) => (
          <fieldset key={k} data-loop={loop.name}>
            <legend>{loop.name}</legend>
            <div class="row">
              <label class="field">
                <span>Held by a</span>
                <select
                  aria-label={`Kind of ${loop.name}`}
                  value={closureKind(loop.directions)}
                  onChange={(event) =>
                    void change(k, `Change ${loop.name}`, {
                      directions: CLOSURES[event.currentTarget.value] ?? loop.directions,
                    })
                  }
                >
                  <option value="pin">pin (hinge about z)</option>
                  <option value="point">point (ball)</option>
                  <option value="full">weld</option>
                  {closureKind(loop.directions) === "" && <option value="">{loop.directions.join(", ")}</option>}
                </select>
              </label>
              <button
                class="quiet small"
                onClick={() =>
                  void save(
                    `Remove ${loop.name}`,
                    loops.filter((_, i) => i !== k),
                  )
                }
              >
                Remove
              </button>
            </div>
            {(["first", "second"] as const).map((end) => (
              <div key={end} class="stack">
                <label class="field">
                  <span>{end === "first" ? "This frame" : "is held to this one"}: link</span>
                  <select
                    id={`${loop.name}-${end}-link`}
                    value={loop[end].link}
                    onChange={(event) =>
                      void change(k, `Change ${loop.name}`, {
                        [end]: { ...loop[end], link: event.currentTarget.value },
                      })
                    }
                  >
                    {names.map((name) => (
                      <option key={name} value={name}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
                <VectorField
                  id={`${loop.name}-${end}`}
                  legend="Position in the link's frame"
                  value={loop[end].xyz}
                  unit={length}
                  onChange={(xyz) => change(k, `Change ${loop.name}`, { [end]: { ...loop[end], xyz } })}
                />
              </div>
            ))}
            <p class="muted small">
              The frames are {formatNumber((model.loops[k]?.gap ?? 0) * length.factor, 4)} {length.unit} apart at the
              stated home pose; passive joints move to close the loop.
            </p>
          </fieldset>
        ))}
        <div class="row">
          <button class="small" id="add-loop" onClick={add}>
            Close a loop
          </button>
          <span class="muted small">between the end of the last link and the base, to be edited here</span>
        </div>
      </div>
    </details>
  );
}
