// The RPRPRP arm of Urrea & Saa 2020 built from nothing by its DH table, its movement table programmed and played.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { assertSameLogAs } from "../sameCurves.mjs";
import { clickAndSave, goTo, newRobot, project, setField, simulate, until } from "../steps.mjs";

const NAMES = ["t1", "d1", "t2", "d2", "t3", "d3"];
// a, alpha, d, theta in mm and degrees, as in the paper's Table 1; zeros are not typed.
const ROWS = [
  { alpha: -90, theta: -90 },
  { alpha: 90, d: 160 },
  { alpha: -90 },
  { alpha: 90, d: 160 },
  { alpha: -90 },
  { d: 160 },
];
const TURNING = { mass: 0.4822, centre: [0, 31.7, 0], inertia: [0.000746, 0.000208, 0.000642] };
const SLIDING = {
  mass: 0.65,
  centre: [0, 0, -56.5],
  inertia: [0.0010055993363749481, 0.0008654085441725425, 0.0002803815844048113],
};
const LAST = {
  mass: 0.6453,
  centre: [0, 0, -49],
  inertia: [0.0009983280796350062, 0.000859150974699295, 0.00027835420987142257],
};
const FIG8 = `90 1 2 3\t0 1 2 3\t-90 1 2 3\t40 1 2 3\t60 1 2 3\t0 1 2 3
45 4 5 6\t10 4 5 6\t-45 4 5 6\t30 4 5 6\t-50 4 5 6\t5 4 5 6`;

scenario(
  "the paper's arm is built from nothing, and its curves are those of the built-in robot on the command line",
  {},
  async ({ page }) => {
    await newRobot(page);
    for (const kind of ["prismatic", "revolute", "prismatic", "revolute", "prismatic"])
      await clickAndSave(page, `#add-${kind}`);
    await page.click("#show-dh");
    for (const [k, row] of ROWS.entries())
      for (const [key, value] of Object.entries(row)) await setField(page, `#dh-joint${k + 1}-${key}`, value);
    for (const [k, name] of NAMES.entries()) {
      await page.click(`#dh-table tbody tr:nth-child(${k + 1}) .link-button`);
      await setField(page, "#joint-name", name);
      const link = k === 5 ? LAST : k % 2 === 0 ? TURNING : SLIDING;
      await setField(page, "#mass", link.mass);
      for (const [i, axis] of ["x", "y", "z"].entries())
        if (link.centre[i] !== 0) await setField(page, `#centre-${axis}`, link.centre[i]);
      for (const [i, axis] of ["Ixx", "Iyy", "Izz"].entries())
        await setField(page, `#inertia-${axis}`, link.inertia[i]);
      const [lower, upper] = k % 2 === 0 ? [-90, 90] : [0, 40];
      await setField(page, "#limit-upper", upper);
      if (lower !== 0) await setField(page, "#limit-lower", lower);
    }
    assert.deepEqual(
      (await project(page)).model.joints.map((joint) => joint.name),
      NAMES,
    );
    await goTo(page, "motion");
    await page.selectOption("label:has-text('Motion') select", "movements");
    await page.waitForSelector("#movements input");
    await page.locator("#movements tbody tr").first().locator("input").first().click();
    await page.evaluate((text) => navigator.clipboard.writeText(text), FIG8);
    await page.keyboard.press("Control+v");
    await until(
      "the table is saved",
      async () => (await project(page)).motion,
      (motion) => motion.kind === "movements" && motion.joints.every((joint) => joint.movements[1]?.tr === 6),
    );
    await page.click("#play");
    await until(
      "it plays",
      () => page.textContent("#clock"),
      (text) => Number.parseFloat(text) > 0.1,
    );
    await page.click("#play");
    const run = await simulate(page);
    await assertSameLogAs(page, run, "planar6");
  },
);
