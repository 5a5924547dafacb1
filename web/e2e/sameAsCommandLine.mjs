// Compares the result of a run with the output of its command line; computing times are ignored.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { armlab } from "./programs.mjs";
import { api, project } from "./steps.mjs";

function largestDifference(a, b, path) {
  if (/seconds|time$/.test(path)) return 0;
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) / Math.max(1, Math.abs(a));
  if (a !== null && b !== null && typeof a === "object" && typeof b === "object")
    return Math.max(0, ...Object.keys(a).map((key) => largestDifference(a[key], b[key], `${path}.${key}`)));
  return a === b ? 0 : Infinity;
}

/** What a command that is shown in the page prints, as JSON. */
export function commandOutput(folder, command) {
  const done = spawnSync("sh", ["-c", command], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(armlab())}:${process.env.PATH}` },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  assert.ok(done.status === 0 || done.status === 1, `${command}\n${done.stderr}`); // 1: it ran, and a check failed
  return JSON.parse(done.stdout);
}

/** Runs the command of the newest identification in the project folder, compares, and returns the page's result. */
export async function assertSameAsCommandLine(page) {
  const { id, folder } = await project(page);
  const runs = (await api(page, `/projects/${id}/runs`)).body;
  const run = runs.findLast((card) => card.kind === "identify").run;
  const view = (await api(page, `/projects/${id}/runs/${run}`)).body;
  assert.match(view.command, /^armlab identify /);
  const command = view.command.includes("--json") ? view.command : `${view.command} --json`;
  const printed = commandOutput(folder, command);
  for (const method of view.result.methods) {
    const same = printed.methods.find((entry) => entry.method === method.method);
    for (const part of ["base", "parameters", "fit", "validation", "metrics"]) {
      if (method[part] === undefined) continue;
      assert.ok(
        largestDifference(method[part], same[part], part) <= 1e-12,
        `${method.method}: ${part} as on the command line`,
      );
    }
  }
  return view.result;
}
