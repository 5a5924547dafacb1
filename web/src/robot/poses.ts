// Forward kinematics of a tree: T(child) = T(parent) · origin · motion(q). The passive joints of closed loops are part
// of the coordinates.
import { compose, IDENTITY, translation, rotation, type Transform } from "./transform";

/** Geometry of a joint. */
export interface JointGeometry {
  name: string;
  kind: string;
  parent: string;
  child: string;
  axis: readonly number[];
  /** Child frame in the parent frame at coordinate zero. */
  origin: Transform;
}

/** Link and joint frames of one configuration. */
export interface Poses {
  /** Link frames in the base frame. */
  links: Map<string, Transform>;
  /** Joint frames at coordinate zero, in the base frame. */
  joints: Map<string, Transform>;
}

/** Transform of a joint at coordinate q. */
export function motionOf(kind: string, axis: readonly number[], q: number): Transform {
  if (kind === "prismatic") return translation(axis, q);
  if (kind === "fixed") return IDENTITY;
  return rotation(axis, q);
}

/** All frames; `coordinate` returns a joint coordinate by name. Joints may be in any order. */
export function posesOf(base: string, joints: readonly JointGeometry[], coordinate: (joint: string) => number): Poses {
  const poses: Poses = { links: new Map([[base, IDENTITY]]), joints: new Map() };
  let waiting = [...joints];
  while (waiting.length > 0) {
    const later: JointGeometry[] = [];
    for (const joint of waiting) {
      const parent = poses.links.get(joint.parent);
      if (parent === undefined) {
        later.push(joint);
        continue;
      }
      const before = compose(parent, joint.origin);
      poses.joints.set(joint.name, before);
      poses.links.set(joint.child, compose(before, motionOf(joint.kind, joint.axis, coordinate(joint.name))));
    }
    if (later.length === waiting.length) break; // not connected to the base
    waiting = later;
  }
  return poses;
}
