// Runs the browser scenarios one after another against the release binary.
//   ARMLAB=path/to/armlab npm run e2e [--all] [part of a file name …]
// The long scenarios in e2e/long run with --all, or when they are named.
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
const files = ["scenarios", "long"].flatMap((folder) =>
  readdirSync(join(here, folder))
    .filter((name) => wanted(name, folder === "long"))
    .sort()
    .map((name) => join(here, folder, name)),
);
const run = spawnSync(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files], {
  stdio: "inherit",
});
process.exit(run.status ?? 1);
