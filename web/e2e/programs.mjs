// Paths of the programs under test.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The armlab binary. */
export function armlab() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "../target");
  const path = resolve(process.env.ARMLAB ?? join(target, "release/armlab"));
  if (!existsSync(path))
    throw new Error(`${path} not found: build it with "cargo build --release -p armlab-cli", or set ARMLAB`);
  return path;
}

/** The first of some programs that is installed; `null` if none is. */
function installed(names) {
  for (const name of names) {
    try {
      return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    } catch {
      // the next one
    }
  }
  return null;
}

/** Chromium. */
export function chromiumPath() {
  const found = installed(["chromium", "chromium-browser", "google-chrome"]);
  if (found === null) throw new Error("chromium is not installed: apt install chromium");
  return found;
}

/** Firefox; `null` if it is not installed. */
export function firefoxPath() {
  return installed(["firefox-esr", "firefox"]);
}

/** A program that makes a screen without a monitor; `null` if it is not installed. */
export function screenPath() {
  return installed(["Xvfb"]);
}
