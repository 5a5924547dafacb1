// Inverse kinematics by mouse: out of reach is shown with a distance; one drag is one undo step.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, until } from "../steps.mjs";

const onScreen = (page, point) => page.evaluate((point) => globalThis.__lab.onScreen(point), point);
const goal = (page) => page.evaluate(() => globalThis.__lab.goal());

/** Drags the target marker from one world position to another. */
async function drag(page, from, to) {
  const [x0, y0] = await onScreen(page, from);
  const [x1, y1] = await onScreen(page, to);
  await page.mouse.move(x0, y0);
  await page.mouse.move(x0 + 1, y0 + 1);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(x0 + ((x1 - x0) * step) / 12, y0 + ((y1 - y0) * step) / 12);
  await page.mouse.up();
}

scenario("the target is dragged out of reach and back", {}, async ({ page }) => {
  await pickRobot(page, "planar6");
  await goTo(page, "kinematics");
  await page.fill("#goal-x", "350");
  await page.press("#goal-x", "Tab");
  await page.fill("#goal-y", "100");
  await page.press("#goal-y", "Tab");
  await page.click("#solve");
  await page.waitForSelector("#goal-state[data-state=reached]");
  const start = (await goal(page)).position;
  const sliders = () => page.$$eval(".slider input[type=range]", (inputs) => inputs.map((input) => input.value));
  const before = await sliders();
  await page.keyboard.press("x");
  await drag(page, [start[0] + 0.0, start[1], start[2]], [start[0] + 0.45, start[1], start[2]]);
  await page.waitForSelector("#goal-state[data-state=out-of-reach]");
  const out = await until(
    "the distance",
    () => goal(page),
    (seen) => seen.distance > 0.01 && seen.nearest !== null,
  );
  assert.match(await page.textContent("#goal-state"), /Out of reach by [\d.]+ mm/);
  assert.ok(Math.hypot(out.nearest[0], out.nearest[1]) <= 0.6 + 1e-6, "the nearest point is reachable");
  await until("the sliders follow", sliders, (now) => now.join() !== before.join());
  await page.waitForSelector('button[aria-label="Undo (Ctrl Z)"]:enabled');
  await page.keyboard.press("Control+z");
  await until(
    "one undo reverts one drag",
    () => goal(page),
    (seen) => Math.abs(seen.position[0] - start[0]) < 1e-9 && seen.state === "reached",
  );
  await until("and the sliders", sliders, (now) => now.join() === before.join());
});
