// Long logs: read in parts, with the numbers of the command line.
import assert from "node:assert/strict";
import { assertSameAsCommandLine } from "../sameAsCommandLine.mjs";
import { scenario } from "../studio.mjs";
import { pickRobot, simulate } from "../steps.mjs";

scenario("a log that is read in parts gives the numbers of the command line", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await simulate(page);
  await page.click("text=Identify from this log");
  await page.check("#in-parts");
  await page.click("#identify");
  await page.waitForSelector("#rank[data-finished=true] tbody tr", { timeout: 120_000 });
  assert.match(await page.textContent("#progress"), /--long/);
  await assertSameAsCommandLine(page);
});
