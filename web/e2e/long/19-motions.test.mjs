// Motions of other kinds: taught via-points, a Fourier series, a circle of the tool.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { scenario } from "../studio.mjs";
import { previewOf } from "../sameCurves.mjs";
import { chooseMotion, clickAndSave, pickRobot, project, setField, until } from "../steps.mjs";

scenario("poses are taught, a Fourier series is typed, and the tool draws a circle", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await chooseMotion(page, "via");
  const slider = page.locator("input[type=range][id^=slider-]").first();
  await slider.focus();
  for (let k = 0; k < 20; k++) await page.keyboard.press("ArrowRight");
  await clickAndSave(page, "#add-pose");
  const taught = await previewOf(page);
  assert.equal(taught.duration, 3);
  assert.ok(taught.effort.length === 3 && taught.jerk.length === 3, "efforts and jerks are computed");
  await page.reload();
  await page.waitForSelector("#via-points [data-point='3']");
  await setField(page, "#via-time-3", 5);
  assert.equal((await previewOf(page)).duration, 5);
  await chooseMotion(page, "fourier");
  await setField(page, "#fourier-frequency", 0.5);
  assert.equal((await previewOf(page)).duration, 2);
  const [video] = await Promise.all([page.waitForEvent("download"), page.click("#record-video")]);
  assert.equal(readFileSync(await video.path()).readUInt32BE(0), 0x1a45dfa3, "a WebM file");
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click("#record-gif")]);
  const gif = readFileSync(await picture.path()).toString("latin1");
  assert.ok(gif.startsWith("GIF89a"), "a GIF");
  const frames = gif.split("\x21\xf9\x04").length - 1;
  assert.ok(frames >= 40, `${frames} pictures of 2 s`); // a byte sequence may occur by chance, too
  await chooseMotion(page, "path");
  await page.selectOption("#path-kind", "circle");
  await until(
    "the circle is saved",
    async () => (await project(page)).motion.text,
    (text) => text.includes('kind = "helix"'),
  );
  await setField(page, "#path-radius", 25);
  // The tool stays 25 mm from the centre.
  const { id, motion } = await project(page);
  const centre = JSON.parse(/centre = (\[.*\])/.exec(motion.text)[1]);
  const preview = await previewOf(page);
  const rows = preview.t.map((_, k) => preview.q.map((column) => column[k]));
  const poses = await page.evaluate(
    async ([path, q]) =>
      (
        await fetch(path, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ q }),
        })
      ).json(),
    [`/api/v1/projects/${id}/poses`, rows.filter((_, k) => k % 50 === 0)],
  );
  for (const tool of poses.tool ?? []) {
    const radius = Math.hypot(tool[0] - centre[0], tool[1] - centre[1]);
    assert.ok(Math.abs(radius - 0.025) < 1e-6, `radius ${radius}`);
  }
});
