import assert from "node:assert/strict";
import { test } from "node:test";
import { bestSoFar } from "../src/pages/kinematics/bestSoFar";
import { compose, rotation, rpyOf } from "../src/robot/transform";

test("roll, pitch and yaw are found in a transform", () => {
  for (const [roll, pitch, yaw] of [
    [0.3, -0.7, 2.1],
    [-3, 0.2, -1],
    [0, 0, 0],
  ] as const) {
    const turned = compose(compose(rotation([0, 0, 1], yaw), rotation([0, 1, 0], pitch)), rotation([1, 0, 0], roll));
    rpyOf(turned).forEach((value, k) => assert.ok(Math.abs(value - [roll, pitch, yaw][k]!) < 1e-12));
  }
});

test("the best error so far falls and ends with the run", () => {
  const history = [
    { evaluation: 1, position: 3 },
    { evaluation: 3, position: 4 },
    { evaluation: 5, position: 1 },
  ];
  assert.deepEqual(bestSoFar(history, [0, 1, 2, 4, 5, 6]), [null, 3, 3, 3, 1, null]);
});
