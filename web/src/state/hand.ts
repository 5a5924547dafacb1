// Moving joints by hand: sliders, keys, answers of inverse kinematics. Driven joints are set here; where
// loops hang on them, the server tells the passive ones.
import { ask } from "../api/client";
import { latestWins } from "../api/latest";
import type { Poses } from "../contract";
import { pathOf, project } from "./project";
import { tell } from "./report";
import { coordinates, follows, handPose, movingJoints, selectedJoint, shape } from "./scene";

/** The driven coordinates as shown, in the order of requests. */
export function drivenCoordinates(): number[] {
  const model = project.peek()?.model;
  return (model?.driven ?? []).map((index) => coordinates.peek().get(model?.joints[index]?.name ?? "") ?? 0);
}

/** All coordinates of a row of `Poses.q` by joint. */
export function byName(row: readonly number[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const joint of project.peek()?.model.joints ?? [])
    if (joint.coordinate !== null) out.set(joint.name, row[joint.coordinate] ?? 0);
  return out;
}

const closeLoops = latestWins(
  (q: number[]) => ask<Poses>(pathOf("/poses"), { q: [q] }),
  (answer) => {
    const row = answer.q[0];
    if (row && answer.stopped === null) handPose.value = byName(row);
    else if (answer.stopped) tell(new Error(`The machine cannot go there: ${answer.stopped.why}`));
  },
  tell,
);

/** Brings the driven joints to these coordinates. */
export function setDriven(q: readonly number[]): void {
  const model = project.peek()?.model;
  if (!model) return;
  follows.value = "hand";
  if (shape.peek()?.looped) {
    void closeLoops([...q]);
    return;
  }
  const next = new Map(handPose.peek());
  model.driven.forEach((index, k) => next.set(model.joints[index]?.name ?? "", q[k] ?? 0));
  handPose.value = next;
}

/** Sets one joint by hand; the others stay where the picture has them. */
export function setJoint(name: string, value: number): void {
  const model = project.peek()?.model;
  const q = drivenCoordinates();
  const index = model?.driven.findIndex((joint) => model.joints[joint]?.name === name) ?? -1;
  if (index < 0) return;
  q[index] = value;
  if (follows.peek() === "clock") handPose.value = new Map(coordinates.peek());
  setDriven(q);
}

/** Moves the selected joint by 2° or 2 mm. */
export function nudgeJoint(direction: 1 | -1): void {
  const joint = movingJoints.peek()[selectedJoint.peek()];
  if (!joint) return;
  const by = joint.kind === "prismatic" ? 0.002 : (2 * Math.PI) / 180;
  const value = (coordinates.peek().get(joint.name) ?? 0) + direction * by;
  setJoint(joint.name, Math.min(joint.upper ?? Infinity, Math.max(joint.lower ?? -Infinity, value)));
}
