// Identification: intervals first, settings of methods, a payload beside the arm.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, project, setField, simulate, trainOnNone, until } from "../steps.mjs";

scenario(
  "parameters have intervals beside the description, a setting is typed, and a payload is weighed",
  {},
  async ({ page }) => {
    await pickRobot(page, "scara");
    const empty = await simulate(page);
    // The same motion with 1.5 kg more at the last link.
    await goTo(page, "model");
    await page.locator("#links [data-link]").last().click();
    const mass = (await project(page)).model.links.at(-1).mass.value;
    await setField(page, "#mass", mass + 1.5);
    const loaded = await simulate(page);
    await goTo(page, "model");
    await page.locator("#links [data-link]").last().click();
    await setField(page, "#mass", mass);
    await goTo(page, "identify");
    await page.click("button:has-text('None')");
    await page.check('#methods input[value="huber"]');
    await page.click('.method-settings[data-method="huber"] summary');
    await page.fill('.method-settings [data-setting="threshold"] input', "2,5");
    await page.press('.method-settings [data-setting="threshold"] input', "Enter");
    await page.waitForSelector('.method-settings summary:has-text("1 changed")');
    await trainOnNone(page);
    await page.check(`input[aria-label="Train on runs/${empty}/log.csv"]`);
    await page.click("#payload summary");
    await page.check(`input[aria-label="With payload: runs/${loaded}/log.csv"]`);
    await page.click("#identify");
    await page.waitForSelector("#rank[data-finished=true] tbody tr", { timeout: 120_000 });
    const heads = await page.$$eval("#parameters thead th", (all) =>
      all.map((one) => one.textContent.replaceAll("\u00a0", " ")),
    );
    assert.deepEqual(heads.slice(0, 8), [
      "Parameter",
      "Value",
      "Lower (95 %)",
      "Upper (95 %)",
      "Unit",
      "Described",
      "Change",
      "Status",
    ]);
    const row = await page.$eval("#parameters tbody tr", (line) => ({
      value: Number(line.querySelector("[data-value]").dataset.value),
      lower: Number(line.querySelector("[data-lower]").dataset.lower),
      upper: Number(line.querySelector("[data-upper]").dataset.upper),
    }));
    assert.ok(row.lower <= row.value && row.value <= row.upper && row.lower < row.upper, JSON.stringify(row));
    const weighed = Number(await page.getAttribute("#beside tbody tr td[data-value]", "data-value"));
    assert.ok(Math.abs(weighed - 1.5) < 0.05, `${weighed} kg`);
    await until(
      "the command has the setting and the payload",
      async () => (await project(page)).runs.at(-1),
      (run) => run.state === "done",
    );
    const { id, runs } = await project(page);
    const view = await page.evaluate(
      async (path) => (await fetch(path)).json(),
      `/api/v1/projects/${id}/runs/${runs.at(-1).run}`,
    );
    assert.match(view.command, /--set=huber\.threshold=2\.5/);
    assert.match(view.command, /--payload=runs\/\d+\/log\.csv/);
  },
);
