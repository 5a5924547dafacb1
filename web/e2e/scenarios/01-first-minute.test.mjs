// First minute: the page opens, a robot is picked, play is pressed, the arm moves and the cursor with it.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { clock, pickRobot, pictureIsNotBlank, until } from "../steps.mjs";

scenario("from the printed address to a moving arm in two clicks", {}, async ({ page }) => {
  await pickRobot(page, "planar6");
  await pictureIsNotBlank(page);
  const before = await page.textContent("#pose-text");
  const hair = () => page.$eval(".plot-hair", (line) => line.style.transform);
  const hairBefore = await hair();
  await page.click("#play");
  await until(
    "the clock runs",
    () => clock(page),
    (t) => t > 0.3,
  );
  await page.click("#play");
  assert.notEqual(await page.textContent("#pose-text"), before, "the arm moved");
  assert.notEqual(await hair(), hairBefore, "the cursor crossed the plot");
  assert.ok((await page.evaluate(() => globalThis.__lab.draws)) > 1, "the picture was drawn again");
});
