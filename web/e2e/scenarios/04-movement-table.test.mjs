// The table of Fig. 8 of the simulator paper, pasted; the acceleration is discontinuous with pchip, not with spline.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, project, until } from "../steps.mjs";

const FIG8 = `MOVEMENT 1\t90 1 2 3\t0 1 2 3\t-90 1 2 3\t40 1 2 3\t60 1 2 3\t0 1 2 3
MOVEMENT 2\t45 4 5 6\t10 4 5 6\t-45 4 5 6\t30 4 5 6\t-50 4 5 6\t5 4 5 6
MOVEMENT 3\t0 7 8 9\t20 7 8 9\t0 7 8 9\t20 7 8 9\t80 7 8 9\t10 7 8 9
MOVEMENT 4\t-45 10 11 12\t30 10 11 12\t45 10 11 12\t10 10 11 12\t-90 10 11 12\t20 10 11 12
MOVEMENT 5\t-90 13 14 15\t40 13 14 15\t90 13 14 15\t0 13 14 15\t50 13 14 15\t40 13 14 15`;

/** The largest step of an acceleration from sample to sample, relative to its range. */
const largestJump = (page) =>
  page.evaluate(async () => {
    const id = /[?&]project=([^&]+)/.exec(location.hash)[1];
    const answer = await (
      await fetch(`/api/v1/projects/${id}/motion/preview`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ samples: 15001 }),
      })
    ).json();
    const column = answer.qdd[0];
    let jump = 0;
    for (let i = 1; i < column.length; i++) jump = Math.max(jump, Math.abs(column[i] - column[i - 1]));
    return {
      jump: jump / (Math.max(...column) - Math.min(...column)),
      joints: answer.names.length,
      duration: answer.duration,
    };
  });

scenario(
  "the paper's table is pasted, two interpolations are compared, and an invalid cell is rejected with a reason",
  {},
  async ({ page }) => {
    await pickRobot(page, "planar6");
    await page.selectOption("label:has-text('Motion') select", "movements");
    await page.waitForSelector("#movements input");
    const cell = page.locator("#movements tbody tr").first().locator("input").first();
    await cell.click();
    await page.evaluate((text) => navigator.clipboard.writeText(text), FIG8);
    await page.keyboard.press("Control+v");
    await until(
      "the table is saved",
      async () => (await project(page)).motion,
      (motion) =>
        motion.kind === "movements" &&
        motion.joints.length === 6 &&
        motion.joints.every((joint) => joint.movements.length === 5),
    );
    const pchip = await until(
      "the plots of the table",
      () => largestJump(page),
      (seen) => seen.duration >= 15,
    );
    assert.equal(pchip.joints, 6);
    assert.ok(pchip.jump > 0.2, `the acceleration jumps with pchip (${pchip.jump})`);
    await until(
      "positions, velocities and accelerations are plotted",
      () => page.locator(".plot").count(),
      (count) => count >= 6,
    );
    await page.selectOption("label:has-text('Interpolation') select", "spline");
    await until(
      "the interpolation is saved",
      async () => (await project(page)).motion.interpolation,
      (name) => name === "spline",
    );
    const spline = await largestJump(page);
    assert.ok(spline.jump < 0.05, `no jump with spline (${spline.jump})`);
    const start = page.locator("#movements tbody tr").nth(1).locator("input").nth(1);
    await start.fill("2.5");
    await start.press("Tab");
    await page.waitForSelector("#cell-problem");
    assert.match(
      await page.textContent("#cell-problem"),
      /TI 2.5 s must not be before TR 3 s of the previous movement/,
    );
    assert.equal(await start.getAttribute("aria-invalid"), "true");
    assert.equal((await project(page)).motion.joints[0].movements[1].ti, 4, "the invalid value is not saved");
    await goTo(page, "motion");
  },
);
