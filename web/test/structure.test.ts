import assert from "node:assert/strict";
import { test } from "node:test";
import type { Model } from "../src/contract";
import { canHang, closureKind, freeName } from "../src/pages/model/structure";

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
