// Methods compared over noise levels and seeds: box plots, coverage, kept over a reload, stopped and continued.
import assert from "node:assert/strict";
import { commandOutput } from "../sameAsCommandLine.mjs";
import { scenario } from "../studio.mjs";
import { accessibilityProblems, api, goTo, pickRobot, project, until } from "../steps.mjs";

async function plan(page, seeds) {
  await page.fill("#campaign-levels", "0.5, 2");
  await page.press("#campaign-levels", "Enter");
  await page.fill("#campaign-seeds", String(seeds));
  await page.press("#campaign-seeds", "Enter");
  await page.waitForSelector(`#run-campaign:has-text("Run ${2 * seeds} experiments")`);
}

const done = (page) => page.$eval("#campaign-done", (text) => Number(text.dataset.done)).catch(() => 0);

scenario("a campaign shows errors and coverage of methods, stops and continues", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await goTo(page, "campaign");
  await page.click("button:has-text('None')");
  for (const name of ["ls", "wls"]) await page.check(`#campaign-methods input[value="${name}"]`);
  await plan(page, 3);
  await page.click("#run-campaign");
  await page.waitForSelector("#campaign [data-state=done]", { timeout: 120_000 });
  await page.waitForSelector("#campaign-table tbody tr");
  assert.equal(await page.locator("#campaign-table tbody tr").count(), 4);
  const boxes = page.locator("#box-plots .box-plot").first().locator("g[data-method]");
  assert.equal(await boxes.count(), 4);
  await page.click('button[aria-pressed=true]:has-text("wls")');
  await until(
    "a method is hidden",
    () => boxes.count(),
    (count) => count === 2,
  );
  const { id, folder } = await project(page);
  const view = (await api(page, `/projects/${id}/runs/1`)).body;
  const printed = commandOutput(folder, view.command);
  const errors = (document) =>
    document.summary.methods.map(({ method, level, coverage, parameters }) => ({
      method,
      level,
      coverage,
      bias: parameters.map(({ name, bias }) => [name, bias]),
    }));
  assert.deepEqual(errors(view.result), errors(printed), "as on the command line");
  const cell = page.locator('#campaign-table tr[data-method="wls"][data-level="2"] td[data-share]');
  const shown = await cell.evaluate((td) => [td.dataset.lower, td.dataset.share, td.dataset.upper].map(Number));
  const { lower, share, upper } = view.result.summary.methods.find(
    (entry) => entry.method === "wls" && entry.level === 2,
  ).coverage;
  assert.deepEqual(shown, [lower, share, upper]);
  assert.deepEqual(await accessibilityProblems(page, "campaign"), []);

  await page.reload();
  await page.waitForSelector("#campaign-table tbody tr");
  assert.equal(await done(page), 6, "kept over a reload");
  assert.equal(await page.inputValue("#campaign-levels"), "0.5, 2", "the form, too");

  await plan(page, 5000);
  await page.click("#run-campaign");
  await page.waitForSelector('#campaign-title:has-text("Run 2")');
  await until(
    "experiments are shown while others are computed",
    () => done(page),
    (count) => count > 0,
  );
  await page.click("#stop-campaign");
  await page.waitForSelector("#campaign [data-state=cancelled]");
  await page.waitForSelector("#continue-campaign");
  const kept = await until(
    "what is done is kept",
    () => done(page),
    (count) => count > 0,
  );
  await page.click("#continue-campaign");
  await page.waitForSelector('#campaign-title:has-text("Run 3")');
  await until(
    "it goes on from there",
    () => done(page),
    (count) => count >= kept,
  );
  await page.click("#stop-campaign");
  await page.waitForSelector("#campaign [data-state=cancelled]");
});
