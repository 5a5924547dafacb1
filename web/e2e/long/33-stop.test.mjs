// Stopping: a run is shown as stopped when nothing is computed any more, before what it has is saved.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { api, goTo, pickRobot, project, stopTimes, until } from "../steps.mjs";

scenario("a stopped simulation and a stopped identification are shown at once", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  // Both are shown as stopped; how soon is measured by `npm run bench`, on a machine that has nothing else to do.
  await stopTimes(page);
  const { id } = await project(page);
  const cards = await until(
    "what the runs have is saved",
    async () => (await api(page, `/projects/${id}/runs`)).body,
    (all) => all.filter((card) => card.state === "cancelled").every((card) => card.seconds > 0),
  );
  assert.equal(cards.filter((card) => card.state === "cancelled").length, 2);
  await goTo(page, "simulate");
  await page.click('#runs [data-state=cancelled] button:has-text("Run")');
  await page.waitForSelector(".plots .plot canvas");
});
