// Inverse kinematics by number: the paper's example (350, 150) mm.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { api, goTo, pickRobot, project } from "../steps.mjs";

scenario(
  "(350, 150) mm is reached within a millimetre, inside the limits, and again the same",
  {},
  async ({ page }) => {
    await pickRobot(page, "planar6");
    await goTo(page, "kinematics");
    const answers = [];
    for (let round = 0; round < 2; round++) {
      await page.selectOption("label:has-text('Solver') select", "annealing");
      await page.fill("#goal-x", "350");
      await page.press("#goal-x", "Tab");
      await page.fill("#goal-y", "150");
      await page.press("#goal-y", "Tab");
      await page.reload();
      await page.waitForSelector("#solve");
      await page.selectOption("label:has-text('Solver') select", "annealing");
      await page.fill("#goal-x", "350");
      await page.fill("#goal-y", "150");
      await page.press("#goal-y", "Tab");
      await page.click("#solve");
      await page.waitForSelector("#goal-state[data-state=reached]", { timeout: 60_000 });
      await page.waitForSelector("#solutions tbody tr:first-child td");
      answers.push(
        await page.$$eval("#solutions tbody tr:first-child td", (cells) =>
          cells.map((cell) => cell.textContent).slice(1, 9),
        ),
      );
    }
    assert.deepEqual(answers[0], answers[1], "the same seed gives the same answer");
    const error = Number.parseFloat(answers[0][0].replace("✓", ""));
    assert.ok(error <= 1, `${error} mm`);
    assert.match(await page.textContent("#goal-state"), /\d+ iterations/);
    await page.waitForSelector("figure[aria-label^=Convergence]"); // the convergence is plotted
    const { model, id } = await project(page);
    const { body } = await api(page, `/projects/${id}/ik`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ target: [0.35, 0.15], method: "annealing", seed: 0 }),
    });
    model.driven.forEach((index, k) => {
      const { lower, upper } = model.joints[index].limits;
      assert.ok(
        body.solutions[0].q[k] >= lower - 1e-12 && body.solutions[0].q[k] <= upper + 1e-12,
        "inside the limits",
      );
    });
  },
);
