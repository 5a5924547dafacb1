// A four-bar linkage built from nothing: crank, coupler, rocker, and a pin that closes the loop.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { assertSameLogAs } from "../sameCurves.mjs";
import { clickAndSave, goTo, newRobot, project, setField, simulate, until } from "../steps.mjs";

scenario("a four-bar is built, its loop is closed, and it moves as the law of cosines says", {}, async ({ page }) => {
  await newRobot(page);
  // Crank 100, coupler 300, rocker 250, ground 300 mm.
  await setField(page, "#tool-x", 100);
  await clickAndSave(page, "#add-revolute");
  await setField(page, "#tool-x", 300);
  await page.click('#links [data-link="link1"]');
  await clickAndSave(page, "#add-revolute");
  // The rocker stands on the ground, beside the crank.
  const before = (await project(page)).revision;
  await page.selectOption("#joint-parent", "base");
  await until(
    "the rocker hangs on the base",
    async () => (await project(page)).revision,
    (revision) => revision > before,
  );
  await setField(page, "#origin-x", 300);
  await setField(page, "#joint-home", 115);
  await page.click('#links [data-link="link2"]');
  await setField(page, "#joint-home", -35);
  await page.click('#links [data-link="link1"]');
  await setField(page, "#joint-home", 60);
  await page.click("#loops summary");
  await clickAndSave(page, "#add-loop");
  for (const [end, link, x] of [
    ["first", "link2", 300],
    ["second", "link3", 250],
  ]) {
    if ((await page.inputValue(`#loop1-${end}-link`)) !== link) {
      const old = (await project(page)).revision;
      await page.selectOption(`#loop1-${end}-link`, link);
      await until(
        `${end} end`,
        async () => (await project(page)).revision,
        (revision) => revision > old,
      );
    }
    if (Number(await page.inputValue(`#loop1-${end}-x`)) !== x) await setField(page, `#loop1-${end}-x`, x);
  }
  for (const link of ["link2", "link3"]) {
    await page.click(`#links [data-link="${link}"]`);
    await clickAndSave(page, "#joint-driven");
  }
  const { model } = await project(page);
  assert.equal(model.stuck, null);
  assert.equal(model.driven.length, 1);
  await goTo(page, "motion");
  const run = await simulate(page);
  const { id } = await project(page);
  const { poses } = await page.evaluate(
    async (path) => (await fetch(path)).json(),
    `/api/v1/projects/${id}/runs/${run}/poses?max_points=20`,
  );
  for (const [crank, , rocker] of poses.q) {
    const [x, y] = [0.1 * Math.cos(crank), 0.1 * Math.sin(crank)];
    const f = Math.hypot(x - 0.3, y);
    const expected = Math.atan2(y, x - 0.3) - Math.acos((0.25 ** 2 + f * f - 0.3 ** 2) / (0.5 * f));
    const difference = Math.abs(Math.atan2(Math.sin(rocker - expected), Math.cos(rocker - expected)));
    assert.ok(difference < 1e-6, `rocker ${rocker}, by the law of cosines ${expected}`);
  }
  await assertSameLogAs(page, run, `runs/${run}/robot.toml`);
});
