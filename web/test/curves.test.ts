import assert from "node:assert/strict";
import { test } from "node:test";
import type { Series } from "../src/contract";
import { curvesOf, isReference, plotsOf, shortLabel } from "../src/plots/curves";

const column = (name: string, group: string, unit: string, joint: number) => ({
  name,
  label: name,
  unit,
  group,
  joint,
  method: null,
});
const series: Series = {
  columns: [column("tau1", "tau", "N m", 0), column("q1", "q", "rad", 0), column("q2", "q", "m", 1)],
  t: [0, 1, 2],
  values: [
    [1, 2, 3],
    [0, Math.PI, null],
    [0, 0.5, 1],
  ],
  samples: 3,
  thinned: false,
};

test("columns are grouped by quantity and unit, angles in degrees, lengths in millimetres", () => {
  const plots = plotsOf(curvesOf(series));
  assert.deepEqual(
    plots.map((plot) => plot.title),
    ["Position (°)", "Position (mm)", "Effort"],
  );
  assert.deepEqual(plots[0]?.lines[0]?.values, [0, 180, null]);
  assert.deepEqual(plots[1]?.lines[0]?.values, [0, 500, 1000]);
  assert.equal(plots[2]?.yUnit, "N m");
});

test("an overlaid run is interpolated at the times of the first", () => {
  const other: Series = { ...series, columns: [column("tau1", "tau", "N m", 0)], t: [0.5, 2.5], values: [[10, 30]] };
  const plots = plotsOf([
    ...curvesOf({ ...series, columns: series.columns.slice(0, 1) }),
    ...curvesOf(other, { suffix: " · run 2", pale: true }),
  ]);
  assert.deepEqual(plots[0]?.lines[1]?.values, [null, 15, 25]);
  assert.equal(plots[0]?.lines[1]?.label, "tau1 · run 2");
});

test("a line is labelled by its joint, and reference signals are recognised", () => {
  assert.equal(shortLabel({ ...column("q1", "q", "rad", 0), label: "theta1 position" }), "theta1");
  assert.equal(shortLabel({ ...column("q1", "q", "rad", 0), label: "theta1 position, filtered" }), "theta1, filtered");
  assert.deepEqual(
    ["q1", "qref1", "qddref12", "tau1"].map((name) => isReference(column(name, "q", "rad", 0))),
    [false, true, true, false],
  );
});
