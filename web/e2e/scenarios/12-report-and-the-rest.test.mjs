// Offline report; exports; keyboard only; axe on every page in both themes and sizes; a killed server; no WebGL.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { scenario } from "../studio.mjs";
import { accessibilityProblems, dropFiles, goTo, pickRobot, project, simulate, until } from "../steps.mjs";

async function identifyQuickly(page) {
  const run = await simulate(page);
  await page.click("text=Identify from this log");
  await page.waitForSelector(`[data-log="runs/${run}/log.csv"]`);
  await page.click("#identify");
  await page.waitForSelector("#rank[data-finished=true] tbody tr", { timeout: 120_000 });
}

scenario(
  "the report opens from disk, and plots are exported as CSV, PNG and SVG",
  {},
  async ({ page, folder, browser }) => {
    await pickRobot(page, "scara");
    await identifyQuickly(page);
    await goTo(page, "report");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#save-report")]);
    const file = join(folder, "report.html");
    await saved.saveAs(file);
    const offline = await browser.newContext({ offline: true });
    const reader = await offline.newPage();
    const requests = [];
    reader.on("request", (request) => requests.push(request.url()));
    await reader.goto(pathToFileURL(file).href);
    assert.deepEqual(
      requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:")),
      [],
      "nothing is loaded",
    );
    assert.ok((await reader.textContent("body")).length > 500);
    await offline.close();
    await goTo(page, "simulate");
    await page.waitForSelector(".plot canvas");
    for (const [label, start] of [
      ["CSV", "time (s)"],
      ["SVG", "<svg"],
      ["PNG", "\x89PNG"],
    ]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator(".plot-tools button", { hasText: label }).first().click(),
      ]);
      const path = join(folder, `figure.${label.toLowerCase()}`);
      await download.saveAs(path);
      assert.ok(readFileSync(path, "latin1").startsWith(start), `${label} begins as it should`);
    }
  },
);

scenario("the whole workflow with the keyboard alone", {}, async ({ page }) => {
  await page.keyboard.press("Control+k");
  await page.waitForSelector("[role=combobox]:focus");
  await page.keyboard.type("go to start");
  await page.keyboard.press("Enter");
  await page.focus("[data-robot=scara]");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".plot canvas");
  await page.focus("#main");
  await page.keyboard.press(" ");
  await until(
    "space plays",
    () => page.textContent("#clock"),
    (text) => Number.parseFloat(text) > 0.1,
  );
  await page.keyboard.press(" ");
  await page.keyboard.press("End");
  await page.keyboard.press("g");
  await page.waitForSelector("#goal-x");
  await page.keyboard.press("2");
  await page.keyboard.press("]");
  await page.keyboard.press("Control+k");
  await page.waitForSelector("[role=combobox]:focus");
  await page.keyboard.type("simulate");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#simulate");
  await page.focus("#simulate");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#runs [data-state=done]", { timeout: 120_000 });
  await page.focus("#main");
  await page.keyboard.press("?");
  await page.waitForSelector("aside[aria-label=Help]");
  // Help stands beside the form.
  const [help, form] = await Promise.all(
    ["aside[aria-label=Help]", ".inspector"].map((selector) => page.locator(selector).boundingBox()),
  );
  assert.ok(form.x + form.width <= help.x, "the form is not covered");
  // Everything that can be run or exported is a command.
  await page.keyboard.press("Control+k");
  await page.waitForSelector("[role=combobox]:focus");
  const titles = await page.$$eval("#palette-list li", (items) => items.map((item) => item.textContent));
  for (const wanted of [
    /simulation/,
    /identification/,
    /campaign/,
    /excitation/,
    /workspace/,
    /URDF/,
    /Export project/,
  ])
    assert.ok(
      titles.some((title) => wanted.test(title)),
      `${wanted} is among the commands`,
    );
});

for (const [theme, width, height] of [
  ["light", 1280, 720],
  ["dark", 1280, 720],
  ["light", 390, 844],
]) {
  scenario(
    `axe finds no violations on any page, ${theme}, ${width} by ${height}`,
    { theme, width, height },
    async ({ page }) => {
      const problems = await accessibilityProblems(page, "start, without a project");
      await pickRobot(page, "scara");
      await identifyQuickly(page);
      const pages = await page.$$eval("nav[aria-label=Pages] a", (links) =>
        links.map((link) => /#\/(\w+)/.exec(link.href)[1]),
      );
      assert.ok(pages.length >= 8, "all pages are visited");
      for (const name of pages) {
        await goTo(page, name);
        await page.waitForSelector("h1");
        problems.push(...(await accessibilityProblems(page, name)));
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wider <= 0, `${name} is ${wider} pixels wider than the screen`);
      }
      assert.deepEqual(problems, []);
    },
  );
}

scenario(
  "a killed server is reported, and the project is intact after a restart",
  { allow: [/ERR_CONNECTION|Failed to load resource|net::/] },
  async (lab) => {
    const { page } = lab;
    await pickRobot(page, "scara");
    await goTo(page, "model");
    await page.click("#links [data-link]");
    await page.fill("#mass", "3.25");
    await page.press("#mass", "Enter");
    await until(
      "the mass is saved",
      async () => (await project(page)).model.links[0].mass.value,
      (mass) => mass === 3.25,
    );
    await lab.server.stop("SIGKILL");
    await page.waitForSelector("#connection-banner");
    await lab.restart();
    await page.waitForSelector("#connection-banner", { state: "detached", timeout: 60_000 });
    assert.equal((await project(page)).model.links[0].mass.value, 3.25);
    await page.waitForSelector("#links"); // the page is unchanged
  },
);

const WITHOUT_3D = {
  flags: ["--disable-3d-apis"],
  preferences: { "webgl.disabled": true, "webgl.force-enabled": false },
  allow: [/WebGL/i],
};

scenario("without WebGL the 2D view is used", WITHOUT_3D, async ({ page }) => {
  await pickRobot(page, "planar6");
  await page.waitForSelector(".flat-view svg .flat-link", { state: "attached" });
  const before = await page.getAttribute(".flat-view svg .flat-link:last-of-type", "points");
  await page.click("#play");
  await until(
    "it moves",
    () => page.getAttribute(".flat-view svg .flat-link:last-of-type", "points"),
    (now) => now !== before,
  );
});

scenario("malicious files are rejected with a reason", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  const before = (await project(page)).model;
  for (const [name, text] of [
    ["noise.urdf", "\u0000\u0001 not xml"],
    ["bomb.urdf", `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><robot name="&b;"/>`],
    ["empty.csv", ""],
    ["words.csv", "a,b\nx,y\n"],
  ]) {
    if (await page.isVisible(".status button")) await page.click(".status button");
    await dropFiles(page, [{ name, text }]);
    await page.waitForFunction(() =>
      ["bad", "good", "warn"].includes(document.querySelector(".status [data-kind]")?.dataset.kind ?? ""),
    );
  }
  assert.deepEqual((await project(page)).model, before);
});
