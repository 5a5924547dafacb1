// A parallel mechanism moves, with reaction forces, and is identified from a simulated log, as on the command line.
import assert from "node:assert/strict";
import { assertSameAsCommandLine } from "../sameAsCommandLine.mjs";
import { scenario } from "../studio.mjs";
import { api, goTo, pickRobot, robotViewIsNotBlank, project, simulate, until } from "../steps.mjs";

scenario("the 3PRR mechanism moves, has reaction forces and is identified", {}, async ({ page }) => {
  await pickRobot(page, "parallel3prr");
  await robotViewIsNotBlank(page);
  const run = await simulate(page);
  const { id } = await project(page);
  const { body } = await api(page, `/projects/${id}/runs/${run}/poses?max_points=50&reactions=true`);
  assert.ok(
    body.poses.reactions[20].some((value) => Math.abs(value) > 1e-6),
    "joints have reaction forces",
  );
  const pose = await page.textContent("#pose-text");
  await page.focus("#scrubber");
  await page.keyboard.press("PageUp");
  await until(
    "it moves",
    () => page.textContent("#pose-text"),
    (now) => now !== pose,
  );
  await page.click("text=Identify from this log");
  await page.waitForSelector(`[data-log="runs/${run}/log.csv"]`);
  await page.click("#identify");
  await page.waitForSelector("#rank[data-finished=true] tbody tr", { timeout: 120_000 });
  await assertSameAsCommandLine(page);
  await goTo(page, "kinematics");
  await page.click("#solve");
  await page.waitForSelector("#goal-state[data-state=reached]");
});
