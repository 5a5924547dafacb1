// The orientation of a full-pose target by rings in the 3D view, or by numbers.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { aimedUr5, until } from "../steps.mjs";

const lab = (page, name) => page.evaluate((name) => globalThis.__lab[name](), name);
const apart = (a, b) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));

scenario("a ring turns the target, and the arm follows its orientation", {}, async ({ page }) => {
  const tool = await aimedUr5(page);
  const before = await until(
    "an orientation",
    () => lab(page, "orientation"),
    (rpy) => rpy !== null,
  );
  // A ring that the camera sees from the front, so that a drag along it is a turn about its axis.
  const points = (ring) =>
    page.evaluate((ring) => [0, 0.2, 0.4, 0.6].map((angle) => globalThis.__lab.onRing(ring, angle)), ring);
  const rings = await Promise.all([0, 1, 2].map(points));
  const length = (path) => Math.hypot(path.at(-1)[0] - path[0][0], path.at(-1)[1] - path[0][1]);
  const path = rings.reduce((best, other) => (length(other) > length(best) ? other : best));
  await page.mouse.move(...path[0]);
  await page.mouse.down();
  for (const point of path.slice(1)) await page.mouse.move(...point);
  await page.mouse.up();
  const turned = await until(
    "it is turned",
    () => lab(page, "orientation"),
    (rpy) => apart(rpy, before) > 0.05,
  );
  await page.waitForSelector("#goal-state[data-state=reached]");
  await until(
    "the tool has that orientation",
    () => lab(page, "toolRpy"),
    (rpy) => apart(rpy, turned) < 1e-3,
  );
  assert.ok(apart(await lab(page, "tool"), tool) < 1e-4, "and stays in its place");
  // The same by numbers.
  const yaw = Number(await page.inputValue("#goal-yaw"));
  await page.fill("#goal-yaw", String(yaw + 5));
  await page.press("#goal-yaw", "Enter");
  await page.click("#solve");
  await until(
    "the tool follows the number",
    () => lab(page, "toolRpy"),
    (rpy) => Math.abs(rpy[2] - turned[2] - (5 * Math.PI) / 180) < 1e-3,
  );
  await page.waitForSelector('button[aria-label="Undo (Ctrl Z)"]:enabled');
  await page.keyboard.press("Control+z");
});
