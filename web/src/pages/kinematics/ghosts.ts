// The solutions that are not displayed, as pale arms.
import { computed } from "@preact/signals";
import { posesOf } from "../../robot/poses";
import { compose, originOf, type Vector } from "../../robot/transform";
import { movingJoints, shape } from "../../state/scene";
import type { Ghost } from "../../view3d/ghosts";
import { answer, shownSolution } from "./inverseKinematics";

/** Most pale arms that are drawn. */
const MOST = 24;

/** Pale arms of the other solutions that reach the target. */
export const solutionGhosts = computed<Ghost[]>(() => {
  const robot = shape.value;
  const found = answer.value?.solutions ?? [];
  if (robot === null || robot.looped || found.length < 2) return [];
  const joints = movingJoints.value;
  const ghosts: Ghost[] = [];
  found.forEach((solution, index) => {
    if (index === shownSolution.value || !solution.reachable || ghosts.length >= MOST) return;
    const q = new Map(joints.map((joint, k) => [joint.name, solution.q[k] ?? 0]));
    const { links } = posesOf(robot.base, robot.joints, (joint) => q.get(joint) ?? 0);
    const at = (name: string): Vector => {
      const frame = links.get(name);
      return frame ? originOf(frame) : [0, 0, 0];
    };
    const tool = links.get(robot.tool.link);
    const lines = robot.joints.map((joint) => [at(joint.parent), at(joint.child)] as const);
    if (tool) lines.push([at(robot.tool.link), originOf(compose(tool, robot.tool.frame))] as const);
    ghosts.push({ index, lines });
  });
  return ghosts;
});
