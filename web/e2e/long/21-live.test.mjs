// A log that grows: estimates arrive while rows are appended.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scenario } from "../studio.mjs";
import { command } from "../sameCurves.mjs";
import { api, goTo, pickRobot, project, until } from "../steps.mjs";

scenario("estimates follow a log that is still being written", {}, async ({ page, folder }) => {
  await pickRobot(page, "scara");
  const home = (await project(page)).folder;
  command(folder, "simulate", "scara", "--out", join(folder, "made"), "--seed", "5");
  const lines = readFileSync(join(folder, "made/log.csv"), "utf8").trim().split("\n");
  const half = Math.floor(lines.length / 2);
  const live = join(home, "logs/live.csv");
  writeFileSync(live, lines.slice(0, half).join("\n") + "\n");
  await page.reload();
  await goTo(page, "identify");
  await page.click('[data-log="logs/live.csv"] .link-button');
  await page.waitForSelector("#follow");
  await page.click("#follow");
  const samples = async () => Number.parseInt((await page.textContent("#live-state").catch(() => "0")) ?? "0", 10);
  const first = await until("the first half arrives", samples, (count) => count > half - 50);
  appendFileSync(live, lines.slice(half).join("\n") + "\n");
  await until("the second half arrives", samples, (count) => count > first + half / 2);
  await page.waitForSelector("#live .plot canvas");
  assert.ok((await page.locator("#live-methods tbody tr").count()) > 0);
  // Values with bands.
  const { id } = await project(page);
  const run = (await project(page)).runs.findLast((card) => card.kind === "follow").run;
  await page.click("#live .danger");
  await page.waitForSelector("#follow");
  const view = await until(
    "what was found is kept",
    async () => (await api(page, `/projects/${id}/runs/${run}`)).body,
    ({ traces }) => traces.length > 0,
  );
  for (const { method, values, deviations } of view.traces)
    assert.equal(deviations.length, values.length, `${method} has a band for every value`);
});
