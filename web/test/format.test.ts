import assert from "node:assert/strict";
import { test } from "node:test";
import {
  formatAtScale,
  formatDuration,
  formatEstimate,
  formatFixed,
  formatNumber,
  parseNumber,
} from "../src/robot/format";

test("numbers are formatted without trailing zeros", () => {
  assert.equal(formatNumber(0.48220000001), "0.4822");
  assert.equal(formatNumber(-1.5), "−1.5");
  assert.equal(formatNumber(1234567, 3), "1.23e6");
  assert.equal(formatNumber(1.5e-7), "1.5e−7");
  assert.equal(formatNumber(9.9999999e-5), "0.0001");
  assert.equal(formatNumber(0), "0");
  assert.equal(formatNumber(NaN), "–");
  assert.equal(formatNumber(null), "–");
});

test("a rounded zero has no sign", () => {
  assert.equal(formatFixed(-0.0001, 2), "0.00");
  assert.equal(formatFixed(-0.01, 2), "−0.01");
});

test("numbers are parsed with comma, point or Unicode minus, and anything else is rejected", () => {
  assert.equal(parseNumber(" 1,5 "), 1.5);
  assert.equal(parseNumber("−3"), -3);
  assert.equal(parseNumber("1e-3"), 1e-3);
  assert.equal(parseNumber(".5"), 0.5);
  for (const text of ["", "abc", "1,000.5", "0x10", "1e999", "--1", "1 2"]) assert.equal(parseNumber(text), null);
});

test("durations are formatted in a suitable unit", () => {
  assert.deepEqual([3.5e-4, 0.0123, 4.2, 200].map(formatDuration), ["350 µs", "12.3 ms", "4.2 s", "3 min 20 s"]);
});

test("rounding errors of a series are shown as zero", () => {
  assert.equal(formatAtScale(-3.18e-15, 90), "0");
  assert.equal(formatAtScale(-3.18e-15, 1e-14), "−3.18e−15");
  assert.equal(formatAtScale(3.490658503988659, 4), "3.4907");
  assert.equal(formatAtScale(null, 4), "–");
});

test("an estimate is rounded to the second digit of its standard deviation", () => {
  assert.equal(formatEstimate(6.7e-13, 0.0021), "0.0000");
  assert.equal(formatEstimate(4.783995363377611, 0.0287), "4.784");
  assert.equal(formatEstimate(-0.0999, 0.029), "−0.100");
  assert.equal(formatEstimate(12345.6, 210), "12350");
  assert.equal(formatEstimate(1.23456789, 1e-9), "1.23457");
  assert.equal(formatEstimate(1.5, null), "1.5");
  assert.equal(formatEstimate(2.3e-9, 4.1e-10), "2.3e−9");
});
