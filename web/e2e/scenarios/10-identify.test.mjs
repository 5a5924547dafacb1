// Identification with several methods: live progress, one is stopped, the table sorts, a reload resumes.
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
  await until(
    "the other methods finish",
    rows,
    (now) => now.toSorted().join() === METHODS.slice(0, 4).toSorted().join(),
  );
  // The stopped method is marked, also after a reload.
  await page.waitForSelector('#method-cards [data-method="particle"][data-state=cancelled]');
  await page.click("#rank button.sort:has-text('Method')");
  await until("the table is sorted", rows, (now) => now.join() === METHODS.slice(0, 4).toSorted().join());
  await until(
    "traces with bands",
    () => page.locator("#traces .plot").count(),
    (count) => count >= 1,
  );
});
