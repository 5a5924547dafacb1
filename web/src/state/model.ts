// The model as a picture: when it changes, its geometry is fetched and the shape made anew.
import { effect, signal } from "@preact/signals";
import { get } from "../api/client";
import type { Geometry, Model } from "../contract";
import { compose, fromPose, originOf, turning, type Vector } from "../robot/transform";
import { project, pathOf } from "./project";
import { attempt } from "./report";
import { goal, handPose, selectedLink, shape, workspaceCloud, type RobotShape } from "./scene";

/** Whether all axes stand on one plane, so that the tool never leaves it. */
export function isPlanar(model: Model): boolean {
  const frames = new Map<number, ReturnType<typeof fromPose>>();
  let flat = true;
  model.joints.forEach((joint, index) => {
    const parent = joint.parent === null ? undefined : frames.get(joint.parent);
    const own = fromPose(joint.origin);
    let frame = parent ? compose(parent, own) : own;
    if (joint.kind !== "prismatic" && joint.kind !== "fixed") frame = compose(frame, turning(joint.axis, joint.home));
    frames.set(index, frame);
    if (joint.kind === "fixed") return;
    const [ax, ay, az] = joint.axis;
    const vertical = (frame[8] ?? 0) * ax + (frame[9] ?? 0) * ay + (frame[10] ?? 0) * az;
    if (Math.abs(Math.abs(vertical) - (joint.kind === "prismatic" ? 0 : 1)) > 1e-6) flat = false;
  });
  return flat;
}

/** The shape that is drawn. */
export function shapeOf(model: Model, geometry: Geometry, key: string): RobotShape {
  const nameOf = (link: number | null) => (link === null ? model.base : (model.links[link]?.name ?? model.base));
  const homeRow = geometry.home.q[0] ?? [];
  const home = new Map<string, number>();
  for (const joint of model.joints) if (joint.coordinate !== null) home.set(joint.name, homeRow[joint.coordinate] ?? joint.home);
  return {
    key,
    base: model.base,
    joints: model.joints.map((joint, index) => ({
      name: joint.name, kind: joint.kind, parent: nameOf(joint.parent), child: nameOf(index), axis: joint.axis, origin: fromPose(joint.origin),
      driven: joint.driven, lower: joint.limits.lower, upper: joint.limits.upper,
    })),
    geometry,
    tool: { link: nameOf(model.tool.link), xyz: originOf(fromPose(model.tool.pose)) as Vector },
    home,
    planar: isPlanar(model),
    looped: model.loops.length > 0,
  };
}

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
      selectedLink.value = null;
      shownId = id;
    }
    missingMeshes.value = geometry.missing;
    shape.value = shapeOf(model, geometry, `${id}/${revision}/${geometry.missing.length}`);
  });
});
