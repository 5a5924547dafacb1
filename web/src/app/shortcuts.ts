// Commands and keyboard shortcuts available on every page.
import { PAGE_NAMES, PAGES } from "./pages";
import { addCommands, type Command } from "./commands";
import { angleUnit, lengthUnit, setUnits } from "../robot/units";
import { go } from "./navigation";
import { helpOpen } from "./Help";
import { openPalette } from "./Palette";
import { toggleTheme } from "./theme";
import { showStatus } from "./status";
import { canRedo, canUndo, project, redo, undo } from "../state/project";
import { goalAxis, goalMode, movingJoints, selectedJoint } from "../state/scene";
import { loop, playing, seek, setZoom, span, step, timeline, togglePlay, zoomBy } from "../time/clock";
import { currentScene } from "../view3d/View";
import { jogJoint } from "../state/jog";
import { STANDARD_VIEWS } from "../view3d/standardViews";
import { PROJECT_COMMANDS } from "./projectCommands";

const hasTimeline = () => timeline.value !== null;

function lockAxis(axis: "x" | "y" | "z"): void {
  goalAxis.value = goalAxis.value === axis ? null : axis;
}

/** Copies the URL, which restores the current view. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    showStatus("good", "Link to this view copied to the clipboard.");
  } catch {
    showStatus("warn", "The browser denied access to the clipboard.", "Copy the URL from the address bar instead.");
  }
}

const GENERAL: Command[] = [
  { id: "palette", title: "Commands", shortcut: "Ctrl K", keys: ["ctrl+k"], run: openPalette },
  { id: "play", title: "Play or pause", shortcut: "Space", keys: [" "], run: togglePlay, available: hasTimeline },
  {
    id: "step-back",
    title: "Previous sample",
    shortcut: "←",
    keys: ["arrowleft"],
    run: () => step(-1),
    available: hasTimeline,
  },
  {
    id: "step-forward",
    title: "Next sample",
    shortcut: "→",
    keys: ["arrowright"],
    run: () => step(1),
    available: hasTimeline,
  },
  {
    id: "step-back-10",
    title: "Back 10 samples",
    shortcut: "Shift ←",
    keys: ["shift+arrowleft"],
    run: () => step(-10),
    available: hasTimeline,
  },
  {
    id: "step-forward-10",
    title: "Forward 10 samples",
    shortcut: "Shift →",
    keys: ["shift+arrowright"],
    run: () => step(10),
    available: hasTimeline,
  },
  {
    id: "to-start",
    title: "First sample",
    shortcut: "Home",
    keys: ["home"],
    run: () => {
      playing.value = false;
      seek(span.value[0]);
    },
    available: hasTimeline,
  },
  {
    id: "to-end",
    title: "Last sample",
    shortcut: "End",
    keys: ["end"],
    run: () => {
      playing.value = false;
      seek(span.value[1]);
    },
    available: hasTimeline,
  },
  { id: "loop", title: "Toggle loop", shortcut: "L", keys: ["l"], run: () => (loop.value = !loop.value) },
  { id: "frame", title: "Fit robot in view", shortcut: "F", keys: ["f"], run: () => currentScene.value?.frameRobot() },
  {
    id: "turn-left",
    title: "Rotate camera left",
    shortcut: "Ctrl ←",
    keys: ["ctrl+arrowleft"],
    run: () => currentScene.value?.turn(-0.15, 0),
  },
  {
    id: "turn-right",
    title: "Rotate camera right",
    shortcut: "Ctrl →",
    keys: ["ctrl+arrowright"],
    run: () => currentScene.value?.turn(0.15, 0),
  },
  {
    id: "turn-up",
    title: "Rotate camera up",
    shortcut: "Ctrl ↑",
    keys: ["ctrl+arrowup"],
    run: () => currentScene.value?.turn(0, 0.15),
  },
  {
    id: "turn-down",
    title: "Rotate camera down",
    shortcut: "Ctrl ↓",
    keys: ["ctrl+arrowdown"],
    run: () => currentScene.value?.turn(0, -0.15),
  },
  { id: "jog-minus", title: "Jog selected joint −", shortcut: "[", keys: ["["], run: () => jogJoint(-1) },
  { id: "jog-plus", title: "Jog selected joint +", shortcut: "]", keys: ["]"], run: () => jogJoint(1) },
  {
    id: "goal",
    title: "Set a target position for inverse kinematics",
    shortcut: "G",
    keys: ["g"],
    run: () => {
      goalMode.value = true;
      go("kinematics");
    },
  },
  {
    id: "lock-x",
    title: "Constrain target to x axis",
    shortcut: "X",
    keys: ["x"],
    run: () => lockAxis("x"),
    available: () => goalMode.value,
  },
  {
    id: "lock-y",
    title: "Constrain target to y axis",
    shortcut: "Y",
    keys: ["y"],
    run: () => lockAxis("y"),
    available: () => goalMode.value,
  },
  {
    id: "lock-z",
    title: "Constrain target to z axis",
    shortcut: "Z",
    keys: ["z"],
    run: () => lockAxis("z"),
    available: () => goalMode.value,
  },
  {
    id: "undo",
    title: "Undo",
    shortcut: "Ctrl Z",
    keys: ["ctrl+z"],
    run: () => void undo(),
    available: () => canUndo.value !== null,
  },
  {
    id: "redo",
    title: "Redo",
    shortcut: "Ctrl Shift Z",
    keys: ["ctrl+shift+z", "ctrl+y"],
    run: () => void redo(),
    available: () => canRedo.value !== null,
  },
  {
    id: "save",
    title: "Save (changes are saved automatically)",
    shortcut: "Ctrl S",
    keys: ["ctrl+s"],
    run: () =>
      showStatus(
        "good",
        project.value ? `${project.value.name} is saved. Every change is saved automatically.` : "No project is open.",
      ),
  },
  { id: "theme", title: "Toggle light/dark theme", run: toggleTheme },
  {
    id: "angle-unit",
    title: "Angles in degrees or radians",
    run: () => setUnits(angleUnit.peek() === "deg" ? "rad" : "deg", lengthUnit.peek()),
  },
  {
    id: "length-unit",
    title: "Lengths in millimetres or metres",
    run: () => setUnits(angleUnit.peek(), lengthUnit.peek() === "mm" ? "m" : "mm"),
  },
  {
    id: "zoom-in",
    title: "Zoom in on the cursor (all plots)",
    shortcut: "+",
    keys: ["+", "="],
    run: () => zoomBy(0.5),
    available: hasTimeline,
  },
  {
    id: "zoom-out",
    title: "Zoom out (all plots)",
    shortcut: "−",
    keys: ["-"],
    run: () => zoomBy(2),
    available: hasTimeline,
  },
  { id: "all-times", title: "Reset zoom (all plots)", run: () => setZoom(null) },
  { id: "copy-link", title: "Copy link to this view", run: () => void copyLink() },
  {
    id: "help",
    title: "Help and keyboard shortcuts",
    shortcut: "?",
    keys: ["?"],
    run: () => (helpOpen.value = !helpOpen.value),
  },
];

/** Registers the commands. */
export function installShortcuts(): void {
  addCommands(PROJECT_COMMANDS);
  addCommands(GENERAL);
  addCommands(
    PAGE_NAMES.map((name) => ({ id: `go-${name}`, title: `Go to ${PAGES[name].title}`, run: () => go(name) })),
  );
  addCommands(
    STANDARD_VIEWS.map(({ name, from }, k) => ({
      id: `view-${k}`,
      title: `View: ${name}`,
      run: () => currentScene.value?.frameRobot(from),
      available: () => currentScene.value !== null,
    })),
  );
  addCommands(
    Array.from({ length: 9 }, (_, k) => ({
      id: `joint-${k + 1}`,
      title: `Select joint ${k + 1}`,
      keys: [String(k + 1)],
      ...(k === 0 ? { shortcut: "1 … 9" } : {}),
      run: () => (selectedJoint.value = k),
      available: () => k < movingJoints.value.length,
    })),
  );
}
