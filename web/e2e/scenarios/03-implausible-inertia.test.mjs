// The paper's inertia on a 0.5 kg link: the page warns with the radius of gyration and offers to read it as kg cm².
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, project, simulate, until } from "../steps.mjs";

scenario("an implausible inertia is explained, accepted and reported", {}, async ({ page }) => {
  await pickRobot(page, "planar6");
  await goTo(page, "model");
  await page.click("#links [data-link]");
  for (const [field, value] of [
    ["Ixx", "2.08"],
    ["Iyy", "6.42"],
    ["Izz", "7.46"],
  ]) {
    await page.fill(`#inertia-${field}`, value);
    await page.press(`#inertia-${field}`, "Enter");
    await until(
      `${field} is saved`,
      async () => (await project(page)).model.links[0].inertia.value,
      (tensor) => tensor.includes(Number(value)),
    );
  }
  const warning = await page.textContent("#gyration-warning");
  assert.match(warning, /radius of gyration of [\d.]+ m/);
  await simulate(page);
  const findings = (await project(page)).model.findings.filter((finding) => finding.severity !== "info");
  assert.ok(findings.length > 0, "the model checks report it, too");
  await goTo(page, "report");
  await page.waitForSelector("#report-findings"); // the report shows the warning
  await goTo(page, "model");
  await page.click("#links [data-link]");
  await page.click("#gyration-warning button");
  await until(
    "the inertia is read as kg cm²",
    async () => (await project(page)).model.links[0].inertia.value[0],
    (xx) => Math.abs(xx - 2.08e-4) < 1e-12,
  );
});
