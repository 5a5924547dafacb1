import assert from "node:assert/strict";
import { test } from "node:test";
import { ellipsoidOf, gyrationRadius } from "../src/robot/inertia";
import { eigen } from "../src/robot/symmetric";

test("eigenvectors rebuild the matrix", () => {
  const m = [2, 0.3, -0.1, 0.3, 1.5, 0.4, -0.1, 0.4, 3] as const;
  const { values, vectors: v } = eigen(m[0], m[1], m[2], m[4], m[5], m[8]);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += (v[3 * i + k] ?? 0) * (values[k] ?? 0) * (v[3 * j + k] ?? 0);
      assert.ok(Math.abs(sum - (m[3 * i + j] ?? 0)) < 4e-15);
    }
  }
});

test("a solid ellipsoid gives back its own half-axes", () => {
  const [a, b, c, mass] = [0.1, 0.2, 0.3, 2.5];
  const moment = (x: number, y: number) => (mass * (x * x + y * y)) / 5;
  const found = ellipsoidOf(mass, [moment(b, c), 0, 0, moment(a, c), 0, moment(a, b)]);
  [a, b, c].forEach((half, k) => assert.ok(Math.abs((found?.axes[k] ?? 0) - half) < 1e-15));
  assert.equal(found?.possible, true);
});

test("moments that break the triangle inequality are no body's", () => {
  assert.equal(ellipsoidOf(1, [1, 0, 0, 1, 0, 3])?.possible, false);
});

test("a link without mass has no ellipsoid", () => {
  assert.equal(ellipsoidOf(0, [1, 0, 0, 1, 0, 1]), null);
});

test("the paper's inertia on a half-kilogram link would sit metres away", () => {
  const radius = gyrationRadius(0.4822, [2.08, 0, 0, 6.42, 0, 7.46]);
  assert.ok(Math.abs(radius - Math.sqrt(7.46 / 0.4822)) < 1e-14);
});
