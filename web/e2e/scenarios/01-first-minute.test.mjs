// First minute: the page opens, a robot is selected, playback moves the robot and the plot cursor.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { clock, pickRobot, robotViewIsNotBlank, until } from "../steps.mjs";

scenario("from the printed URL to a moving robot in two clicks", {}, async ({ page }) => {
  await pickRobot(page, "planar6");
  await robotViewIsNotBlank(page);
  const before = await page.textContent("#pose-text");
  const cursor = () => page.$eval(".plot-cursor", (line) => line.style.transform);
  const cursorBefore = await cursor();
  await page.click("#play");
  await until(
    "playback runs",
    () => clock(page),
    (t) => t > 0.3,
  );
  await page.click("#play");
  assert.notEqual(await page.textContent("#pose-text"), before, "the robot moved");
  assert.notEqual(await cursor(), cursorBefore, "the plot cursor moved");
  assert.ok((await page.evaluate(() => globalThis.__lab.draws)) > 1, "the 3D view was rendered again");
});
