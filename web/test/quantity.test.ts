import assert from "node:assert/strict";
import { test } from "node:test";
import { duration, fixed, plain, readNumber } from "../src/robot/quantity";

test("numbers are shown short and without a tail of zeros", () => {
  assert.equal(plain(0.48220000001), "0.4822");
  assert.equal(plain(-1.5), "−1.5");
  assert.equal(plain(1234567, 3), "1.23e6");
  assert.equal(plain(1.5e-7), "1.5e−7");
  assert.equal(plain(0), "0");
  assert.equal(plain(NaN), "–");
  assert.equal(plain(null), "–");
});

test("a rounded zero has no sign", () => {
  assert.equal(fixed(-0.0001, 2), "0.00");
  assert.equal(fixed(-0.01, 2), "−0.01");
});

test("numbers are read as people type them, and nothing else is", () => {
  assert.equal(readNumber(" 1,5 "), 1.5);
  assert.equal(readNumber("−3"), -3);
  assert.equal(readNumber("1e-3"), 1e-3);
  assert.equal(readNumber(".5"), 0.5);
  for (const text of ["", "abc", "1,000.5", "0x10", "1e999", "--1", "1 2"]) assert.equal(readNumber(text), null);
});

test("times are told in the unit that fits", () => {
  assert.deepEqual([3.5e-4, 0.0123, 4.2, 200].map(duration), ["350 µs", "12.3 ms", "4.2 s", "3 min 20 s"]);
});
