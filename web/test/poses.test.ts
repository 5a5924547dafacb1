import assert from "node:assert/strict";
import { test } from "node:test";
import { posesOf, type JointGeometry } from "../src/robot/poses";
import { apply, compose, distance, fromOrigin, IDENTITY, originOf, turning } from "../src/robot/transform";

const near = (a: readonly number[], b: readonly number[], tolerance = 1e-15) =>
  a.forEach((value, k) => assert.ok(Math.abs(value - (b[k] ?? NaN)) <= tolerance, `${a} is not ${b}`));

test("roll, pitch and yaw turn about fixed axes in this order", () => {
  const all = fromOrigin([0, 0, 0], [0.3, -0.7, 1.1]);
  const composed = compose(turning([0, 0, 1], 1.1), compose(turning([0, 1, 0], -0.7), turning([1, 0, 0], 0.3)));
  near(all, composed, 2e-16);
});

// Two turns and a slide in the plane: the point is known by trigonometry.
const ARM: JointGeometry[] = [
  { name: "d", kind: "prismatic", parent: "b", child: "c", axis: [1, 0, 0], origin: { xyz: [0.5, 0, 0], rpy: [0, 0, 0] } },
  { name: "p", kind: "revolute", parent: "base", child: "a", axis: [0, 0, 1], origin: { xyz: [0, 0, 0.2], rpy: [0, 0, 0] } },
  { name: "q", kind: "revolute", parent: "a", child: "b", axis: [0, 0, 1], origin: { xyz: [1, 0, 0], rpy: [0, 0, 0] } },
];

test("a planar arm ends where trigonometry says, in any order of joints", () => {
  const at: Record<string, number> = { p: 0.4, q: -1.3, d: 0.25 };
  const poses = posesOf("base", ARM, (name) => at[name] ?? 0);
  const want = [Math.cos(0.4) + 0.75 * Math.cos(-0.9), Math.sin(0.4) + 0.75 * Math.sin(-0.9), 0.2];
  near(originOf(poses.links.get("c") ?? IDENTITY), want);
});

test("joints that hang on nothing are left out and do not hang the page", () => {
  const lost = { name: "x", kind: "revolute", parent: "nowhere", child: "y", axis: [0, 0, 1], origin: { xyz: [], rpy: [] } };
  assert.equal(posesOf("base", [...ARM, lost], () => 0).links.has("y"), false);
});

test("a turn keeps lengths", () => {
  const turn = turning([0.6, 0, 0.8], 2.1);
  assert.ok(Math.abs(distance(apply(turn, [0.1, -2, 3]), [0, 0, 0]) - Math.hypot(0.1, 2, 3)) < 1e-15 * 10);
});
