// An experiment with PID gains of its own and a start pose away from the reference, as on the command line.
import assert from "node:assert/strict";
import { commandOutput } from "../sameAsCommandLine.mjs";
import { scenario } from "../studio.mjs";
import { api, goTo, pickRobot, project, simulate } from "../steps.mjs";

scenario("PID gains, a start pose and a seed are simulated as on the command line", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await goTo(page, "simulate");
  await page.selectOption("label:has-text('Controller') select", "pid");
  await page.check("#own-gains");
  await page.fill("#gain-kp", "20; 10, x");
  assert.match(await page.textContent(".field-error"), /“x” is not a number/);
  await page.fill("#gain-kp", "20 10 40");
  await page.fill("#gain-ki", "0");
  await page.fill("#gain-kd", "4 2 10");
  await page.selectOption("label:has-text('Gains of turning joints') select", "deg");
  await page.selectOption("#start", "pose");
  await page.fill("#start-theta1", "5");
  await page.press("#start-theta1", "Enter");
  await page.fill("label:has-text('Duration') input", "2");
  await page.press("label:has-text('Duration') input", "Enter");
  await page.fill("label:has-text('Seed') input", "7");
  await page.press("label:has-text('Seed') input", "Enter");
  const run = await simulate(page);
  assert.match(await page.textContent(`#runs [data-run="${run}"]`), /pid, seed 7/, "runs can be told apart");
  const { id, folder } = await project(page);
  const view = (await api(page, `/projects/${id}/runs/${run}`)).body;
  const { experiment } = view.request.options;
  assert.deepEqual(experiment.controller.kp, [20, 10, 40]);
  assert.ok(Math.abs(experiment.start.q[0] - (5 * Math.PI) / 180) < 1e-12);
  const errors = ({ joints }) => joints.map(({ name, rms_error, peak_effort }) => ({ name, rms_error, peak_effort }));
  assert.deepEqual(errors(view.result), errors(commandOutput(folder, view.command)));
  await page.reload();
  await page.waitForSelector("#gain-kp");
  assert.equal(await page.inputValue("#gain-kp"), "20 10 40", "the form is kept");
});
