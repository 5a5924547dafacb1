import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, scrollTo, nearestSample, zoomAbout } from "../src/time/timeline";

test("the cursor is on the nearest sample, also with irregular sampling", () => {
  const times = [0, 0.1, 0.3, 1];
  assert.deepEqual(
    [-5, 0.04, 0.06, 0.19, 0.21, 0.7, 9].map((t) => nearestSample(times, t)),
    [0, 0, 1, 1, 2, 3, 3],
  );
  assert.equal(nearestSample([], 1), -1);
  assert.equal(nearestSample([4], 1), 0);
});

test("playback stops at the end, or restarts when looping", () => {
  assert.deepEqual(advance(1, 0.5, [0, 2], false), { t: 1.5, ended: false });
  assert.deepEqual(advance(1.75, 0.5, [0, 2], false), { t: 2, ended: true });
  assert.deepEqual(advance(1.75, 0.5, [0, 2], true), { t: 0.25, ended: false });
  assert.deepEqual(advance(0, 1, [0, 0], true), { t: 0, ended: true });
});

test("zooming keeps the cursor position and is limited to the whole range", () => {
  assert.deepEqual(zoomAbout([0, 10], 2, 0.5, [0, 10]), [1, 6]);
  assert.deepEqual(zoomAbout([1, 6], 2, 2, [0, 10]), null);
  assert.deepEqual(zoomAbout([4, 6], 9, 0.5, [0, 10]), [5, 6]);
});

test("a zoomed plot moves with the cursor only after the cursor has left it", () => {
  assert.equal(scrollTo([1, 3], 2), null);
  assert.deepEqual(scrollTo([1, 3], 3.5), [3.5, 5.5]);
  assert.deepEqual(scrollTo([1, 3], 0), [0, 2]);
});
