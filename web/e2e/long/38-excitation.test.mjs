// A designed excitation: condition number, kept over a reload; one that was stopped can be used.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, project, until } from "../steps.mjs";

scenario("an excitation that was stopped has a condition number and can be used", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await page.fill("label:has-text('Harmonics') input", "3");
  await page.press("label:has-text('Harmonics') input", "Enter");
  await page.click("#design");
  await until(
    "it is at work",
    async () => (await project(page)).runs.find((card) => card.kind === "excite")?.progress ?? 0,
    (share) => share > 0.02,
  );
  // Within the page: the button goes when the design ends by itself.
  await page.evaluate(() => document.querySelector("#stop-design")?.click());
  await page.waitForSelector("#use-excitation");
  const condition = await page.textContent("#excitation-condition");
  assert.match(condition, /Condition number \d/);
  await page.reload();
  await goTo(page, "motion");
  await page.waitForSelector("#excitation-condition");
  assert.equal(await page.textContent("#excitation-condition"), condition);
  assert.equal(await page.inputValue("label:has-text('Harmonics') input"), "3");
  await page.click("#use-excitation");
  await until(
    "the motion is the design",
    async () => (await project(page)).motion.kind,
    (kind) => kind === "recorded",
  );
});
