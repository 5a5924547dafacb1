// Runs the browser scenarios one after another against the release binary.
//   ARMLAB=path/to/armlab npm run e2e [part of a file name …]
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
const requested = process.argv.slice(2);
const files = readdirSync(join(here, "scenarios"))
  .filter(
    (name) => name.endsWith(".test.mjs") && (requested.length === 0 || requested.some((part) => name.includes(part))),
  )
  .sort()
  .map((name) => join(here, "scenarios", name));
const run = spawnSync(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files], {
  stdio: "inherit",
});
process.exit(run.status ?? 1);
