// Compares the series of a simulation run in the page with the log that its command writes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { armlab } from "./programs.mjs";
import { api, project } from "./steps.mjs";

/** Runs an armlab command in a folder. */
export function command(folder, ...words) {
  const done = spawnSync(armlab(), words, {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(armlab())}:${process.env.PATH}` },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  assert.ok(done.status === 0 || done.status === 1, `armlab ${words.join(" ")}\n${done.stderr}`);
  return done.stdout;
}

function table(text) {
  const [head = "", ...rows] = text
    .trim()
    .split(/\r?\n/)
    .filter((line) => !line.startsWith("#"));
  const names = head.split(",").map((name) => name.replace(/ *\[.*\]/, "").trim());
  const columns = Object.fromEntries(names.map((name) => [name, []]));
  for (const row of rows) row.split(",").forEach((cell, k) => columns[names[k]].push(Number(cell)));
  return columns;
}

/** Checks that log.csv of a run is what `armlab simulate` writes for another robot by the same experiment. */
export async function assertSameLogAs(page, run, robot) {
  const { folder } = await project(page);
  const out = mkdtempSync(join(tmpdir(), "armlab-same-"));
  command(folder, "simulate", robot, "--experiment", `runs/${run}/experiment.toml`, "--out", out);
  const own = table(readFileSync(join(folder, `runs/${run}/log.csv`), "utf8"));
  const other = table(readFileSync(join(out, "log.csv"), "utf8"));
  const names = Object.keys(own).filter((name) => /^(q|qd|tau)\d+$/.test(name));
  assert.ok(names.length >= 2, `columns: ${Object.keys(own)}`);
  for (const name of names) {
    const largest = Math.max(...other[name].map(Math.abs), 1e-9);
    const difference = Math.max(...own[name].map((value, k) => Math.abs(value - other[name][k])));
    assert.ok(difference <= 1e-9 * largest, `${name} differs by ${difference} of ${largest}`);
  }
  assert.equal(own[names[0]].length, other[names[0]].length);
  return names;
}

/** The motion's curves in the page and by the command line. */
export async function previewOf(page) {
  const { id } = await project(page);
  return (
    await api(page, `/projects/${id}/motion/preview`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    })
  ).body;
}
