// Forward kinematics of a tree: T(child) = T(parent) · origin · motion(q), parents before children.
// Loops need no word here: their passive joints come with the coordinates.
import { compose, IDENTITY, sliding, turning, type Transform } from "./transform";

/** What the recursion needs to know of a joint. */
export interface JointGeometry {
  name: string;
  kind: string;
  parent: string;
  child: string;
  axis: readonly number[];
  /** The child's frame in the parent's at coordinate zero. */
  origin: Transform;
}

/** Frames of one pose. */
export interface Poses {
  /** Each link's frame in the base's. */
  links: Map<string, Transform>;
  /** Each joint's frame before the joint moves, in the base's. */
  joints: Map<string, Transform>;
}

/** What a joint of this kind does at coordinate q. */
export function motionOf(kind: string, axis: readonly number[], q: number): Transform {
  if (kind === "prismatic") return sliding(axis, q);
  if (kind === "fixed") return IDENTITY;
  return turning(axis, q);
}

/** All frames; `coordinate` tells a joint's coordinate by its name. Joints may come in any order. */
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
    if (later.length === waiting.length) break; // no way to these from the base
    waiting = later;
  }
  return poses;
}
