import assert from "node:assert/strict";
import { test } from "node:test";
import { fileOf, programOf, withPoint, type Program } from "../src/pages/motion/programs";

const speeds = { speed: [1, 2], acceleration: [3, 4] };

test("a program opens in its form again", () => {
  const program: Program = {
    form: "via",
    interpolation: "quintic",
    points: withPoint(withPoint([], [0, 0.1]), [1, 0.2], 2),
  };
  const text = fileOf(program, speeds);
  assert.deepEqual(programOf(text), program);
  assert.match(text, /^kind = "quintic"$/m);
  assert.match(text, /^times = \[0\.0, 2\.0\]$/m);
  assert.match(text, /^q = \[\[0\.0, 1\.0\], \[0\.1, 0\.2\]\]$/m);
  assert.match(fileOf({ ...program, interpolation: "trapezoid" }, speeds), /^speed = \[1\.0, 2\.0\]$/m);
});

test("other files are no programs", () => {
  for (const text of ["", 'kind = "fourier"', "# armlab studio: {", '# armlab studio: {"form":"else"}'])
    assert.equal(programOf(text), null);
});
