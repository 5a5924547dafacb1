// Manual joint motion: sliders, keys, results of inverse kinematics. Driven joints are set here; the server computes
// the passive joints of closed loops.
import { compute } from "../api/client";
import { latestWins } from "../api/latest";
import type { Poses } from "../contract";
import { projectPath, project } from "./project";
import { showError } from "./errors";
import { coordinates, poseSource, manualPose, movingJoints, selectedJoint, shape } from "./scene";

/** Displayed coordinates of the driven joints, in request order. */
export function drivenCoordinates(): number[] {
  const model = project.peek()?.model;
  return (model?.driven ?? []).map((index) => coordinates.peek().get(model?.joints[index]?.name ?? "") ?? 0);
}

/** Coordinates by joint name from a row of `Poses.q`. */
export function coordinatesByJoint(row: readonly number[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const joint of project.peek()?.model.joints ?? [])
    if (joint.coordinate !== null) out.set(joint.name, row[joint.coordinate] ?? 0);
  return out;
}

const closeLoops = latestWins(
  (q: number[]) => compute<Poses>(projectPath("/poses"), { q: [q] }),
  (answer) => {
    const row = answer.q[0];
    if (row && answer.stopped === null) manualPose.value = coordinatesByJoint(row);
    else if (answer.stopped) showError(new Error(`This pose cannot be reached: ${answer.stopped.why}`));
  },
  showError,
);

/** Moves the driven joints to these coordinates. */
export function setDrivenJoints(q: readonly number[]): void {
  const model = project.peek()?.model;
  if (!model) return;
  poseSource.value = "manual";
  if (shape.peek()?.looped) {
    void closeLoops([...q]);
    return;
  }
  const next = new Map(manualPose.peek());
  model.driven.forEach((index, k) => next.set(model.joints[index]?.name ?? "", q[k] ?? 0));
  manualPose.value = next;
}

/** Sets one joint; the others keep their displayed coordinates. */
export function setJoint(name: string, value: number): void {
  const model = project.peek()?.model;
  const q = drivenCoordinates();
  const index = model?.driven.findIndex((joint) => model.joints[joint]?.name === name) ?? -1;
  if (index < 0) return;
  q[index] = value;
  if (poseSource.peek() === "timeline") manualPose.value = new Map(coordinates.peek());
  setDrivenJoints(q);
}

/** Moves the selected joint by 2° or 2 mm. */
export function jogJoint(direction: 1 | -1): void {
  const joint = movingJoints.peek()[selectedJoint.peek()];
  if (!joint) return;
  const by = joint.kind === "prismatic" ? 0.002 : (2 * Math.PI) / 180;
  const value = (coordinates.peek().get(joint.name) ?? 0) + direction * by;
  setJoint(joint.name, Math.min(joint.upper ?? Infinity, Math.max(joint.lower ?? -Infinity, value)));
}
