// Builds the displayed robot from the model and its geometry.
import type { Geometry, Model } from "../contract";
import type { RobotShape } from "../state/scene";
import { compose, fromPose, originOf, rotation, type Transform } from "./transform";

/** Whether all revolute axes are vertical and all prismatic axes horizontal (planar robot). */
export function isPlanar(model: Model): boolean {
  const frames = new Map<number, Transform>();
  let flat = true;
  model.joints.forEach((joint, index) => {
    const parent = joint.parent === null ? undefined : frames.get(joint.parent);
    const own = fromPose(joint.origin);
    let frame = parent ? compose(parent, own) : own;
    if (joint.kind !== "prismatic" && joint.kind !== "fixed") frame = compose(frame, rotation(joint.axis, joint.home));
    frames.set(index, frame);
    if (joint.kind === "fixed") return;
    const [ax, ay, az] = joint.axis;
    const vertical = (frame[8] ?? 0) * ax + (frame[9] ?? 0) * ay + (frame[10] ?? 0) * az;
    if (Math.abs(Math.abs(vertical) - (joint.kind === "prismatic" ? 0 : 1)) > 1e-6) flat = false;
  });
  return flat;
}

/** The displayed robot. */
export function shapeOf(model: Model, geometry: Geometry, key: string): RobotShape {
  const nameOf = (link: number | null) => (link === null ? model.base : (model.links[link]?.name ?? model.base));
  const homeRow = geometry.home.q[0] ?? [];
  const home = new Map<string, number>();
  for (const joint of model.joints)
    if (joint.coordinate !== null) home.set(joint.name, homeRow[joint.coordinate] ?? joint.home);
  return {
    key,
    base: model.base,
    joints: model.joints.map((joint, index) => ({
      name: joint.name,
      kind: joint.kind,
      parent: nameOf(joint.parent),
      child: nameOf(index),
      axis: joint.axis,
      origin: fromPose(joint.origin),
      driven: joint.driven,
      lower: joint.limits.lower,
      upper: joint.limits.upper,
    })),
    geometry,
    tool: { link: nameOf(model.tool.link), xyz: originOf(fromPose(model.tool.pose)), frame: fromPose(model.tool.pose) },
    home,
    planar: isPlanar(model),
    looped: model.loops.length > 0,
  };
}
