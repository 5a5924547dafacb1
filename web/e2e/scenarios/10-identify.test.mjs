// Identification with several methods: live progress, one is stopped, the table sorts, a reload resumes.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, simulate, until } from "../steps.mjs";

// The last one is slow enough to be stopped on any machine.
const METHODS = ["wls", "ekf", "ukf", "pso", "particle"];

scenario("five methods at once, one of them stopped", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await goTo(page, "simulate");
  await page.click("summary:has-text('Sensor and drive effects')");
  await page.check("#effect-white-noise");
  const run = await simulate(page);
  await page.click("text=Identify from this log");
  await page.waitForSelector(`[data-log="runs/${run}/log.csv"]`);
  await page.click("button:has-text('None')");
  for (const name of METHODS) await page.check(`#methods input[value="${name}"]`);
  await page.click("#identify");
  await page.waitForSelector("#method-cards [data-method]");
  await page.click('#method-cards [data-method="particle"] button');
  await page.reload();
  await page.waitForSelector("#method-cards [data-method]");
  await page.waitForSelector("#progress[aria-busy=false]", { timeout: 120_000 });
  await page.waitForSelector("#rank[data-finished=true] tbody tr");
  const rows = () =>
    page.$$eval("#rank[data-finished=true] tbody tr", (lines) => lines.map((line) => line.dataset.method));
  assert.deepEqual((await rows()).toSorted(), METHODS.slice(0, 4).toSorted(), "the other methods finish");
  assert.equal(
    await page.getAttribute('#method-cards [data-method="particle"]', "data-state"),
    "cancelled",
    "the stopped method is marked, also after a reload",
  );
  await page.click("#rank button.sort:has-text('Method')");
  const sorted = await rows();
  assert.deepEqual(
    sorted,
    [...sorted].sort((a, b) => a.localeCompare(b)),
    "the table is sorted",
  );
  await until(
    "traces with bands",
    () => page.locator("#traces .plot").count(),
    (count) => count >= 1,
  );
});
