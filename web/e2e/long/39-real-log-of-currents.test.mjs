// A recorded log of motor currents with headers that say nothing, in degrees: mapped, identified with drive gains, validated
// on another log, and taken over as a corrected URDF, by clicks alone.
// The recorded logs are beside the repository; without them the scenario is skipped with a message.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertSameAsCommandLine } from "../sameAsCommandLine.mjs";
import { scenario } from "../studio.mjs";
import { dropFiles, takeOverAndExport, until } from "../steps.mjs";

const data = process.env.ARMLAB_LOGS ?? join(dirname(fileURLToPath(import.meta.url)), "../../../../shared/data");
const JOINTS = [1, 2, 3, 4, 5, 6];
/** Drive gains (N m/A) that the logs' description names. */
const GAINS = "11.976, 11.976, 9.839, 10.763, 10.764, 10.763";
const DEGREES = 180 / Math.PI;

/** Positions and speeds in degrees and currents, with other headers. */
function strange(name) {
  const [head, ...lines] = readFileSync(join(data, "ur10e", name), "utf8")
    .trim()
    .split(/\r?\n/);
  const names = head.split(",");
  const columns = ["q", "qd", "i"].flatMap((quantity) =>
    JOINTS.map((joint) => [names.indexOf(`${quantity}${joint}`), quantity === "i" ? 1 : DEGREES]),
  );
  const words = ["winkel", "tempo", "strom"].flatMap((word) => JOINTS.map((joint) => `A${joint} ${word}`));
  const rows = lines.map((line) => {
    const cells = line.split(",");
    return [cells[0], ...columns.map(([index, factor]) => (Number(cells[index]) * factor).toPrecision(10))].join(",");
  });
  return [["zeit", ...words].join(","), ...rows].join("\n") + "\n";
}

async function map(page, name) {
  await dropFiles(page, [{ name, text: strange(name) }]);
  await page.waitForSelector(`#log-title:has-text("${name}")`);
  if (await page.isVisible("#all-columns")) await page.click("#all-columns");
  const cell = (column, what) => `#columns tr[data-column="${column}"] select[aria-label^="${what}"]`;
  await page.selectOption(cell("zeit", "Quantity"), "t");
  for (const [column, target, unit] of [
    ["A1 winkel", "q1", "deg"],
    ["A1 tempo", "qd1", "deg/s"],
    ["A1 strom", "i1", "A"],
  ]) {
    if (await page.isVisible("#all-columns[aria-pressed=false]")) await page.click("#all-columns");
    await page.selectOption(cell(column, "Quantity"), target);
    await page.selectOption(cell(column, "Unit"), unit);
  }
  await until(
    "the draft is checked",
    () => page.textContent("#mapping-draft"),
    (said) => said.includes("can be used"),
  );
  await page.click("#apply-mapping");
  await page.waitForSelector("#mapping-draft", { state: "detached" });
}

if (!existsSync(join(data, "ur10e/ur10e.urdf"))) {
  console.error("*** SKIPPED: the recorded logs were not found (../shared/data beside the repository) ***");
} else {
  scenario("recorded currents with unknown headers in degrees end in a corrected URDF", {}, async ({ page }) => {
    await dropFiles(page, [{ name: "ur10e.urdf", text: readFileSync(join(data, "ur10e/ur10e.urdf"), "utf8") }]);
    await page.waitForSelector("#links [data-link]");
    const started = Date.now();
    await map(page, "exc_12harm_30s.csv");
    await map(page, "exc_8harm_20s.csv");
    await page.check('input[aria-label="Train on logs/exc_12harm_30s.csv"]');
    await page.uncheck('input[aria-label="Train on logs/exc_8harm_20s.csv"]');
    await page.check('input[aria-label="Validate on logs/exc_8harm_20s.csv"]');
    await page.fill("label:has-text('Drive gains') input", GAINS);
    await page.click("#identify");
    await page.waitForSelector("#rank[data-finished=true] tbody tr", { timeout: 240_000 });
    const error = await page.$eval("#rank tbody td[data-value]", (cell) => Number(cell.dataset.value));
    assert.ok(error > 0 && error < 10, `prediction error ${error} % on the other log`);
    await takeOverAndExport(page);
    console.error(`from mapping to corrected URDF: ${((Date.now() - started) / 1000).toFixed(0)} s, error ${error} %`);
    await assertSameAsCommandLine(page);
  });
}
