import assert from "node:assert/strict";
import { test } from "node:test";
import type { EstimateTrace } from "../src/contract";
import { ranked, shortName, type MethodResult } from "../src/pages/identify/result";
import { tracePlot } from "../src/pages/identify/tracePlot";
import { appendTrace } from "../src/state/trace";

const trace = (from: number, at: number[], values: number[]): EstimateTrace => ({
  method: "ekf",
  axis: "time, s",
  names: ["m"],
  units: ["kg"],
  at,
  values: [values],
  deviations: [values.map(() => 0.5)],
  cost: at,
  from,
  complete: false,
});

test("parts of a trace are appended at their index, also when a part arrives twice", () => {
  const first = appendTrace(undefined, trace(0, [0, 1], [10, 11]));
  const second = appendTrace(first, trace(2, [2, 3], [12, 13]));
  assert.deepEqual(second.at, [0, 1, 2, 3]);
  assert.deepEqual(second.values, [[10, 11, 12, 13]]);
  assert.deepEqual(appendTrace(second, trace(2, [2, 3], [12, 13])), second);
});

test("bands are two standard deviations about the estimate", () => {
  const plot = tracePlot([trace(0, [0, 1], [10, 11])], "m", "mass", () => 3);
  assert.deepEqual(plot?.lines[0]?.band?.low, [9, 10]);
  assert.deepEqual(plot?.lines[0]?.band?.high, [11, 12]);
  assert.equal(plot?.yUnit, "kg");
  assert.equal(plot?.yLabel, "mass");
  assert.equal(
    tracePlot([trace(0, [0], [1])], "unknown", "unknown", () => 0),
    null,
  );
});

const result = (method: string, relative: number, validation: number | null): MethodResult => ({
  method,
  parameters: [],
  base: [],
  rank: 1,
  condition: 1,
  fit: { joints: [], relative },
  validation: validation === null ? null : { joints: [], relative: validation },
  verdict: { status: "pass", pass: true, reasons: [] },
  seconds: 1,
});

test("methods without validation are last, ties keep their order", () => {
  const list = [result("a", 3, null), result("b", 1, 5), result("c", 2, 4), result("d", 2, 4)];
  assert.deepEqual(
    ranked(list, "validation", false).map((entry) => entry.method),
    ["c", "d", "b", "a"],
  );
  assert.deepEqual(
    ranked(list, "fit", true).map((entry) => entry.method),
    ["a", "c", "d", "b"],
  );
  assert.deepEqual(
    ranked(list, "method", true).map((entry) => entry.method),
    ["d", "c", "b", "a"],
  );
});

test("long combinations of parameters get a short name", () => {
  assert.equal(shortName("theta1.fv", 3), "theta1.fv");
  assert.equal(shortName("link2.ixx - 0.25 link3.m + 0.5 link3.mx", 6), "b7");
});
