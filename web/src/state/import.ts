// Import of dropped or selected files; the server detects their type.
import { signal } from "@preact/signals";
import { queryString, upload } from "../api/client";
import { problemText } from "../api/problem";
import { go, page, updateView } from "../app/navigation";
import { showStatus } from "../app/status";
import type { ImportReport } from "../contract";
import { reloadGeometry } from "./model";
import { accept, projectPath, project } from "./project";
import { attempt } from "./errors";

/** Result of the last import; shown until dismissed. */
export const lastImport = signal<{ name: string; report: ImportReport } | null>(null);

/** Imports files one after another: robots first, because meshes and logs belong to a robot. */
export async function importFiles(files: readonly File[]): Promise<void> {
  const robots = files.filter((file) => /\.(urdf|xml|toml)$/i.test(file.name));
  for (const file of [...robots, ...files.filter((file) => !robots.includes(file))]) await importFile(file);
}

async function importFile(file: File): Promise<void> {
  const open = project.peek();
  const onStart = page.peek() === "start";
  const isRobot = /\.(urdf|xml|toml|tar)$/i.test(file.name);
  // On the start page a robot creates a new project; elsewhere it replaces the model (undoable).
  const path = open === null || (onStart && isRobot) || /\.tar$/i.test(file.name) ? "/import" : projectPath("/import");
  showStatus("busy", `Importing ${file.name}…`);
  const report = await attempt(() => upload<ImportReport>(path + queryString({ name: file.name }), file));
  if (report === null) return;
  lastImport.value = { name: file.name, report };
  if (!report.ok) {
    showStatus(
      "bad",
      report.problem ? problemText(report.problem) : `${file.name} could not be read.`,
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
  if (report.kind === "mesh") reloadGeometry();
  showStatus(
    "good",
    `Imported ${file.name} (${report.kind})${report.missing.length > 0 ? `; missing files: ${report.missing.length}` : ""}.`,
  );
  if (report.kind === "log") go("identify", [], { log: report.file });
  else if (report.kind === "robot") go("model");
  else if (report.kind === "project") go("motion");
  else if (report.kind === "motion") go("motion");
}
