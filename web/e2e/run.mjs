// Runs the browser scenarios one after another against the release binary.
//   ARMLAB=path/to/armlab npm run e2e [--all] [part of a file name …]
// The long scenarios in e2e/long run with --all, or when they are named. Without names a few run in Firefox, too, with
// --all everything does; STUDIO_BROWSER=firefox runs the scenarios in Firefox only.
// Without ARMLAB the binary in $CARGO_TARGET_DIR or ../target is used. Screenshots of failures are in e2e/out.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { armlab, chromiumPath, firefoxPath, screenPath } from "./programs.mjs";

const here = dirname(fileURLToPath(import.meta.url));
armlab();
mkdirSync(join(here, "out"), { recursive: true });
const words = process.argv.slice(2);
const all = words.includes("--all");
const requested = words.filter((word) => word !== "--all");
/** What browsers do differently: 3D, the mouse, the time bar, files dropped and saved. */
const SHORT = ["01-", "06-", "07-", "25-"];
const wanted = (name, long) =>
  name.endsWith(".test.mjs") && (requested.length === 0 ? all || !long : requested.some((part) => name.includes(part)));
const files = ["scenarios", "long"].flatMap((folder) =>
  readdirSync(join(here, folder))
    .filter((name) => wanted(name, folder !== "scenarios"))
    .sort()
    .map((name) => join(here, folder, name)),
);

/** Runs files in a browser and returns the exit code. */
function run(browser, files, more = {}) {
  const flags = ["--test", "--test-concurrency=1", "--test-reporter=spec"];
  const env = { ...process.env, STUDIO_BROWSER: browser, ...more };
  return spawnSync(process.execPath, [...flags, ...files], { stdio: "inherit", env }).status ?? 1;
}

/** A screen for Firefox, which draws in 3D only with one: that of Xvfb, or the present one; `null` if there is none. */
async function screen() {
  const { DISPLAY } = process.env;
  const present = DISPLAY === undefined ? null : { display: DISPLAY, stop: () => undefined };
  if (screenPath() === null) return present;
  const child = spawn(screenPath(), ["-displayfd", "3", "-screen", "0", "1600x1200x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const number = await new Promise((done) => {
    child.stdio[3].setEncoding("utf8").once("data", done);
    child.once("exit", () => done(""));
  });
  if (number === "") return present;
  return { display: `:${number.trim()}`, stop: () => child.kill() };
}

async function runFirefox(files) {
  const shown = firefoxPath() === null ? null : await screen();
  if (shown === null) {
    const missing = firefoxPath() === null ? "no Firefox" : "no screen for Firefox";
    console.error(
      `*** SKIPPED: there is ${missing} (apt install firefox-esr xvfb): the studio was not tried in it ***`,
    );
    return 0;
  }
  const status = run("firefox", files, { DISPLAY: shown.display });
  shown.stop();
  return status;
}

let status = 0;
const onlyFirefox = process.env.STUDIO_BROWSER === "firefox";
if (!onlyFirefox) {
  chromiumPath();
  status = run("chromium", files);
}
if (all || onlyFirefox) status = (await runFirefox(files)) || status;
else if (requested.length === 0) {
  const short = files.filter((file) => SHORT.some((number) => basename(file).startsWith(number)));
  status = (await runFirefox(short)) || status;
}
process.exit(status);
