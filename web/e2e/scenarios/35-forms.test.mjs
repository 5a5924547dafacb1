// Forms survive a reload: methods, ticked logs, noise, settings.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, simulate } from "../steps.mjs";

scenario("what was typed and ticked in forms survives a reload", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await goTo(page, "simulate");
  await page.click("summary:has-text('Sensor and drive effects')");
  await page.check("#effect-white-noise");
  await page.fill("label:has-text('Duration') input", "2");
  await page.press("label:has-text('Duration') input", "Enter");
  const log = await simulate(page);
  await goTo(page, "identify");
  await page.click("button:has-text('None')");
  await page.check('#methods input[value="ls"]');
  await page.fill("label:has-text('Filter cut-off') input", "12");
  await page.press("label:has-text('Filter cut-off') input", "Enter");
  await page.check(`input[aria-label="Validate on runs/${log}/log.csv"]`);
  await page.reload();
  await page.waitForSelector("#methods input:checked");
  assert.deepEqual(await page.$$eval("#methods input:checked", (all) => all.map((box) => box.value)), ["ls"]);
  assert.equal(await page.inputValue("label:has-text('Filter cut-off') input"), "12");
  await page.waitForSelector(`input[aria-label="Validate on runs/${log}/log.csv"]:checked`);
  await goTo(page, "simulate");
  assert.equal(await page.inputValue("label:has-text('Duration') input"), "2");
  await page.click("summary:has-text('Sensor and drive effects')");
  assert.ok(await page.isChecked("#effect-white-noise"));
});
