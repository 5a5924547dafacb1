// Import of dropped or selected files; the server detects their type.
import { signal } from "@preact/signals";
import { queryString, upload } from "../api/client";
import { problemText } from "../api/problem";
import { go, page, updateView } from "../app/navigation";
import { showStatus } from "../app/status";
import type { ImportReport } from "../contract";
import { tarOf, type DroppedFile } from "./folder";
import { reloadGeometry } from "./model";
import { accept, projectPath, project } from "./project";
import { attempt } from "./errors";

/** Result of the last import; shown until dismissed. */
export const lastImport = signal<{ name: string; report: ImportReport } | null>(null);

const ROBOT = /\.(urdf|xacro|sdf|mjcf|xml|toml)$/i;

/** Imports a folder: a description with what it includes, and meshes. */
export async function importFolder(files: readonly DroppedFile[]): Promise<void> {
  const name = `${files[0]?.path.split("/")[0] ?? "robot"}.tar`;
  await importFile(new File([tarOf(files)], name));
}

/** Imports files one after another: robots first, because meshes and logs belong to a robot. A description that may
 *  include others is sent together with them. */
export async function importFiles(files: readonly File[]): Promise<void> {
  const including = files.some((file) => /\.(xacro|sdf|mjcf)$/i.test(file.name));
  const described = files.filter((file) => ROBOT.test(file.name));
  if (files.length > 1 && (including || described.length > 1 || described.some((file) => /\.xml$/i.test(file.name))))
    return importFolder(files.map((file) => ({ path: `robot/${file.name}`, file })));
  const robots = described;
  for (const file of [...robots, ...files.filter((file) => !robots.includes(file))]) await importFile(file);
}

async function importFile(file: File): Promise<void> {
  const open = project.peek();
  const onStart = page.peek() === "start";
  const isRobot = ROBOT.test(file.name) || /\.tar$/i.test(file.name);
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
