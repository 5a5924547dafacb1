// Validate on another motion; a method is switched off everywhere; numbers are the command line's; write back and undo.
import assert from "node:assert/strict";
import { assertSameAsCommandLine } from "../sameAsCommandLine.mjs";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, project, simulate, until } from "../steps.mjs";

scenario(
  "an identification is proved on another log, as on the command line, and written to the model",
  {},
  async ({ page }) => {
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
    for (const [label, source] of [
      ["Learn from", first],
      ["Prove on", second],
    ])
      await page.check(`input[aria-label="${label} runs/${source}/log.csv"]`);
    await page.click("#identify");
    await page.waitForSelector("#rank tbody tr", { timeout: 120_000 });
    await page.click(".card button:has-text('Validate')");
    await page.waitForSelector("#metrics tbody tr");
    const result = await assertSameAsCommandLine(page);
    const cell = await page.$eval("#metrics tr[data-method=wls] td[data-value]", (td) => Number(td.dataset.value));
    assert.ok(
      Math.abs(cell - result.methods.find((entry) => entry.method === "wls").metrics[0].rmse) <=
        1e-12 * Math.max(1, cell),
    );
    await page.locator("#switches li", { hasText: "physical" }).locator("input").uncheck();
    assert.equal(await page.locator("#metrics tr[data-method=physical]").count(), 0, "switched off in the table");
    assert.ok(!(await page.textContent("#effort-plots")).includes("physical"), "and in the plots");
    const before = (await project(page)).model.links;
    await page.click('button[aria-label="Write the parameters by wls to the model"]');
    await until(
      "the model is new",
      async () => (await project(page)).undo,
      (undo) => undo !== null,
    );
    await page.keyboard.press("Control+z");
    await until(
      "undo brings the old one",
      async () => (await project(page)).model.links,
      (links) => JSON.stringify(links) === JSON.stringify(before),
    );
  },
);
