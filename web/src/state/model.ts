// Keeps the displayed robot up to date: when the model changes, its geometry is loaded again.
import { effect, signal } from "@preact/signals";
import { get } from "../api/client";
import { onEvent } from "../api/events";
import type { Geometry, Model } from "../contract";
import { shapeOf } from "../robot/shape";
import { project, projectPath } from "./project";
import { attempt } from "./errors";
import { goal, manualPose, selectedLink, shape, workspaceBounds, workspaceCloud, workspaceOutline } from "./scene";

// An added mesh changes the geometry, not the model.
const fileChanges = signal(0);
onEvent(({ event }) => {
  if (event.kind === "files") fileChanges.value += 1;
});

/** Loads the geometry again, for example after a mesh was added. */
export function reloadGeometry(): void {
  fileChanges.value += 1;
}

/** Mesh files that the model references and that are missing. */
export const missingMeshes = signal<string[]>([]);

let shownId = "";
let shownModel = "";
let drawn = "";
let changes = 0;

/** The model as text without the revision, which also changes with the motion. */
function contentOf(model: Model): string {
  return JSON.stringify({ ...model, revision: 0 });
}
effect(() => {
  const open = project.value;
  if (open === null) {
    shape.value = null;
    shownModel = "";
    drawn = "";
    return;
  }
  const { id, model } = open;
  const content = `${id} ${fileChanges.value} ${contentOf(model)}`;
  if (content === shownModel) return;
  shownModel = content;
  void attempt(() => get<Geometry>(projectPath("/geometry"))).then((geometry) => {
    if (geometry === null || shownModel !== content) return;
    // Other files, such as logs, do not change the geometry.
    const displayed = `${id} ${contentOf(model)} ${JSON.stringify({ ...geometry, revision: 0 })}`;
    if (displayed === drawn) return;
    drawn = displayed;
    if (id !== shownId) {
      manualPose.value = new Map();
      goal.value = null;
      workspaceCloud.value = null;
      workspaceOutline.value = [];
      workspaceBounds.value = null;
      if (!model.links.some((link) => link.name === selectedLink.peek())) selectedLink.value = null;
      shownId = id;
    }
    missingMeshes.value = geometry.missing;
    shape.value = shapeOf(model, geometry, `${id}/${++changes}`);
  });
});
