// Shared steps of the scenarios. They wait for visible state, never for a fixed time.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import axe from "axe-core";
import { patience } from "./studio.mjs";

/** Opens a built-in robot by clicking its card. */
export async function pickRobot(page, robot) {
  await page.click(`[data-robot="${robot}"]`);
  await page.waitForSelector("#motion-ready, .plot canvas");
}

/** Opens a page by the navigation bar. */
export async function goTo(page, name) {
  await page.click(`nav[aria-label=Pages] a[href*="#/${name}"]`);
  await page.waitForSelector(`nav[aria-label=Pages] a[aria-current=page][href*="#/${name}"]`);
}

/** Displayed time (s). */
export async function clock(page) {
  const text = await page.textContent("#clock");
  return Number.parseFloat((text ?? "").replace("−", "-"));
}

/** Polls a value until it satisfies a condition. */
export async function until(what, ask, satisfied, tries = 300) {
  let last;
  for (let i = 0; i < tries * patience; i++) {
    last = await ask();
    if (satisfied(last)) return last;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.fail(`${what}: still ${JSON.stringify(last)}`);
}

/** Simulates, waits until the run is done, and returns its number. */
export async function simulate(page) {
  await goTo(page, "simulate");
  const before = await page.$$eval("#runs [data-run]", (runs) => runs.length);
  await page.click("#simulate");
  await page.waitForFunction((count) => document.querySelectorAll("#runs [data-run]").length > count, before);
  const run = await page.$eval("#runs [data-run]", (item) => item.dataset.run);
  await page.waitForSelector(`#runs [data-run="${run}"][data-state=done]`, { timeout: 120_000 });
  await page.waitForSelector("#run-detail table");
  return Number(run);
}

/** Sends a request to the server, as the page would. */
export function api(page, path, options = {}) {
  return page.evaluate(
    async ([path, options]) => {
      const response = await fetch(`/api/v1${path}`, options);
      return { status: response.status, body: await response.json().catch(() => null) };
    },
    [path, options],
  );
}

/** The open project, from the server. */
export async function project(page) {
  const id = await page.evaluate(() => /[?&]project=([^&]+)/.exec(location.hash)?.[1]);
  return (await api(page, `/projects/${id}`)).body;
}

/** Drops files on the page. */
export async function dropFiles(page, files) {
  const transfer = await page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const { name, text } of files) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

/** Violations found by axe-core; evaluated through the debugger, which the content security policy does not restrict. */
export async function accessibilityProblems(page, where) {
  const results = await page.evaluate(
    `(async () => { const module = { exports: {} }; ${axe.source}; return await (window.axe ?? module.exports).run(document, { resultTypes: ["violations"] }); })()`,
  );
  return results.violations.map(
    (violation) =>
      `${where}: ${violation.id}: ${violation.nodes
        .slice(0, 3)
        .map((node) => node.html.slice(0, 160))
        .join(" | ")}`,
  );
}

/** Checks that the robot view is not blank. */
export async function robotViewIsNotBlank(page) {
  const picture = await page.locator(".view").screenshot();
  // A blank image compresses to almost nothing.
  assert.ok(picture.length > 4000, `the screenshot of the robot view has only ${picture.length} bytes`);
}

/** Does something and waits until the project has changed. */
async function changing(page, what, act) {
  const before = (await project(page)).revision;
  await act();
  await until(
    `${what} is saved`,
    async () => (await project(page)).revision,
    (revision) => revision > before,
  );
}

/** Types a value into a field and waits until the project has it. */
export function setField(page, selector, value) {
  return changing(page, selector, async () => {
    await page.fill(selector, String(value));
    await page.press(selector, "Enter");
  });
}

/** Clicks and waits until the project has changed. */
export function clickAndSave(page, selector) {
  return changing(page, selector, () => page.click(selector));
}

/** Chooses a kind of motion and waits until the first one of it is saved. */
export function chooseMotion(page, kind) {
  return changing(page, kind, () => page.selectOption("label:has-text('Motion') select", kind));
}

/** Takes the first estimate over into the model, the old robot beside the new one before, and exports it as URDF. */
export async function takeOverAndExport(page) {
  await goTo(page, "validate");
  await page.click('#method-list button[aria-label^="Write to model"]');
  await page.waitForSelector("#corrected table");
  assert.ok((await page.locator("#corrected tbody tr").count()) >= 3, "old beside new");
  await page.click("#take-over");
  await until(
    "the model is taken over",
    async () => (await project(page)).undo,
    (label) => label?.startsWith("parameters of run"),
  );
  await goTo(page, "model");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("a:has-text('URDF')")]);
  assert.match(readFileSync(await download.path(), "utf8"), /<robot/);
}

