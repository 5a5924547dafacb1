// All solutions of a full pose: a list and pale arms, chosen by a click; settings of the solver.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { aimedUr5, until } from "../steps.mjs";

scenario("all solutions of a full pose are pale arms that a click chooses", {}, async ({ page }) => {
  await aimedUr5(page);
  await page.check("#all-solutions");
  await page.click("#solve");
  await page.waitForSelector("#goal-state[data-state=reached]");
  const rows = await page.locator("#solutions tbody tr").count();
  assert.ok(rows >= 4, `${rows} solutions`);
  const ghosts = await until(
    "pale arms",
    () => page.evaluate(() => globalThis.__lab.ghosts()),
    (all) => all.length > 0,
  );
  assert.equal(ghosts.length, Math.min(24, rows - 1));
  // A click on a pale arm, at the middle of one of its links that nothing else covers.
  const before = await page.textContent("#pose-text");
  const selected = () => page.$eval("#solutions tr[aria-selected=true] button", (button) => Number(button.textContent));
  let chosen = 1;
  for (const ghost of ghosts) {
    for (const [from, to] of ghost.lines.slice(2, 5)) {
      if (chosen !== 1) break;
      if (Math.hypot(...from.map((value, k) => value - to[k])) < 0.2) continue;
      const middle = from.map((value, k) => (value + to[k]) / 2);
      const [x, y] = await page.evaluate((point) => globalThis.__lab.onScreen(point), middle);
      await page.mouse.click(x, y);
      chosen = await selected();
    }
  }
  assert.notEqual(chosen, 1, "another solution is shown");
  await until(
    "the robot moves there",
    () => page.textContent("#pose-text"),
    (text) => text !== before,
  );
  await page.selectOption("label:has-text('Solver') select", "annealing");
  await page.click('.method-settings[data-method="annealing"] summary');
  assert.ok((await page.locator('.method-settings[data-method="annealing"] [data-setting]').count()) >= 2);
});
