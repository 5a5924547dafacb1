import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogColumn } from "../src/contract";
import { choose, draftOf, inDegrees, instructionsOf, setUnit, targetsFor } from "../src/pages/identify/mapping";

const columns = (...names: [string, string | null, string | null][]): LogColumn[] =>
  names.map(([column, target, unit]) => ({
    column,
    target,
    quantity: null,
    joint: null,
    unit,
    factor: unit === "ms" ? 1e-3 : 1,
    offset: 0,
    given: false,
    why: "",
  }));

test("a mapping is written in command-line syntax, and what is not used any more is ignored", () => {
  const log = columns(["time", "t", "ms"], ["a, b", "q1", null], ["c", null, null]);
  assert.deepEqual(instructionsOf(log, draftOf(log)), ["t=time [ms]", 'q1="a, b"']);
  const unused = choose(log, draftOf(log), 1, "", 2);
  assert.deepEqual(instructionsOf(log, unused), ["t=time [ms]", 'ignore="a, b"']);
  assert.deepEqual(targetsFor(1), ["", "t", "q1", "qd1", "qdd1", "tau1", "i1"]);
});

test("columns with the same name and other numbers are taken for the other joints", () => {
  const log = columns(
    ["stamp", null, null],
    ["A1 winkel", null, null],
    ["A2 winkel", null, null],
    ["A3 winkel", null, null],
    ["A1 strom", null, null],
    ["A2 strom", null, null],
  );
  let draft = choose(log, draftOf(log), 1, "q1", 3);
  assert.deepEqual(
    draft.map((choice) => choice.target),
    ["", "q1", "q2", "q3", "", ""],
  );
  draft = choose(log, draft, 4, "i1", 3);
  assert.deepEqual(
    draft.map((choice) => choice.target),
    ["", "q1", "q2", "q3", "i1", "i2"],
  );
  // A choice never takes a column away from another quantity, only its own target.
  draft = choose(log, draft, 3, "q1", 3);
  assert.deepEqual(
    draft.map((choice) => choice.target),
    ["", "", "q2", "q1", "i1", "i2"],
  );
});

test("degrees are set by quantity, however often the button is pressed", () => {
  const log = columns(["a", "q1", null], ["b", "qd1", null], ["c", "tau1", null]);
  const once = inDegrees(log, draftOf(log), ["a", "b", "c"]);
  const twice = inDegrees(log, once, ["a", "b", "c"]);
  for (const draft of [once, twice])
    assert.deepEqual(
      draft.map((choice) => choice.unit),
      ["deg", "deg/s", ""],
    );
});

test("a unit is set for the columns of the same name", () => {
  const log = columns(["a1 pos", "q1", null], ["a2 pos", "q2", null], ["lift", "q3", null], ["a1 speed", "qd1", null]);
  assert.deepEqual(
    setUnit(log, draftOf(log), 0, "deg").map((choice) => choice.unit),
    ["deg", "deg", "", ""],
  );
  assert.deepEqual(
    setUnit(log, draftOf(log), 2, "mm").map((choice) => choice.unit),
    ["", "", "mm", ""],
  );
});

test("an edited mapping keeps factors and offsets that no unit explains", () => {
  const [turned] = columns(["a", "q1", null]);
  assert.ok(turned);
  const log = [{ ...turned, factor: -0.02, offset: 0.5 }];
  assert.deepEqual(instructionsOf(log, draftOf(log)), ['q1 = { column = "a", scale = -0.02, offset = 0.5 }']);
});
