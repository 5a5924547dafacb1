import assert from "node:assert/strict";
import { test } from "node:test";
import { displayUnit, setUnits, shownUnit } from "../src/robot/units";
import { inertiaUnitFor } from "../src/pages/model/inertiaUnit";
import { parseGains } from "../src/pages/identify/gains";
import { problemText } from "../src/pages/motion/problemText";

test("the interface is in degrees and millimetres, or in SI units", () => {
  assert.deepEqual([displayUnit("revolute").unit, displayUnit("prismatic").unit], ["°", "mm"]);
  assert.equal(shownUnit("rad/s²").unit, "°/s²");
  assert.equal(shownUnit("N m").unit, "N m");
  setUnits("rad", "m");
  assert.deepEqual([displayUnit("revolute").unit, displayUnit("prismatic").unit], ["rad", "m"]);
  assert.equal(shownUnit("m/s").factor, 1);
  setUnits("deg", "mm");
});

test("an exceeded limit is told with its unit", () => {
  const exceeded = { what: "velocity", value: 26.1773, allowed: 1.5, time: 0.4, unit: "rad/s" };
  const problem = { joint: 0, movement: null, cell: null, message: "", severity: "warning", exceeded };
  assert.equal(problemText(problem), "velocity 1500 °/s at 0.4 s, allowed 85.94 °/s");
});

test("an implausible inertia is read in the largest unit that is plausible", () => {
  // 7.46 of a 0.4822 kg link: 3.9 m; the paper's kg cm².
  assert.equal(inertiaUnitFor(3.93, 0.6)?.unit, "kg cm²");
  assert.equal(inertiaUnitFor(300, 0.6)?.unit, "kg mm²");
  assert.equal(inertiaUnitFor(1e9, 0.6), null);
});

test("a typo in the gains is told, not dropped", () => {
  assert.deepEqual(parseGains("1.5, 2; 3"), [1.5, 2, 3]);
  assert.deepEqual(parseGains("1.5, ?"), [1.5, null]);
  assert.equal(parseGains(" "), null);
  assert.match(String(parseGains("1.5, x2")), /x2/);
});
