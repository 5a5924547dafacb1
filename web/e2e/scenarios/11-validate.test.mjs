// Validate on another motion; a method is switched off everywhere; numbers are the command line's; write back and undo.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { armlab } from "../programs.mjs";
import { scenario } from "../studio.mjs";
import { api, goTo, pickRobot, project, simulate, until } from "../steps.mjs";

/** All numbers of two documents, side by side, times of computing aside. */
function largestDifference(a, b, path = "") {
  if (typeof a === "number" && typeof b === "number") return path.includes("seconds") ? 0 : Math.abs(a - b) / Math.max(1, Math.abs(a));
  if (a !== null && b !== null && typeof a === "object" && typeof b === "object") return Math.max(0, ...Object.keys(a).map((key) => largestDifference(a[key], b[key], `${path}.${key}`)));
  return a === b || path.includes("seconds") ? 0 : Infinity;
}

scenario("an identification is proved on another log, as on the command line, and written to the model", {}, async ({ page, folder }) => {
  await pickRobot(page, "scara");
  await goTo(page, "simulate");
  await page.click("summary:has-text('Sensors and drives')");
  await page.check("#effect-white-noise");
  const first = await simulate(page);
  await page.fill("label:has-text('Seed') input", "7");
  await page.press("label:has-text('Seed') input", "Enter");
  const second = await simulate(page);
  await goTo(page, "identify");
  await page.click("button:has-text('None')");
  for (const name of ["wls", "physical"]) await page.check(`#methods input[value="${name}"]`);
  for (const [label, source] of [["Learn from", first], ["Prove on", second]]) await page.check(`input[aria-label="${label} runs/${source}/log.csv"]`);
  await page.click("#identify");
  await page.waitForSelector("#rank tbody tr", { timeout: 120_000 });
  await page.click(".card button:has-text('Validate')");
  await page.waitForSelector("#metrics tbody tr");
  const { id, folder: place } = await project(page);
  const runs = (await api(page, `/projects/${id}/runs`)).body;
  const run = runs.findLast((card) => card.kind === "identify").run;
  const view = (await api(page, `/projects/${id}/runs/${run}`)).body;
  assert.match(view.command, /^armlab identify /);
  const path = `${dirname(armlab())}:${process.env.PATH}`;
  const printed = JSON.parse(execFileSync("sh", ["-c", `${view.command} --json`], { cwd: place ?? join(folder, id), env: { ...process.env, PATH: path }, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 }));
  for (const method of view.result.methods) {
    const same = printed.methods.find((entry) => entry.method === method.method);
    assert.ok(largestDifference(method.base, same.base) <= 1e-12, `${method.method}: parameters as on the command line`);
    assert.ok(largestDifference(method.validation, same.validation) <= 1e-12, `${method.method}: validation as on the command line`);
  }
  const cell = await page.$eval('#metrics tr[data-method=wls] td[data-value]', (td) => Number(td.dataset.value));
  assert.ok(Math.abs(cell - view.result.methods.find((entry) => entry.method === "wls").metrics[0].rmse) <= 1e-12 * Math.max(1, cell));
  await page.locator("#switches li", { hasText: "physical" }).locator("input").uncheck();
  assert.equal(await page.locator('#metrics tr[data-method=physical]').count(), 0, "switched off in the table");
  assert.ok(!(await page.textContent("#effort-plots")).includes("physical"), "and in the plots");
  const before = (await project(page)).model.links;
  await page.click('button[aria-label="Write the parameters by wls to the model"]');
  await until("the model is new", async () => (await project(page)).undo, (undo) => undo !== null);
  await page.keyboard.press("Control+z");
  await until("undo brings the old one", async () => (await project(page)).model.links, (links) => JSON.stringify(links) === JSON.stringify(before));
});
