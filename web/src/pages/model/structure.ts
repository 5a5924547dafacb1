// Small questions about the structure of a robot.
import type { DhEntry, FramePatch, FrameView, LoopPatch, LoopView, Model } from "../../contract";

/** A DH row of zeros. */
export function zeroRow(convention: string): DhEntry {
  return { convention, a: 0, alpha: 0, d: 0, theta: 0 };
}

/** Whether a joint may hang on a link: not on its own, nor on one that hangs on it. */
export function canHang(model: Model, joint: number, link: number): boolean {
  let at: number | null = link;
  for (let steps = 0; at !== null && steps <= model.joints.length; steps++) {
    if (at === joint) return false;
    at = model.joints[at]?.parent ?? null;
  }
  return true;
}

/** Name of a link by its index; the base for `null`. */
export function linkName(model: Model, link: number | null): string {
  return link === null ? model.base : (model.links[link]?.name ?? model.base);
}

/** A frame as a change request has it. */
export function framePatch(model: Model, frame: FrameView): FramePatch {
  return {
    link: linkName(model, frame.link),
    xyz: [frame.pose[0], frame.pose[1], frame.pose[2]],
    rpy: frame.rpy,
  };
}

/** A loop as a change request has it. */
export function loopPatch(model: Model, loop: LoopView): LoopPatch {
  return {
    name: loop.name,
    first: framePatch(model, loop.first),
    second: framePatch(model, loop.second),
    directions: loop.directions,
  };
}

/** Directions that a kind of closure holds. */
export const CLOSURES: Record<string, string[]> = {
  pin: ["x", "y", "z", "rx", "ry"],
  point: ["x", "y", "z"],
  full: ["x", "y", "z", "rx", "ry", "rz"],
};

/** The kind of closure that holds these directions; `""` if none does. */
export function closureKind(directions: readonly string[]): string {
  const same = (kind: string) =>
    CLOSURES[kind]?.length === directions.length && CLOSURES[kind].every((name) => directions.includes(name));
  return Object.keys(CLOSURES).find(same) ?? "";
}

/** A name that is not taken: `stem` and a number. */
export function freeName(stem: string, taken: readonly string[]): string {
  let k = 1;
  while (taken.includes(`${stem}${k}`)) k += 1;
  return `${stem}${k}`;
}
