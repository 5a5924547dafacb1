// Motors that turn with two joints are added, edited, refused with a reason, undone and kept.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { scenario } from "../studio.mjs";
import { accessibilityProblems, clickAndSave, goTo, pickRobot, project, setField, simulate, until } from "../steps.mjs";

scenario("coupled motors are built, checked, undone and simulated", { allow: [/422/] }, async ({ page }) => {
  await pickRobot(page, "scara");
  const alone = await simulate(page);
  await goTo(page, "model");
  await page.click("#couplings summary");
  await clickAndSave(page, "#add-coupling");
  await page.selectOption("#coupling-0-joint-0", "theta1");
  await until(
    "the joints are saved",
    async () => (await project(page)).model.couplings[0]?.joints.join(),
    (joints) => joints === "theta1,d3",
  );
  await page.selectOption("#coupling-0-joint-1", "theta2");
  await until(
    "the joints are saved",
    async () => (await project(page)).model.couplings[0].joints.join(),
    (joints) => joints === "theta1,theta2",
  );
  // More inertia than motors and links have.
  await page.fill("#coupling-0-inertia", "5000");
  await page.press("#coupling-0-inertia", "Enter");
  await page.waitForSelector("#coupling-0-inertia-error");
  assert.match(await page.textContent("#coupling-0-inertia-error"), /more inertia/);
  await until(
    "the refused value comes back",
    () => page.inputValue("#coupling-0-inertia"),
    (text) => text === "0",
  );
  await setField(page, "#coupling-0-coulomb", 5);
  assert.deepEqual(await accessibilityProblems(page, "coupled motors"), []);
  // Other changes keep it, a reload too.
  await page.click("#links [data-link]");
  await setField(page, "#mass", 13);
  await clickAndSave(page, 'button[aria-label="Undo (Ctrl Z)"]');
  assert.equal((await project(page)).model.couplings[0].coulomb, 5);
  await page.reload();
  await page.waitForSelector("#coupling-0-coulomb");
  assert.equal(await page.inputValue("#coupling-0-coulomb"), "5");
  const coupled = await simulate(page);
  const { folder } = await project(page);
  const log = (run) => readFileSync(`${folder}/runs/${run}/log.csv`, "utf8");
  assert.notEqual(log(coupled), log(alone), "the simulation feels it");
  assert.match(readFileSync(`${folder}/robot.toml`, "utf8"), /\[\[coupling\]\]/);
  await goTo(page, "model");
  await clickAndSave(page, 'button[aria-label="Remove the coupling of theta1 and theta2"]');
  assert.equal((await project(page)).model.couplings.length, 0);
  await clickAndSave(page, 'button[aria-label="Undo (Ctrl Z)"]');
  assert.equal((await project(page)).model.couplings.length, 1);
});
