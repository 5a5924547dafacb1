// Time cursor: click in a plot, arrow keys, time bar; all displays agree; a link opens the same view.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { clock, pickRobot, until } from "../steps.mjs";

scenario("plots, 3D view and values show the same sample, and a link restores it", {}, async ({ page, context }) => {
  await pickRobot(page, "scara");
  const plot = page.locator(".plot .u-over").first();
  const box = await plot.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const middle = await until(
    "the click seeks",
    () => clock(page),
    (t) => t > 1,
  );
  const end = await page.evaluate(() =>
    Number.parseFloat(document.querySelector("#clock span").textContent.replace("/", "")),
  );
  assert.ok(Math.abs(middle - end / 2) < end * 0.02, `${middle} is about the middle of ${end}`);
  await page.focus("#scrubber");
  const index = Number(await page.inputValue("#scrubber"));
  for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowRight");
  await until(
    "twenty samples forward",
    () => page.inputValue("#scrubber"),
    (value) => Number(value) === index + 20,
  );
  await until(
    "the cursor is at the same position in all plots of one width",
    () => page.$$eval(".plot-cursor", (lines) => new Set(lines.map((line) => line.style.transform)).size),
    (positions) => positions === 1,
  );
  await until(
    "the URL is updated",
    () => page.url(),
    (url) => /[?&]t=[\d.]+/.test(url),
  );
  const time = await clock(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForSelector(".plot canvas");
  await until(
    "the same time",
    () => clock(other),
    (t) => t === time,
  );
  const pose = await page.textContent("#pose-text");
  await until(
    "the same pose",
    () => other.textContent("#pose-text"),
    (text) => text === pose,
  );
});
