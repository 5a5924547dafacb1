// Edit a link: larger mass, default inertia; the effort rises; undo restores; a reload keeps the change.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, project, simulate, until } from "../steps.mjs";

const massOf = async (page) => (await project(page)).model.links.at(-1).mass;

scenario("a heavier link needs more effort, and undo restores the mass", {}, async ({ page }) => {
  await pickRobot(page, "planar6");
  await simulate(page);
  const peak = async () => Number.parseFloat(await page.textContent("#run-detail [data-peak]"));
  const light = await peak();
  const old = (await massOf(page)).value;
  await goTo(page, "model");
  await page.locator("#links [data-link]").last().click();
  await page.fill("#mass", "2");
  await page.press("#mass", "Enter");
  await until(
    "the mass is saved",
    () => massOf(page),
    (mass) => mass.value === 2 && !mass.is_default,
  );
  if (await page.isVisible("#reset-inertia")) {
    await page.click("#reset-inertia");
    await until(
      "the inertia is the default",
      async () => (await project(page)).model.links.at(-1).inertia.is_default,
      (is) => is,
    );
  }
  assert.notEqual(await page.getAttribute("#inertia-Ixx", "placeholder"), "", "the default is shown as placeholder");
  await simulate(page);
  await until("the effort rises", peak, (value) => value > light);
  await page.reload();
  await page.waitForSelector("#runs");
  assert.equal((await massOf(page)).value, 2, "a reload keeps the change");
  await page.waitForSelector('button[aria-label="Undo (Ctrl Z)"]:enabled');
  await page.keyboard.press("Control+z");
  await until(
    "undo",
    () => project(page),
    (now) => now.redo !== null,
  );
  await page.waitForSelector('button[aria-label="Undo (Ctrl Z)"]:enabled');
  await page.keyboard.press("Control+z");
  await until(
    "the old mass is restored",
    () => massOf(page),
    (mass) => mass.value === old,
  );
});
