// A log over time with another one, effort against speed, column against column, and as a spectrum.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { api, dropFiles, goTo, pickRobot, project, robotViewIsNotBlank, until } from "../steps.mjs";

/** Ten seconds of the SCARA; joint 1 swings with a frequency (Hz), with friction of 3 N m and 2 N m s/rad. */
function swinging(frequency) {
  const rows = ["t,q1,q2,q3,tau1,tau2,tau3"];
  const [omega, amplitude] = [2 * Math.PI * frequency, 0.3];
  for (let i = 0; i <= 2000; i++) {
    const t = i / 200;
    const [q, speed] = [amplitude * Math.sin(omega * t), amplitude * omega * Math.cos(omega * t)];
    const effort = 2 * speed + 3 * Math.sign(speed);
    rows.push([t, q, 0.1 * Math.sin(t), 0.15, effort, 0, -19.6].map((value) => value.toFixed(9)).join(","));
  }
  return rows.join("\n") + "\n";
}

scenario("logs are drawn over each other, against speed, against each other and as spectra", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  for (const [name, frequency] of [
    ["slow.csv", 0.5],
    ["fast.csv", 2],
  ]) {
    await dropFiles(page, [{ name, text: swinging(frequency) }]);
    await page.waitForSelector(`#log-title:has-text("${name}")`);
  }
  await page.selectOption("#log-view", "time");
  await page.check('input[aria-label="Overlay logs/slow.csv"]');
  await until(
    "both logs are in one plot",
    () => page.locator("#log-plots .legend").first().textContent(),
    (text) => text.includes("fast.csv") && text.includes("slow.csv"),
  );
  await page.selectOption("#log-view", "friction");
  await page.waitForSelector('figure[aria-label^="Friction curve of theta1"] svg.xy path[stroke]');
  await page.uncheck("#without-rigid");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.click('button[aria-label="Friction curve of theta1: download as CSV"]'),
  ]);
  const lines = Buffer.concat(await (await download.createReadStream()).toArray())
    .toString()
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(",").slice(-2).map(Number));
  // Away from the ends of the filter and from standstill the points are on the line of the friction.
  const away = lines.filter(([speed]) => Math.abs(speed) > 30);
  const near = away.filter(([speed, effort]) => {
    const expected = 2 * speed * (Math.PI / 180) + 3 * Math.sign(speed);
    return Math.abs(effort - expected) < 0.05 * Math.abs(expected);
  });
  assert.ok(away.length > 200 && near.length > 0.9 * away.length, `${near.length} of ${away.length}`);
  await page.selectOption("#log-view", "xy");
  await page.selectOption("#xy-x", "q1");
  await page.selectOption("#xy-y", "q2");
  await page.waitForSelector('figure[aria-label*="against"] svg.xy path[stroke]');
  await page.selectOption("#log-view", "spectrum");
  await page.waitForSelector('figure[aria-label^="Spectrum: Position"] canvas');
  const { id } = await project(page);
  const { body } = await api(page, `/projects/${id}/log/spectrum?source=logs/fast.csv`);
  const column = body.columns.findIndex(({ name }) => name === "q1");
  const amplitudes = body.amplitudes[column];
  const peak = body.frequencies[amplitudes.indexOf(Math.max(...amplitudes))];
  assert.ok(Math.abs(peak - 2) < 0.1, `${peak} Hz`);
  await page.reload();
  await goTo(page, "identify");
  await page.waitForSelector('#log-plots[data-view="spectrum"] canvas');
  await page.waitForSelector('input[aria-label="Overlay logs/slow.csv"]:checked'); // layouts are kept
  await page.selectOption("#log-view", "xy");
  await until(
    "the columns are those that were chosen",
    () => page.inputValue("#xy-y"),
    (name) => name === "q2",
  );
  // The log is played in 3D beside its plots.
  await robotViewIsNotBlank(page);
  const pose = await page.textContent("#pose-text");
  await page.focus("#scrubber");
  for (let k = 0; k < 5; k++) await page.keyboard.press("PageUp");
  await until(
    "the robot follows the log",
    () => page.textContent("#pose-text"),
    (text) => text !== pose,
  );
  await page.click("#fold-view");
  await page.waitForSelector(".view", { state: "detached" });
});
