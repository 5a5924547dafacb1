// Limits of joints in the plots of a motion and of a simulation.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, project, setField, simulate, until } from "../steps.mjs";

scenario("limits are drawn in motion plots, and a curve beyond them is told", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  const legend = () => page.$$eval(".legend-limits", (all) => all.map((one) => one.textContent));
  const within = await until("limits are named", legend, (all) => all.length >= 3);
  assert.ok(
    within.every((text) => text.startsWith("within")),
    within.join(" | "),
  );
  await page.selectOption("label:has-text('Motion') select", "movements");
  await page.waitForSelector("#movements input");
  await until(
    "the table is saved",
    async () => (await project(page)).motion.kind,
    (kind) => kind === "movements",
  );
  await goTo(page, "model");
  await page.click("#links [data-link]");
  await setField(page, "#limit-velocity", 5);
  await goTo(page, "motion");
  const beyond = await until("the curve is beyond", legend, (all) => all.some((text) => text.startsWith("✕ beyond")));
  assert.match(beyond.find((text) => text.startsWith("✕")) ?? "", /beyond −5 … 5$/);
  await page.waitForSelector("#motion-problems");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator('button[aria-label^="Velocity"][aria-label$="download as SVG"]').first().click(),
  ]);
  const svg = await (await download.createReadStream()).toArray();
  assert.match(Buffer.concat(svg).toString(), /class="limit"/, "the figure has the limit, too");
  await goTo(page, "model");
  await page.click("#links [data-link]");
  await setField(page, "#limit-velocity", 90);
  await simulate(page);
  await until("the plots of the simulation have them", legend, (all) => all.length >= 3);
});
