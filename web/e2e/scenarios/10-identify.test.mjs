// Identify with several methods at once: progress streams, one is cancelled, the table sorts, a reload resumes.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, simulate, until } from "../steps.mjs";

const METHODS = ["wls", "ekf", "ukf", "pso"];

scenario("four methods side by side, one of them stopped", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await goTo(page, "simulate");
  await page.click("summary:has-text('Sensors and drives')");
  await page.check("#effect-white-noise");
  const run = await simulate(page);
  await page.click("text=Identify from this log");
  await page.waitForSelector(`[data-log="runs/${run}/log.csv"]`);
  const offered = await page.$$eval("#methods input", (inputs) => inputs.map((input) => input.value));
  const chosen = METHODS.filter((name) => offered.includes(name));
  assert.ok(chosen.length >= 3, `of ${METHODS} only ${chosen} are offered`);
  await page.click("button:has-text('None')");
  for (const name of chosen) await page.check(`#methods input[value="${name}"]`);
  await page.click("#identify");
  await page.waitForSelector("#method-cards [data-method]");
  const last = chosen.at(-1);
  const stop = page.locator(`#method-cards [data-method="${last}"] button`);
  if (await stop.count()) await stop.click({ timeout: 2000 }).catch(() => undefined); // a fast method may be done before
  await page.reload();
  await page.waitForSelector("#method-cards [data-method]");
  await page.waitForSelector("#live[aria-busy=false]", { timeout: 120_000 });
  await page.waitForSelector("#rank tbody tr");
  const rows = () => page.$$eval("#rank tbody tr", (lines) => lines.map((line) => line.dataset.method));
  assert.ok((await rows()).includes("wls"));
  await page.click("#rank button.sort:has-text('Method')");
  const sorted = await rows();
  assert.deepEqual(sorted, [...sorted].sort((a, b) => a.localeCompare(b)), "the table is sorted");
  await until("traces with bands", () => page.locator("#traces .plot").count(), (count) => count >= 1);
});
