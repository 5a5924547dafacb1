// A run as one read-only page with its motion in 3D.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, simulate, until } from "../steps.mjs";

scenario("an identification is shared as one page that replays the motion offline", {}, async (lab) => {
  const { page, folder, browser } = lab;
  await pickRobot(page, "scara");
  await simulate(page);
  await page.click("text=Identify from this log");
  await page.waitForSelector("[data-log]");
  await page.click("#identify");
  await page.waitForSelector("#rank[data-finished=true] tbody tr", { timeout: 120_000 });
  await goTo(page, "report");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#share")]);
  const file = join(folder, "share.html");
  await saved.saveAs(file);
  const offline = await browser.newContext({ offline: true });
  const reader = await offline.newPage();
  const problems = [];
  reader.on("pageerror", (error) => problems.push(error.message));
  reader.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) problems.push(request.url());
  });
  await reader.goto(pathToFileURL(file).href);
  assert.match(await reader.textContent("body"), /Identification of scara/);
  const clock = () => reader.textContent("#replay-clock");
  const before = await clock();
  const picture = (await reader.locator("#replay-canvas").screenshot()).length;
  assert.ok(picture > 4000, `${picture} bytes`);
  await reader.click("#replay-play");
  await until("it moves", clock, (text) => text !== before);
  await reader.click("#replay-play");
  await reader.focus("#replay-time");
  await reader.keyboard.press("End");
  await until("the end", clock, (text) => Number.parseFloat(text) > 9.9);
  assert.deepEqual(problems, []);
  await offline.close();
});
