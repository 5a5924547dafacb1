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

/** Chromium. */
export function chromiumPath() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // the next one
    }
  }
  throw new Error("chromium is not installed: apt install chromium");
}