/** Builds a new robot of one joint. */
export async function newRobot(page) {
  await page.click("#new-robot");
  await page.waitForSelector("#joint-name");
}

/** Opens the kinematics of the UR5 in a pose away from singularities, with the target at its tool; returns its position. */
export async function aimedUr5(page) {
  await pickRobot(page, "ur5");
  await goTo(page, "kinematics");
  for (const [k, value] of [20, -70, 80, -50, -60, 10].entries()) {
    const slider = page.locator("input[type=range][id^=slider-]").nth(k);
    await slider.evaluate((input, degrees) => {
      input.value = String(degrees);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, value);
  }
  const tool = await page.evaluate(() => globalThis.__lab.tool());
  for (const [k, axis] of ["x", "y", "z"].entries()) {
    await page.fill(`#goal-${axis}`, String(tool[k] * 1000));
    await page.press(`#goal-${axis}`, "Tab");
  }
  await page.check("#goal-turned");
  return tool;
}

/** Clicks, and waits for an element within the page, without the steps between; returns the milliseconds. */
function clicked(page, button, shown) {
  return page.evaluate(
    ([button, shown]) =>
      new Promise((done) => {
        const began = performance.now();
        document.querySelector(button).click();
        const look = () =>
          document.querySelector(shown) ? done(performance.now() - began) : requestAnimationFrame(look);
        look();
      }),
    [button, shown],
  );
}

/** Milliseconds from the click on Stop until a campaign of many experiments is shown as stopped, and the longest time
 *  between two frames while it ran. */
export async function campaignTimes(page) {
  await goTo(page, "campaign");
  await page.fill("#campaign-seeds", "5000");
  await page.press("#campaign-seeds", "Enter");
  await page.click("#run-campaign");
  await page.waitForSelector("#campaign-done");
  const pause = await page.evaluate(
    () =>
      new Promise((done) => {
        let [longest, last] = [0, performance.now()];
        const until = last + 5000;
        const look = (now) => {
          longest = Math.max(longest, now - last);
          last = now;
          if (now > until) done(longest);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  return { stop: await clicked(page, "#stop-campaign", "#campaign [data-state=cancelled]"), pause };
}

/** Waits until the last run has done a part of its work. */
function untilAtWork(page) {
  return until(
    "it is at work",
    async () => (await project(page)).runs.at(-1)?.progress ?? 0,
    (share) => share > 0,
  );
}

/** Unticks all training logs, within the page: the list changes when a run has saved its log. */
export function trainOnNone(page) {
  return page.evaluate(() =>
    document.querySelectorAll('input[aria-label^="Train on"]:checked').forEach((box) => box.click()),
  );
}

/** Milliseconds from the click on Stop until a long simulation, and a slow identification, are shown as stopped. */
export async function stopTimes(page) {
  const log = await simulate(page);
  await page.fill("label:has-text('Duration') input", "600");
  await page.press("label:has-text('Duration') input", "Enter");
  await page.click("#simulate");
  await page.waitForSelector("#runs [data-state=running] .danger");
  await untilAtWork(page);
  const simulation = await clicked(page, "#runs [data-state=running] .danger", "#runs [data-state=cancelled]");
  await goTo(page, "identify");
  await page.click("button:has-text('None')");
  await page.check('#methods input[value="particle"]');
  await trainOnNone(page);
  await page.check(`input[aria-label="Train on runs/${log}/log.csv"]`);
  await page.click("#identify");
  await page.waitForSelector('#method-cards [data-method="particle"][data-state=running]');
  await untilAtWork(page);
  const identification = await clicked(page, "#progress .danger", "#progress[aria-busy=false]");
  return { simulation, identification };
}
