// A diagnosis names the fault of a log; a click undoes it. A payload alone, with the arm as described.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scenario } from "../studio.mjs";
import { command } from "../sameCurves.mjs";
import { dropFiles, goTo, pickRobot, project, setField, simulate, trainOnNone, until } from "../steps.mjs";

/** A simulated log whose efforts of joint 2 have the wrong sign. */
function wrongSign(folder) {
  command(folder, "simulate", "scara", "--out", join(folder, "wrong"), "--seed", "3");
  const lines = readFileSync(join(folder, "wrong/log.csv"), "utf8").trim().split(/\r?\n/);
  const head = lines.findIndex((line) => !line.startsWith("#"));
  const names = lines[head].split(",").map((name) => name.replace(/ *\[.*\]/, "").trim());
  const column = names.indexOf("tau2");
  return lines
    .map((line, k) => {
      if (k <= head) return line;
      const cells = line.split(",");
      cells[column] = String(-Number(cells[column]));
      return cells.join(",");
    })
    .join("\n");
}

async function diagnose(page) {
  await page.click("#diagnose");
  await page.waitForSelector("#explanations li, #diagnosis .message", { timeout: 120_000 });
}

scenario("a wrong sign of a log is named and undone by a click", {}, async ({ page, folder }) => {
  await pickRobot(page, "scara");
  await dropFiles(page, [{ name: "wrong.csv", text: wrongSign(folder) }]);
  await page.waitForSelector("#log-detail");
  await diagnose(page);
  const fault = page.locator('#explanations li[data-fault="effort_sign"]');
  await fault.locator("[data-does=columns]").click();
  await until(
    "the sign is turned",
    () => page.getAttribute('#columns button[aria-label^="Reverse the sign of tau2"]', "aria-pressed"),
    (pressed) => pressed === "true",
  );
  await diagnose(page);
  await page.waitForSelector("#diagnosis .message.good");
});

scenario("a payload alone is identified with the arm as described", {}, async ({ page }) => {
  await pickRobot(page, "ur5");
  await goTo(page, "model");
  await page.locator("#links [data-link]").last().click();
  const { mass } = (await project(page)).model.links.at(-1);
  await setField(page, "#mass", mass.value + 1.5);
  const log = await simulate(page);
  await page.waitForSelector('button[aria-label="Undo (Ctrl Z)"]:enabled');
  await page.keyboard.press("Control+z");
  await until(
    "the mass is as before",
    async () => (await project(page)).model.links.at(-1).mass.value,
    (value) => value === mass.value,
  );
  await goTo(page, "identify");
  await trainOnNone(page);
  await page.check(`input[aria-label="Train on runs/${log}/log.csv"]`);
  await page.click("#payload summary");
  await page.check("#payload-alone");
  await page.click("#identify");
  const cell = page.locator('#payload-result tr:has-text("mass") td[data-value]');
  await cell.waitFor({ timeout: 120_000 });
  const found = Number(await cell.getAttribute("data-value"));
  assert.ok(Math.abs(found - 1.5) < 0.02, `${found} kg`);
});
