import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { settingOf, withSetting } from "../src/controls/settings";
import { readAboutCentre } from "../src/pages/model/fixes";
import { tarOf } from "../src/state/folder";

test("an archive of dropped files is one that tar reads, without hidden and odd names", async () => {
  const long = `cell/${"deep/".repeat(20)}arm.stl`;
  const file = (text: string) => new File([text], "x");
  const archive = tarOf([
    { path: "cell/arm.xacro", file: file("<robot/>") },
    { path: long, file: file("x".repeat(700)) },
    { path: "cell/.git/config", file: file("no") },
    { path: "cell/../up.txt", file: file("no") },
  ]);
  const folder = mkdtempSync(join(tmpdir(), "armlab-tar-"));
  writeFileSync(join(folder, "a.tar"), Buffer.from(await archive.arrayBuffer()));
  const names = execFileSync("tar", ["tf", join(folder, "a.tar")], { encoding: "utf8" })
    .trim()
    .split("\n");
  assert.deepEqual(names, ["cell/arm.xacro", long]);
  execFileSync("tar", ["xf", join(folder, "a.tar"), "-C", folder]);
  assert.equal(readFileSync(join(folder, long), "utf8").length, 700);
  rmSync(folder, { recursive: true });
});

test("a setting is set, changed and removed", () => {
  const one = withSetting(["ekf.rate=2"], "huber", "threshold", "2.5");
  assert.deepEqual(one, ["ekf.rate=2", "huber.threshold=2.5"]);
  assert.equal(settingOf(one, "huber", "threshold"), "2.5");
  assert.deepEqual(withSetting(one, "huber", "threshold", " "), ["ekf.rate=2"]);
  assert.equal(settingOf(one, "wls", "rounds"), "");
});

test("an inertia read about the centre differs by the parallel-axis terms", () => {
  // A point of 2 kg at (1, 2, 3).
  assert.deepEqual(readAboutCentre([0, 0, 0, 0, 0, 0], 2, [1, 2, 3]), [26, -4, 20, -6, -12, 10]);
});
