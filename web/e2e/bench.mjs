// Performance of the page in headless software rendering: prints a table, asserts nothing.
//   ARMLAB=path/to/armlab npm run bench
import { readFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPage, launch, startServer } from "./studio.mjs";
import { campaignTimes, goTo, pickRobot, stopTimes, until } from "./steps.mjs";

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const rows = [];
const folder = mkdtempSync(join(tmpdir(), "armlab-bench-"));
const server = await startServer(folder);
const browser = await launch();
try {
  const script = gzipSync(readFileSync(new URL("../dist/app.js", import.meta.url)), { level: 9 }).length / 1024;
  rows.push(["initial script, gzipped", `${script.toFixed(0)} KB`, "300 KB"]);
  const { page } = await openPage(browser, server, {});
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN);
  rows.push(["first contentful paint", `${paint.toFixed(0)} ms`, "1500 ms"]);
  await pickRobot(page, "panda");
  await until(
    "a frame",
    () => page.evaluate(() => globalThis.__lab.draws),
    (draws) => draws > 0,
  );
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  const first = await until(
    "the first frame",
    () => page.evaluate(() => globalThis.__lab?.firstFrameAt ?? 0),
    (at) => at > 0,
  );
  rows.push(["first 3D frame after opening a link (7 links)", `${first.toFixed(0)} ms`, "3000 ms"]);
  await page.waitForSelector(".plot canvas");
  const draws = await page.evaluate(() => globalThis.__lab.draws);
  await page.click("#play");
  const started = Date.now();
  await until(
    "two seconds of playback",
    async () => Date.now() - started,
    (passed) => passed > 2000,
  );
  const frames = (await page.evaluate(() => globalThis.__lab.draws)) - draws;
  rows.push([
    "frames during playback, with plots",
    `${((frames * 1000) / (Date.now() - started)).toFixed(0)} /s`,
    "10 /s",
  ]);
  await page.click("#play");
  await goTo(page, "kinematics");
  await page.waitForSelector("#solve");
  const [x, y] = await page.evaluate(() => globalThis.__lab.onScreen(globalThis.__lab.goal().position));
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 60; step++)
    await page.mouse.move(x + 60 * Math.sin(step / 10), y + 30 * (1 - Math.cos(step / 10)));
  await page.mouse.up();
  const times = await until(
    "answers",
    () => page.evaluate(() => globalThis.__lab.dragTimes),
    (list) => list.length > 5,
  );
  rows.push([`target drag to moved robot, median of ${times.length}`, `${median(times).toFixed(0)} ms`, "60 ms"]);
  await goTo(page, "start");
  await pickRobot(page, "scara");
  const { simulation, identification } = await stopTimes(page);
  rows.push(["stop of a simulation of 600 s", `${simulation.toFixed(0)} ms`, "500 ms"]);
  rows.push(["stop of an identification (particle filter)", `${identification.toFixed(0)} ms`, "500 ms"]);
  const campaign = await campaignTimes(page);
  rows.push(["stop of a campaign of 15000 experiments", `${campaign.stop.toFixed(0)} ms`, "500 ms"]);
  rows.push(["longest time between frames while it runs", `${campaign.pause.toFixed(0)} ms`, "500 ms"]);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  ["measurement", "value", "budget"]
    .map((cell) => cell.padEnd(58))
    .join("")
    .trimEnd(),
);
for (const row of rows)
  console.log(
    row
      .map((cell) => cell.padEnd(58))
      .join("")
      .trimEnd(),
  );
