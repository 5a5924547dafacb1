// Test environment of a scenario: a temporary folder, a server, a page.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import assert from "node:assert/strict";
import { chromium, firefox } from "playwright-core";
import { armlab, chromiumPath } from "./programs.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const FLAGS = [
  "--no-sandbox",
  "--enable-unsafe-swiftshader",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** THROTTLE=6 makes the browser's processor six times slower, to find what holds on fast machines only. */
const SLOWER = Number(process.env.THROTTLE ?? 1);
/** How much longer than usual a scenario may take. */
export const patience = Math.max(1, SLOWER / 2);

/** STUDIO_BROWSER=firefox runs the scenarios in Firefox; those that need what only Chromium has are skipped. */
export const inFirefox = process.env.STUDIO_BROWSER === "firefox";
/** Firefox draws in 3D only where it has a screen, which run.mjs makes. */
const PREFERENCES = {
  "webgl.force-enabled": true,
  "webgl.disable-fail-if-major-performance-caveat": true,
  "dom.events.testing.asyncClipboard": true,
};

async function slowDown(page) {
  if (SLOWER <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** Starts the server in a folder and waits for the URL it prints. */
export async function startServer(folder) {
  const web = join(here, "../dist");
  const child = spawn(armlab(), ["studio", "--no-open", "--dir", folder], {
    cwd: folder,
    env: { ...process.env, ARMLAB_WEB_DIR: web },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise((done) => child.once("exit", done));
  let printed = "";
  const address = await new Promise((done, fail) => {
    const read = (chunk) => {
      printed += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?code=\S+/.exec(printed);
      if (found) done(found[0]);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("exit", (code) =>
      fail(new Error(`armlab studio ended with ${code} before it printed a URL:\n${printed}`)),
    );
  });
  return {
    address,
    origin: new URL(address).origin,
    /** Stops the server. */
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await exited;
    },
  };
}

/** A browser; Chromium's flags and Firefox's preferences are added to the default ones. */
export function launch(flags = [], preferences = {}) {
  if (inFirefox)
    return firefox.launch({
      channel: "moz-firefox",
      executablePath: join(here, "firefox/proxied-firefox.mjs"),
      headless: process.env.DISPLAY === undefined,
      firefoxUserPrefs: { ...PREFERENCES, ...preferences },
    });
  return chromium.launch({ executablePath: chromiumPath(), args: [...FLAGS, ...flags] });
}

/** Opens the page and collects errors and requests to other hosts. */
export async function openPage(browser, server, { width = 1280, height = 720, theme = "light", allow = [] } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    acceptDownloads: true,
    reducedMotion: "no-preference",
  });
  if (!inFirefox) await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000 * patience);
  if (SLOWER > 1) context.on("page", (other) => void slowDown(other).catch(() => undefined));
  await slowDown(page);
  const problems = [];
  page.on("pageerror", (error) => problems.push(`error in the page: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !allow.some((pattern) => pattern.test(message.text())))
      problems.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["blob:", "data:"].includes(url.protocol) && url.origin !== server.origin)
      problems.push(`request to another host: ${request.url()}`);
  });
  await page.goto(server.address);
  // Firefox has no preference to pretend.
  if (inFirefox) await page.evaluate((theme) => localStorage.setItem("armlab-theme", theme), theme);
  await page.goto(`${server.origin}/?test=1#/start`);
  await page.waitForSelector("[data-robot]");
  return { page, context, problems };
}

/** One scenario. `options.flags` are added to Chromium's, `options.preferences` to Firefox's; `options.allow` are console
 *  errors that belong to it; `options.only` is why it runs in Chromium only. */
export function scenario(name, options, steps) {
  const skip = inFirefox && (options.only ?? false);
  test(name, { timeout: 300_000 * patience, skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "armlab-studio-"));
    const browser = await launch(options.flags, options.preferences);
    let server = await startServer(folder);
    const { page, context, problems } = await openPage(browser, server, options);
    const lab = {
      page,
      context,
      folder,
      problems,
      browser,
      get server() {
        return server;
      },
      set server(next) {
        server = next;
      },
      async restart() {
        server = await startServer(folder);
      },
    };
    try {
      await steps(lab);
      assert.deepEqual(problems, [], "no errors in the page");
    } catch (problem) {
      const file = name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .slice(0, 60);
      await page.screenshot({ path: join(here, "out", `${file}.png`) }).catch(() => undefined);
      throw problem;
    } finally {
      await browser.close();
      await server.stop("SIGKILL").catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
