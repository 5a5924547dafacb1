// Runs the browser scenarios one after another against the release binary.
//   ARMLAB=path/to/armlab npm run e2e [--all] [part of a file name …]
// The long scenarios in e2e/long and those of Firefox in e2e/firefox run with --all, or when they are named.
// Without ARMLAB the binary in $CARGO_TARGET_DIR or ../target is used. Screenshots of failures are in e2e/out.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { armlab, chromiumPath } from "./programs.mjs";

const here = dirname(fileURLToPath(import.meta.url));
armlab();
chromiumPath();
mkdirSync(join(here, "out"), { recursive: true });
const words = process.argv.slice(2);
const all = words.includes("--all");
const requested = words.filter((word) => word !== "--all");
const wanted = (name, long) =>
  name.endsWith(".test.mjs") && (requested.length === 0 ? all || !long : requested.some((part) => name.includes(part)));
const files = ["scenarios", "long", "firefox"].flatMap((folder) =>
  readdirSync(join(here, folder))
    .filter((name) => wanted(folder === "firefox" ? `firefox-${name}` : name, folder !== "scenarios"))
    .sort()
    .map((name) => join(here, folder, name)),
);
// Node 20 has the web socket of the Firefox scenarios behind a flag.
const flags = ["--experimental-websocket", "--test", "--test-concurrency=1", "--test-reporter=spec"];
const run = spawnSync(process.execPath, [...flags, ...files], { stdio: "inherit" });
process.exit(run.status ?? 1);
