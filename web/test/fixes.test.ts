import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogColumn } from "../src/contract";
import { actionsFor, correctedMap, gravityIn, type Explanation } from "../src/pages/identify/fixes";

const column = (name: string, target: string | null, factor = 1, offset = 0) =>
  ({ column: name, target, factor, offset }) as LogColumn;
const fault = (kind: string, joints: string[], value = 0) =>
  ({ kind, joints, value, message: "", fix: "", removes: 90, certain: true }) satisfies Explanation;
const JOINTS = [
  { name: "turn", slides: false },
  { name: "slide", slides: true },
];
const COLUMNS = [
  column("time", "t", 1e-3),
  column("a [deg]", "q1", Math.PI / 180, 0.5),
  column("b", "q2"),
  column("va", "qd1"),
  column("fa", "tau1", -2),
  column("fb", "tau2"),
  column("note", null),
];
const corrected = (entry: Explanation) => correctedMap(COLUMNS, entry, JOINTS, ["ignore=note", "q2=b"]);

test("a sign is turned without losing unit, scale and offset of the column", () => {
  const map = corrected(fault("position_sign", ["turn"]));
  assert.deepEqual(map, [
    "ignore=note",
    't = { column = "time", unit = "s", scale = 0.001 }',
    `q1 = { column = "a [deg]", unit = "rad", scale = ${-Math.PI / 180}, offset = -0.5 }`,
    'q2 = { column = "b", unit = "m", scale = 1 }',
    'qd1 = { column = "va", unit = "rad/s", scale = -1 }',
    'tau1 = { column = "fa", unit = "N m", scale = -2 }',
    'tau2 = { column = "fb", unit = "N", scale = 1 }',
  ]);
});

test("zeros, factors and exchanged columns are undone", () => {
  const offset = corrected(fault("zero_offset", ["turn"], 0.25));
  assert.ok(offset.includes(`q1 = { column = "a [deg]", unit = "rad", scale = ${Math.PI / 180}, offset = 0.75 }`));
  const all = corrected(fault("effort_unit", [], 1e-3));
  assert.ok(all.includes('tau1 = { column = "fa", unit = "N m", scale = -0.002 }'));
  assert.ok(all.includes('tau2 = { column = "fb", unit = "N", scale = 0.001 }'));
  const swapped = corrected(fault("swapped_efforts", ["turn", "slide"]));
  assert.ok(swapped.includes('tau2 = { column = "fa", unit = "N", scale = -2 }'));
  assert.ok(swapped.includes('tau1 = { column = "fb", unit = "N m", scale = 1 }'));
  assert.ok(swapped.includes('q2 = { column = "b", unit = "m", scale = 1 }'));
});

test("every fault that the library names has something to click", () => {
  const kinds = [
    "effort_sign position_sign axis_sign zero_offset effort_unit position_unit drive_gain effort_scale",
    "swapped_efforts swapped_positions swapped_joints coupling payload delay standstill description",
  ];
  for (const kind of kinds.join(" ").split(" ")) assert.ok(actionsFor(fault(kind, ["turn", "slide"])).length > 0, kind);
  const gravity = { ...fault("gravity", []), fix: "--mount ceiling, or --gravity 0.00,0.00,9.81; …" };
  assert.deepEqual(gravityIn(gravity.fix), [0, 0, 9.81]);
  assert.equal(actionsFor(gravity)[0]?.does, "gravity");
});
