// The model as a picture: when it changes, its geometry is fetched and the shape made anew.
import { effect, signal } from "@preact/signals";
import { get } from "../api/client";
import type { Geometry, Model } from "../contract";
import { shapeOf } from "../robot/shape";
import { project, pathOf } from "./project";
import { attempt } from "./report";
import { goal, handPose, selectedLink, shape, workspaceCloud, workspaceOutline } from "./scene";

/** Mesh files that the model names and nobody has. */
export const missingMeshes = signal<string[]>([]);

let shownId = "";
let shownModel: Model | null = null;
effect(() => {
  const open = project.value;
  if (open === null) {
    shape.value = null;
    shownModel = null;
    return;
  }
  if (open.model === shownModel) return;
  const { id, model, revision } = open;
  shownModel = model;
  void attempt(() => get<Geometry>(pathOf("/geometry"))).then((geometry) => {
    if (geometry === null || project.peek()?.id !== id || project.peek()?.revision !== revision) return;
    if (id !== shownId) {
      handPose.value = new Map();
      goal.value = null;
      workspaceCloud.value = null;
      workspaceOutline.value = [];
      selectedLink.value = null;
      shownId = id;
    }
    missingMeshes.value = geometry.missing;
    shape.value = shapeOf(model, geometry, `${id}/${revision}/${geometry.missing.length}`);
  });
});
