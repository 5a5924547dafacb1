// Files that were dropped or chosen: the server finds out what they are and says what became of them.
import { signal } from "@preact/signals";
import { query, upload } from "../api/client";
import { wordsOf } from "../api/problem";
import { go, page, updateView } from "../app/navigation";
import { say } from "../app/status";
import type { ImportReport } from "../contract";
import { filesArrived } from "./model";
import { accept, pathOf, project } from "./project";
import { attempt } from "./report";

/** What became of the last file; shown until it is closed. */
export const lastImport = signal<{ name: string; report: ImportReport } | null>(null);

/** Brings files in, one after another: robots first, since meshes and logs belong to one. */
export async function importFiles(files: readonly File[]): Promise<void> {
  const robots = files.filter((file) => /\.(urdf|xml|toml)$/i.test(file.name));
  for (const file of [...robots, ...files.filter((file) => !robots.includes(file))]) await importFile(file);
}

async function importFile(file: File): Promise<void> {
  const open = project.peek();
  const onStart = page.peek() === "start";
  const isRobot = /\.(urdf|xml|toml)$/i.test(file.name);
  // On the start page a robot begins a project of its own; elsewhere it replaces the model, undoably.
  const path = open === null || (onStart && isRobot) ? "/import" : pathOf("/import");
  say("busy", `Reading ${file.name} …`);
  const report = await attempt(() => upload<ImportReport>(path + query({ name: file.name }), file));
  if (report === null) return;
  lastImport.value = { name: file.name, report };
  if (!report.ok) {
    say(
      "bad",
      report.problem ? wordsOf(report.problem) : `${file.name} was not understood.`,
      report.problem?.hint ?? "",
    );
    return;
  }
  if (report.project) {
    if (report.project.id !== open?.id) {
      project.value = report.project;
      updateView({ project: report.project.id });
    } else accept(report.project);
  }
  if (report.kind === "mesh") filesArrived();
  say(
    "good",
    `${file.name} is in: a ${report.kind}${report.missing.length > 0 ? `, with ${report.missing.length} files missing` : ""}.`,
  );
  if (report.kind === "log") go("identify", [], { log: report.file });
  else if (report.kind === "robot") go("model");
  else if (report.kind === "motion") go("motion");
}
