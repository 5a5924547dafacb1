// Drop a CSV with degrees and a gap: columns are detected, the checks warn, the mapping is corrected, raw and filtered signals are plotted.
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
    rows.push(
      [t, angle(0), angle(1), 0.15 + 0.05 * Math.sin(2 * t), -3 * Math.sin(t), -1 * Math.sin(t + 1), -19.6]
        .map((value) => value.toFixed(6))
        .join(","),
    );
  }
  return rows.join("\n") + "\n";
}

scenario("a log in degrees with a gap is recognised, reported and corrected", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await dropFiles(page, [{ name: "lab.csv", text: logWithGap() }]);
  await page.waitForSelector("#log-detail");
  const findings = await page.textContent("#log-detail");
  assert.match(await page.textContent('#log-detail [data-code="gaps"]'), /500(\.0+)? ms/, "the gap is found");
  assert.match(await page.textContent('#log-detail [data-code="degrees"]'), /degrees/, "degrees are suspected");
  assert.match(findings, /correct the errors first/);
  await page.click("#read-degrees");
  await page.click("#apply-mapping");
  const saved = async () => (await project(page)).logs.find((log) => log.source === "logs/lab.csv")?.map ?? [];
  await until("the units are saved", saved, (map) =>
    ["q1=theta_1 [deg]", "q2=theta_2 [deg]"].every((entry) => map.includes(entry)),
  );
  await page.waitForSelector("#read-degrees", { state: "detached" });
  await until(
    "the unit is shown",
    () => page.inputValue('select[aria-label="Unit of theta_2"]'),
    (unit) => unit === "deg",
  );
  await page.selectOption("#log-view", "filtered");
  await page.waitForSelector("#log-detail .plot canvas", { timeout: 60_000 });
  await until(
    "raw and filtered signals are plotted",
    () => page.textContent("#log-detail .legend"),
    (legend) => legend.includes("raw") && legend.includes("filtered"),
  );
});
