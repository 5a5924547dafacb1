import assert from "node:assert/strict";
import { test } from "node:test";
import { fileOf, programOf, withPoint, type PathProgram, type Program } from "../src/pages/motion/programs";

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

test("a tool path states its orientation in the file", () => {
  const path: PathProgram = {
    form: "path",
    path: "line",
    points: [
      [0.3, 0, 0.2],
      [0.3, 0.1, 0.2],
      [0.3, 0.2, 0.2],
    ],
    centre: [0, 0, 0],
    axis: [0, 0, 1],
    radius: 0.1,
    turns: 0.25,
    rise: 0,
    duration: 2,
    held: "interpolated",
    rpy: [
      [3, 0, 0],
      [3, 0, 0.5],
    ],
    law: "quintic",
    start: [0, 0],
  };
  const text = fileOf(path, speeds);
  // A point without an orientation has the last one.
  assert.match(
    text,
    /held = "pose"\norientation = "interpolated"\nrpy = \[\[3.0, 0.0, 0.0\], \[3.0, 0.0, 0.5\], \[3.0, 0.0, 0.5\]\]/,
  );
  assert.deepEqual(programOf(text), path);
  assert.match(
    fileOf({ ...path, path: "circle", held: "tangent" }, speeds),
    /held = "pose"\norientation = "tangent"\nstart/,
  );
  assert.match(fileOf({ ...path, held: "position" }, speeds), /held = "position"\nstart/);
});
