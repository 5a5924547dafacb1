// A log with unknown headers in degrees: mapped as a draft, applied, identified and taken over by clicks alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { patience, scenario } from "../studio.mjs";
import { command } from "../sameCurves.mjs";
import { dropFiles, pickRobot, project, takeOverAndExport, until } from "../steps.mjs";

/** A simulated log of the SCARA with headers that say nothing, angles in degrees, lengths in mm. */
function strangeLog(folder) {
  command(folder, "simulate", "scara", "--out", join(folder, "strange"), "--seed", "3");
  const lines = readFileSync(join(folder, "strange/log.csv"), "utf8")
    .trim()
    .split(/\r?\n/)
    .filter((line) => !line.startsWith("#"));
  const names = lines[0].split(",").map((name) => name.replace(/ *\[.*\]/, "").trim());
  const at = (name) => names.indexOf(name);
  const columns = ["t", "q1", "q2", "q3", "tau1", "tau2", "tau3"].map(at);
  assert.ok(
    columns.every((index) => index >= 0),
    names.join(" "),
  );
  const degrees = 180 / Math.PI;
  const factors = [1, degrees, degrees, 1000, 1, 1, 1];
  const rows = lines.slice(1).map((line) => {
    const cells = line.split(",");
    return columns.map((index, k) => (Number(cells[index]) * factors[k]).toPrecision(12)).join(",");
  });
  return ["zeit,A1 winkel,A2 winkel,A3 hub,A1 wert,A2 wert,A3 wert", ...rows].join("\n") + "\n";
}

scenario(
  "a log with unknown headers in degrees is identified from mapping to corrected URDF by clicks",
  {},
  async ({ page, folder }) => {
    const text = strangeLog(folder);
    await pickRobot(page, "scara");
    const started = Date.now();
    await dropFiles(page, [{ name: "halle.csv", text }]);
    await page.waitForSelector("#log-detail");
    const pick = (column, target) =>
      page.selectOption(`#columns tr[data-column="${column}"] select[aria-label^="Quantity"]`, target);
    const unit = (column, name) =>
      page.selectOption(`#columns tr[data-column="${column}"] select[aria-label^="Unit"]`, name);
    await pick("zeit", "t");
    await pick("A1 winkel", "q1");
    if (await page.isVisible("#all-columns")) await page.click("#all-columns");
    await pick("A3 hub", "q3");
    await pick("A1 wert", "tau1");
    for (const [column, target] of [
      ["A2 winkel", "q2"],
      ["A2 wert", "tau2"],
      ["A3 wert", "tau3"],
    ])
      await until(
        "numbered columns follow",
        () => page.inputValue(`#columns tr[data-column="${column}"] select[aria-label^="Quantity"]`),
        (value) => value === target,
      );
    await unit("A1 winkel", "deg");
    await unit("A3 hub", "mm");
    await until(
      "the draft is checked",
      () => page.textContent("#mapping-draft"),
      (said) => said.includes("can be used"),
    );
    assert.deepEqual((await project(page)).logs[0].map, [], "nothing is saved yet");
    await page.click("#apply-mapping");
    await page.waitForSelector("#mapping-draft", { state: "detached" });
    await page.click("#identify");
    await page.waitForSelector("#rank[data-finished=true] tbody tr", { timeout: 90_000 });
    await takeOverAndExport(page);
    const seconds = (Date.now() - started) / 1000;
    assert.ok(seconds < 120 * patience, `${seconds} s`);
  },
);
