// Commands of the palette that compute or save something of the open project.
import { apiUrl } from "../api/client";
import { runCampaign } from "../pages/campaign/options";
import { diagnose } from "../pages/identify/Diagnosis";
import { identify, trainLogs } from "../pages/identify/options";
import { drawWorkspace } from "../pages/kinematics/WorkspacePanel";
import { designExcitation } from "../pages/motion/ExcitationPanel";
import { simulate } from "../pages/simulate/experiment";
import { createProject, project, projectPath } from "../state/project";
import { overlays } from "../state/scene";
import { OVERLAYS } from "../view3d/OverlayTools";
import { canRecord, moves } from "../view3d/recordVideo";
import { currentScene, saveGif, saveVideo, saveView } from "../view3d/View";
import type { Command } from "./commands";
import { go } from "./navigation";
import type { Page } from "./pages";

const hasProject = () => project.value !== null;
const hasView = () => currentScene.value !== null;

/** Runs something on the page that shows it. */
function onPage(page: Page, action: () => Promise<unknown>): () => void {
  return () => {
    go(page);
    void action();
  };
}

function save(path: string, name: string): void {
  const link = document.createElement("a");
  link.href = apiUrl(projectPath(path));
  link.download = name;
  link.click();
}

function exported(path: string, ending: string): () => void {
  return () => save(path, `${project.peek()?.id ?? "robot"}${ending}`);
}

/** The newest run that can be shared. */
function sharedRun(): number | undefined {
  return project.value?.runs.findLast(
    (run) => run.state === "done" && ["simulate", "identify", "validate"].includes(run.kind),
  )?.run;
}

/** The commands. */
export const PROJECT_COMMANDS: Command[] = [
  { id: "run-simulation", title: "Run simulation", run: onPage("simulate", simulate), available: hasProject },
  { id: "run-identification", title: "Run identification", run: onPage("identify", identify), available: hasProject },
  {
    id: "run-diagnosis",
    title: "Run diagnosis of log and model",
    run: onPage("identify", diagnose),
    available: () => hasProject() && trainLogs.value.size > 0,
  },
  {
    id: "run-campaign",
    title: "Run campaign (compare methods)",
    run: onPage("campaign", runCampaign),
    available: hasProject,
  },
  {
    id: "run-excitation",
    title: "Design an excitation",
    run: onPage("motion", designExcitation),
    available: hasProject,
  },
  { id: "show-workspace", title: "Show workspace", run: onPage("kinematics", drawWorkspace), available: hasProject },
  { id: "export-urdf", title: "Export model as URDF", run: exported("/model.urdf", ".urdf"), available: hasProject },
  { id: "export-toml", title: "Export model as TOML", run: exported("/model.toml", ".toml"), available: hasProject },
  {
    id: "export-motion",
    title: "Export trajectory (TOML)",
    run: exported("/motion.toml", "-motion.toml"),
    available: hasProject,
  },
  {
    id: "export-project",
    title: "Export project (one file)",
    run: exported("/archive.tar", ".tar"),
    available: hasProject,
  },
  {
    id: "share-run",
    title: "Share the last run as a page",
    run: () => save(`/runs/${sharedRun()}/share.html`, `${project.peek()?.id ?? "robot"}-run-${sharedRun()}.html`),
    available: () => sharedRun() !== undefined,
  },
  {
    id: "new-robot",
    title: "Build a new robot",
    run: () => void createProject({ new: true }).then((made) => made && go("model")),
  },
  {
    id: "duplicate-project",
    title: "Duplicate project",
    run: () => void createProject({ copy_of: project.peek()?.id ?? "" }).then((made) => made && go("model")),
    available: hasProject,
  },
  { id: "save-picture", title: "Save view as PNG", run: () => void saveView(), available: hasView },
  {
    id: "save-video",
    title: "Save a video of the motion (WebM)",
    run: saveVideo,
    available: () => hasView() && canRecord(),
  },
  {
    id: "save-gif",
    title: "Save the motion as a GIF",
    run: saveGif,
    available: () => hasView() && moves.value,
  },
  ...OVERLAYS.map(([key, name]) => ({
    id: `overlay-${key}`,
    title: `Show or hide: ${name}`,
    run: () => (overlays.value = { ...overlays.peek(), [key]: !overlays.peek()[key] }),
    available: hasView,
  })),
];
