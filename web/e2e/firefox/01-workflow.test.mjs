// The first way through the studio, in Firefox: robot, playback, simulation, identification.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { startServer } from "../studio.mjs";
import { firefoxPath, launchFirefox } from "./bidi.mjs";

const out = join(dirname(fileURLToPath(import.meta.url)), "../out");

if (firefoxPath() === null) {
  console.error("*** SKIPPED: there is no Firefox (apt install firefox-esr): the studio was not tried in it ***");
} else {
  test("in Firefox a robot is picked, played, simulated and identified", { timeout: 300_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "armlab-studio-"));
    const server = await startServer(folder);
    const browser = await launchFirefox();
    const { page, problems } = browser;
    try {
      await page.goto(server.address);
      await page.goto(`${server.origin}/?test=1#/start`);
      await page.click("[data-robot=scara]");
      await page.wait(".plot canvas");
      await page.click("#play");
      await page.until("it plays", () => Number.parseFloat(document.querySelector("#clock").textContent) > 0.1);
      await page.click("#play");
      await page.click('nav[aria-label=Pages] a[href*="#/simulate"]');
      await page.click("#simulate");
      await page.wait("#runs [data-state=done]");
      await page.click('nav[aria-label=Pages] a[href*="#/identify"]');
      await page.wait('[data-log="runs/1/log.csv"]');
      await page.click("#identify");
      await page.wait("#rank[data-finished=true] tbody tr");
      await page.wait("#parameters tbody tr");
      for (const name of ["model", "motion", "kinematics", "validate", "report"]) {
        await page.click(`nav[aria-label=Pages] a[href*="#/${name}"]`);
        await page.wait("h1");
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wider <= 0, `${name} is ${wider} pixels wider than the screen`);
      }
      assert.deepEqual(
        problems.filter((text) => !/WebGL/i.test(text)),
        [],
        "no errors in the page",
      );
    } catch (problem) {
      mkdirSync(out, { recursive: true });
      writeFileSync(join(out, "firefox.png"), await page.screenshot().catch(() => Buffer.alloc(0)));
      throw problem;
    } finally {
      await browser.close();
      await server.stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
