// axe-core on what pages show when they are used: every kind of motion, results, dialogs, opened forms.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { accessibilityProblems, chooseMotion, goTo, newRobot, pickRobot, simulate } from "../steps.mjs";

/** Opens all folded parts of the page. */
const unfold = (page) =>
  page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));

scenario("axe finds no violations in forms, results and dialogs", {}, async ({ page }) => {
  const found = [];
  const check = async (where) => found.push(...(await accessibilityProblems(page, where)));
  await pickRobot(page, "scara");
  for (const kind of ["movements", "via", "fourier", "path", "text"]) {
    await chooseMotion(page, kind);
    await check(`motion ${kind}`);
  }
  await chooseMotion(page, "usual");
  await simulate(page);
  await check("simulation results");
  await page.click("text=Identify from this log");
  await page.click("#identify");
  await page.waitForSelector("#rank[data-finished=true] tbody tr", { timeout: 120_000 });
  for (const [view, drawn] of [
    ["time", "canvas"],
    ["filtered", "canvas"],
    ["friction", "svg.xy"],
    ["xy", "svg.xy"],
    ["spectrum", "canvas"],
  ]) {
    await page.selectOption("#log-view", view);
    await page.waitForSelector(`#log-detail ${drawn}`);
    await check(`log ${view}`);
  }
  await unfold(page);
  await check("identification results");
  await goTo(page, "validate");
  await page.click('#method-list button[aria-label^="Write to model"]');
  await page.waitForSelector("#corrected table");
  await check("corrected robot");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#corrected table", { state: "detached" });
  await goTo(page, "kinematics");
  await page.check("#all-solutions");
  await page.click("#solve");
  await page.waitForSelector("#goal-state[data-state=reached]");
  await check("inverse kinematics");
  await goTo(page, "model");
  await unfold(page);
  for (const way of ["DH row", "Endpoints", "DH table"]) {
    await page.click(`button:has-text("${way}")`);
    await check(`model ${way}`);
  }
  await page.keyboard.press("Control+k");
  await page.waitForSelector("[role=combobox]:focus");
  await check("commands");
  await page.keyboard.press("Escape");
  await goTo(page, "start");
  await newRobot(page);
  await check("new robot");
  assert.deepEqual(found, []);
});
