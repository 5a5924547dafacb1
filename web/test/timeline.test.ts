import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, firstAtOrAfter, nearestSample } from "../src/time/timeline";

test("the cursor stands on the nearest sample, also between uneven ones", () => {
  const times = [0, 0.1, 0.3, 1];
  assert.deepEqual([-5, 0.04, 0.06, 0.19, 0.21, 0.7, 9].map((t) => nearestSample(times, t)), [0, 0, 1, 1, 2, 3, 3]);
  assert.equal(nearestSample([], 1), -1);
  assert.equal(nearestSample([4], 1), 0);
});

test("the first sample at or after a time", () => {
  assert.deepEqual([-1, 0, 0.5, 1, 2].map((t) => firstAtOrAfter([0, 1], t)), [0, 0, 1, 1, 2]);
});

test("playing ends at the end, or begins again when it loops", () => {
  assert.deepEqual(advance(1, 0.5, [0, 2], false), { t: 1.5, ended: false });
  assert.deepEqual(advance(1.75, 0.5, [0, 2], false), { t: 2, ended: true });
  assert.deepEqual(advance(1.75, 0.5, [0, 2], true), { t: 0.25, ended: false });
  assert.deepEqual(advance(0, 1, [0, 0], true), { t: 0, ended: true });
});
