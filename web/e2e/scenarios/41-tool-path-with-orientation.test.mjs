// A path of the tool with its orientation: stated at the points of a line, and turned with a circle.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { previewOf } from "../sameCurves.mjs";
import { accessibilityProblems, api, chooseMotion, pickRobot, project, setField, until } from "../steps.mjs";

/** Poses of the tool along the motion, at its samples. */
async function toolPoses(page) {
  const { id } = await project(page);
  const { t, q } = await previewOf(page);
  const { body } = await api(page, `/projects/${id}/poses`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ q: t.map((_, k) => q.map((column) => column[k])) }),
  });
  assert.equal(body.tool.length, t.length);
  return body.tool;
}

/** Angle between two orientations (rad). */
function angleBetween(a, b) {
  const dot = Math.abs([3, 4, 5, 6].reduce((sum, k) => sum + a[k] * b[k], 0));
  return 2 * Math.acos(Math.min(1, dot));
}

const saved = (page, what, word) =>
  until(
    what,
    async () => (await project(page)).motion.text,
    (text) => text.includes(word),
  );

scenario("the tool turns along a line as stated, and with a circle", {}, async ({ page }) => {
  await pickRobot(page, "ur5");
  await chooseMotion(page, "path");
  await page.selectOption("#path-held", "interpolated");
  await saved(page, "the orientations are saved", 'orientation = "interpolated"');
  const before = await toolPoses(page);
  assert.ok(angleBetween(before[0], before.at(-1)) < 1e-6, "the same orientation at both points");
  const yaw = Number(await page.inputValue("#path-rpy-1-yaw"));
  await setField(page, "#path-rpy-1-yaw", yaw + 20);
  const line = await toolPoses(page);
  const turned = line.map((pose) => angleBetween(pose, line[0]) * (180 / Math.PI));
  assert.ok(Math.abs(turned.at(-1) - 20) < 1e-3, `turned by ${turned.at(-1)}°`);
  const half = turned[Math.round((turned.length - 1) / 2)];
  assert.ok(Math.abs(half - 10) < 0.5, `in the middle by ${half}°`);
  assert.deepEqual(await accessibilityProblems(page, "tool path"), []);
  // A motion that cannot be followed is shown with its error and not saved, and the page says so.
  const says = (what) =>
    until(
      what,
      () => page.textContent("#saved"),
      (text) => text.includes(what),
    );
  const x = await page.inputValue("#path-1-x");
  await page.fill("#path-1-x", "5000");
  await page.press("#path-1-x", "Enter");
  await says("Motion not saved");
  assert.match(await page.textContent("#motion-problems"), /misses by/);
  assert.deepEqual(await accessibilityProblems(page, "a motion with errors"), []);
  await page.fill("#path-1-x", x);
  await page.press("#path-1-x", "Enter");
  await says("All changes saved");
  // The orientation that is displayed is taught.
  await page.click('button[aria-label="As displayed: Orientation at point 1"]');
  await page.reload();
  await page.waitForSelector("#path-rpy-1-yaw");
  assert.equal(await page.inputValue("#path-held"), "interpolated");
  await page.selectOption("#path-kind", "circle");
  await saved(page, "the circle is saved", 'kind = "helix"');
  await page.selectOption("#path-held", "tangent");
  await saved(page, "the tool follows the circle", 'orientation = "tangent"');
  await setField(page, "label:has-text('Turns') input", 0.25);
  const arc = await toolPoses(page);
  const quarter = angleBetween(arc[0], arc.at(-1)) * (180 / Math.PI);
  assert.ok(Math.abs(quarter - 90) < 1e-3, `a quarter of a circle turns the tool by ${quarter}°`);
});
