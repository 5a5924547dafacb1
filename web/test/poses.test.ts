import assert from "node:assert/strict";
import { test } from "node:test";
import { posesOf, type JointGeometry } from "../src/robot/poses";
import { apply, compose, distance, fromPose, IDENTITY, originOf, translation, rotation } from "../src/robot/transform";

const near = (a: readonly number[], b: readonly number[], tolerance = 1e-15) =>
  a.forEach((value, k) => assert.ok(Math.abs(value - (b[k] ?? NaN)) <= tolerance, `${a} is not ${b}`));

test("a quaternion gives the same rotation as its axis and angle", () => {
  const half = 0.55;
  const pose = fromPose([1, 2, 3, 0.6 * Math.sin(half), 0, 0.8 * Math.sin(half), Math.cos(half)]);
  near(pose, compose(fromPose([1, 2, 3, 0, 0, 0, 1]), rotation([0.6, 0, 0.8], 2 * half)), 4e-16);
});

// A planar RRP arm: the position follows from trigonometry.
const ARM: JointGeometry[] = [
  { name: "d", kind: "prismatic", parent: "b", child: "c", axis: [1, 0, 0], origin: translation([1, 0, 0], 0.5) },
  { name: "p", kind: "revolute", parent: "base", child: "a", axis: [0, 0, 1], origin: translation([0, 0, 1], 0.2) },
  { name: "q", kind: "revolute", parent: "a", child: "b", axis: [0, 0, 1], origin: translation([1, 0, 0], 1) },
];

test("forward kinematics of a planar arm agrees with trigonometry, in any order of joints", () => {
  const at: Record<string, number> = { p: 0.4, q: -1.3, d: 0.25 };
  const poses = posesOf("base", ARM, (name) => at[name] ?? 0);
  const want = [Math.cos(0.4) + 0.75 * Math.cos(-0.9), Math.sin(0.4) + 0.75 * Math.sin(-0.9), 0.2];
  near(originOf(poses.links.get("c") ?? IDENTITY), want);
});

test("joints not connected to the base are ignored", () => {
  const lost = { name: "x", kind: "revolute", parent: "nowhere", child: "y", axis: [0, 0, 1], origin: IDENTITY };
  assert.equal(posesOf("base", [...ARM, lost], () => 0).links.has("y"), false);
});

test("a rotation preserves lengths", () => {
  const turn = rotation([0.6, 0, 0.8], 2.1);
  assert.ok(Math.abs(distance(apply(turn, [0.1, -2, 3]), [0, 0, 0]) - Math.hypot(0.1, 2, 3)) < 1e-15 * 10);
});
