// The model as a picture: when it changes, its geometry is fetched and the shape made anew.
import { effect, signal } from "@preact/signals";
import { get } from "../api/client";
import { onEvent } from "../api/events";
import type { Geometry, Model } from "../contract";
import { shapeOf } from "../robot/shape";
import { project, pathOf } from "./project";
import { attempt } from "./report";
import { goal, handPose, selectedLink, shape, workspaceCloud, workspaceOutline } from "./scene";

// A mesh that arrives changes the picture and not the model.
const filesSeen = signal(0);
onEvent(({ event }) => {
  if (event.kind === "files") filesSeen.value += 1;
});

/** Looks for meshes again. */
export function filesArrived(): void {
  filesSeen.value += 1;
}

/** Mesh files that the model names and nobody has. */
export const missingMeshes = signal<string[]>([]);

let shownId = "";
let shownModel = "";
let drawn = "";
let changes = 0;

/** The model as text, without the project's revision: an edit of the motion is not one of the model. */
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
  const content = `${id} ${filesSeen.value} ${contentOf(model)}`;
  if (content === shownModel) return;
  shownModel = content;
  void attempt(() => get<Geometry>(pathOf("/geometry"))).then((geometry) => {
    if (geometry === null || shownModel !== content) return;
    // A log that was written is a file, too, and changes nothing here.
    const picture = `${id} ${contentOf(model)} ${JSON.stringify({ ...geometry, revision: 0 })}`;
    if (picture === drawn) return;
    drawn = picture;
    if (id !== shownId) {
      handPose.value = new Map();
      goal.value = null;
      workspaceCloud.value = null;
      workspaceOutline.value = [];
      if (!model.links.some((link) => link.name === selectedLink.peek())) selectedLink.value = null;
      shownId = id;
    }
    missingMeshes.value = geometry.missing;
    shape.value = shapeOf(model, geometry, `${id}/${++changes}`);
  });
});
