import assert from "node:assert/strict";
import { test } from "node:test";
import type { Model } from "../src/contract";
import { canHang, closureKind, freeName } from "../src/pages/model/structure";
import { gravityIn, mapsIn } from "../src/pages/identify/fixes";

test("a joint cannot hang on what hangs on it", () => {
  const joints = [null, 0, 1, null].map((parent) => ({ parent }));
  const model = { joints } as unknown as Model;
  assert.deepEqual(
    [0, 1, 2, 3].map((link) => canHang(model, 1, link)),
    [true, false, false, true],
  );
});

test("closures are known by what they hold", () => {
  assert.equal(closureKind(["z", "y", "x"]), "point");
  assert.equal(closureKind(["x", "y", "z", "rx", "ry"]), "pin");
  assert.equal(closureKind(["x"]), "");
  assert.equal(freeName("loop", ["loop1", "loop3"]), "loop2");
});

test("fixes of a diagnosis are found in its words", () => {
  assert.deepEqual(mapsIn(`--map "q1=b" --map 'q2=a c' or --map tau1=x`), ["q1=b", "q2=a c", "tau1=x"]);
  const file =
    'in a mapping file (--mapping): [columns] tau1 = { column = "a", scale = -1 }; tau2 = { column = "b", scale = -1 }';
  assert.deepEqual(mapsIn(file), ['tau1 = { column = "a", scale = -1 }', 'tau2 = { column = "b", scale = -1 }']);
  assert.deepEqual(gravityIn("--mount ceiling, or --gravity 0.00,0.00,9.81; …"), [0, 0, 9.81]);
  assert.equal(gravityIn("reverse the axis"), null);
});
