// Drop a CSV with degrees and a gap: columns are guessed, the check warns, the mapping is mended, raw and filtered are plotted.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { dropFiles, pickRobot, project, until } from "../steps.mjs";

/** Ten seconds of the SCARA in degrees, with half a second missing. */
function logWithGap() {
  const rows = ["time,theta_1,theta_2,d_3,torque_1,torque_2,force_3"];
  for (let i = 0; i <= 2000; i++) {
    const t = i / 200;
    if (t > 4 && t < 4.5) continue;
    const angle = (phase) => 40 * Math.sin(t + phase);
    rows.push([t, angle(0), angle(1), 0.15 + 0.05 * Math.sin(2 * t), -3 * Math.sin(t), -1 * Math.sin(t + 1), -19.6].map((value) => value.toFixed(6)).join(","));
  }
  return rows.join("\n") + "\n";
}

scenario("a log in degrees with a gap is understood, warned of and mended", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await dropFiles(page, [{ name: "lab.csv", text: logWithGap() }]);
  await page.waitForSelector("#log-detail");
  const findings = await page.textContent("#log-detail");
  assert.match(findings, /gap|missing|0\.5/i, "the gap is found");
  assert.match(findings, /deg|rad/i, "the unit is doubted or guessed");
  for (const joint of [1, 2]) {
    await page.selectOption(`select[aria-label="Unit of theta_${joint}"]`, "deg");
    await until("the unit is kept", async () => (await project(page)).logs.find((log) => log.source === "logs/lab.csv")?.map ?? [], (map) => map.some((entry) => entry.includes(`theta_${joint}`) && entry.includes("deg")));
  }
  await page.check("#want-filter");
  await page.waitForSelector("#log-detail .plot canvas", { timeout: 60_000 });
  const legend = await page.textContent("#log-detail .legend");
  assert.match(legend, /raw/);
  assert.match(legend, /filtered/);
});
