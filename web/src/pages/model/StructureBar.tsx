// Adds, removes and moves joints; switches between the table of links and the DH table.
import { signal } from "@preact/signals";
import type { Model } from "../../contract";
import { changeModel, project } from "../../state/project";
import { selectedLink } from "../../state/scene";

/** Which table is shown below the view. */
export const table = signal<"links" | "dh">("links");

async function add(model: Model, kind: string): Promise<void> {
  const parent = selectedLink.peek() ?? undefined;
  const known = new Set(model.links.map((link) => link.name));
  const saved = await changeModel({ label: `Add a ${kind} joint`, add_joint: { kind, ...(parent ? { parent } : {}) } });
  if (!saved) return;
  const added = project.peek()?.model.links.find((link) => !known.has(link.name));
  if (added) selectedLink.value = added.name;
}

/** The bar. */
export function StructureBar({ model }: { model: Model }) {
  const index = model.links.findIndex((link) => link.name === selectedLink.value);
  const joint = model.joints[index];
  const children = model.joints.filter((other) => other.parent === index).length;
  const move = (towards_base: boolean) =>
    joint && void changeModel({ label: `Move ${joint.name}`, move_joint: { name: joint.name, towards_base } });
  return (
    <div class="row structure-bar" role="toolbar" aria-label="Structure of the robot">
      <button class="small" aria-pressed={table.value === "links"} onClick={() => (table.value = "links")}>
        Links
      </button>
      <button class="small" id="show-dh" aria-pressed={table.value === "dh"} onClick={() => (table.value = "dh")}>
        DH table
      </button>
      <span class="grow" />
      <span class="muted small">{joint ? `After ${model.links[index]?.name}:` : "Add:"}</span>
      {["revolute", "prismatic", "continuous"].map((kind) => (
        <button key={kind} class="small" id={`add-${kind}`} onClick={() => void add(model, kind)}>
          + {kind}
        </button>
      ))}
      <button
        class="small"
        id="move-up"
        disabled={!joint || joint.parent === null}
        title="Towards the base"
        onClick={() => move(true)}
      >
        ↑ Move
      </button>
      <button
        class="small"
        id="move-down"
        disabled={!joint || children !== 1}
        title="Towards the tool"
        onClick={() => move(false)}
      >
        ↓ Move
      </button>
      <button
        class="small danger"
        id="remove-joint"
        disabled={!joint || model.joints.length < 2}
        onClick={() => {
          if (!joint) return;
          selectedLink.value = joint.parent === null ? null : (model.links[joint.parent]?.name ?? null);
          void changeModel({ label: `Remove ${joint.name}`, remove_joint: joint.name });
        }}
      >
        Remove {joint?.name ?? "joint"}
      </button>
    </div>
  );
}
