// Validation on another log; a method is hidden everywhere; numbers agree with the command line; write to model and undo.
import assert from "node:assert/strict";
import { assertSameAsCommandLine } from "../sameAsCommandLine.mjs";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, project, simulate, until } from "../steps.mjs";

scenario(
  "an identification is validated on another log, agrees with the command line, and is written to the model",
  {},
  async ({ page }) => {
    await pickRobot(page, "scara");
    await goTo(page, "simulate");
    await page.click("summary:has-text('Sensor and drive effects')");
    await page.check("#effect-white-noise");
    const first = await simulate(page);
    await page.fill("label:has-text('Seed') input", "7");
    await page.press("label:has-text('Seed') input", "Enter");
    const second = await simulate(page);
    await goTo(page, "identify");
    await page.click("button:has-text('None')");
    for (const name of ["wls", "physical"]) await page.check(`#methods input[value="${name}"]`);
    for (const [label, source] of [
      ["Train on", first],
      ["Validate on", second],
    ])
      await page.check(`input[aria-label="${label} runs/${source}/log.csv"]`);
    await page.click("#identify");
    await page.waitForSelector("#rank[data-finished=true] tbody tr", { timeout: 120_000 });
    await page.click(".card button:has-text('Validate')");
    await page.waitForSelector("#metrics tbody tr");
    const result = await assertSameAsCommandLine(page);
    const cell = await page.$eval("#metrics tr[data-method=wls] td[data-value]", (td) => Number(td.dataset.value));
    assert.ok(
      Math.abs(cell - result.methods.find((entry) => entry.method === "wls").metrics[0].rmse) <=
        1e-12 * Math.max(1, cell),
    );
    await page.locator("#method-list li", { hasText: "physical" }).locator("input").uncheck();
    await page.waitForSelector("#metrics tr[data-method=physical]", { state: "detached" });
    await until(
      "it is hidden in the plots, too",
      () => page.textContent("#effort-plots"),
      (text) => !text.includes("physical"),
    );
    const before = (await project(page)).model.links;
    await page.click('button[aria-label="Write to model: parameters by wls"]');
    await page.waitForSelector("#corrected tbody tr");
    assert.equal((await project(page)).undo, null, "nothing is written before it was seen");
    await page.click("#take-over");
    await until(
      "the model is updated",
      async () => (await project(page)).undo,
      (undo) => undo !== null,
    );
    await page.waitForSelector('button[aria-label="Undo (Ctrl Z)"]:enabled');
    await page.keyboard.press("Control+z");
    await until(
      "undo restores the model",
      async () => (await project(page)).model.links,
      (links) => JSON.stringify(links) === JSON.stringify(before),
    );
  },
);
