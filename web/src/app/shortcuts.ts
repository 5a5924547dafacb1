// The keys and commands that work on every page.
import { PAGES, type Page } from "./route";
import { addCommands, type Command } from "./commands";
import { go } from "./navigation";
import { helpOpen } from "./Help";
import { openPalette } from "./Palette";
import { PAGE_NAMES } from "./Rail";
import { toggleTheme } from "./theme";
import { say } from "./status";
import { canRedo, canUndo, project, redo, undo } from "../state/project";
import { goalAxis, goalMode, movingJoints, selectedJoint } from "../state/scene";
import { loop, playing, seek, setZoom, span, step, timeline, togglePlay, zoomBy } from "../time/clock";
import { currentScene } from "../view3d/View";
import { nudgeJoint } from "../state/hand";

const played = () => timeline.value !== null;

function lockAxis(axis: "x" | "y" | "z"): void {
  goalAxis.value = goalAxis.value === axis ? null : axis;
}

/** Copies the address, which holds the whole view. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    say("good", "The link to this view is on the clipboard.");
  } catch {
    say("warn", "The browser did not allow copying.", "The address bar holds the same link.");
  }
}

const GENERAL: Command[] = [
  { id: "palette", title: "Commands", shown: "Ctrl K", keys: ["ctrl+k"], run: openPalette },
  { id: "play", title: "Play or pause", shown: "Space", keys: [" "], run: togglePlay, available: played },
  {
    id: "step-back",
    title: "One sample back",
    shown: "←",
    keys: ["arrowleft"],
    run: () => step(-1),
    available: played,
  },
  { id: "step-on", title: "One sample on", shown: "→", keys: ["arrowright"], run: () => step(1), available: played },
  {
    id: "leap-back",
    title: "Ten samples back",
    shown: "Shift ←",
    keys: ["shift+arrowleft"],
    run: () => step(-10),
    available: played,
  },
  {
    id: "leap-on",
    title: "Ten samples on",
    shown: "Shift →",
    keys: ["shift+arrowright"],
    run: () => step(10),
    available: played,
  },
  {
    id: "to-start",
    title: "To the start",
    shown: "Home",
    keys: ["home"],
    run: () => {
      playing.value = false;
      seek(span.value[0]);
    },
    available: played,
  },
  {
    id: "to-end",
    title: "To the end",
    shown: "End",
    keys: ["end"],
    run: () => {
      playing.value = false;
      seek(span.value[1]);
    },
    available: played,
  },
  { id: "loop", title: "Loop on or off", shown: "L", keys: ["l"], run: () => (loop.value = !loop.value) },
  { id: "frame", title: "Frame the robot", shown: "F", keys: ["f"], run: () => currentScene.value?.frameRobot() },
  {
    id: "turn-left",
    title: "Turn the camera left",
    shown: "Ctrl ←",
    keys: ["ctrl+arrowleft"],
    run: () => currentScene.value?.turn(-0.15, 0),
  },
  {
    id: "turn-right",
    title: "Turn the camera right",
    shown: "Ctrl →",
    keys: ["ctrl+arrowright"],
    run: () => currentScene.value?.turn(0.15, 0),
  },
  {
    id: "turn-up",
    title: "Turn the camera up",
    shown: "Ctrl ↑",
    keys: ["ctrl+arrowup"],
    run: () => currentScene.value?.turn(0, 0.15),
  },
  {
    id: "turn-down",
    title: "Turn the camera down",
    shown: "Ctrl ↓",
    keys: ["ctrl+arrowdown"],
    run: () => currentScene.value?.turn(0, -0.15),
  },
  { id: "nudge-less", title: "Nudge the selected joint back", shown: "[", keys: ["["], run: () => nudgeJoint(-1) },
  { id: "nudge-more", title: "Nudge the selected joint on", shown: "]", keys: ["]"], run: () => nudgeJoint(1) },
  {
    id: "goal",
    title: "Goal mode: drag or type where the tool should be",
    shown: "G",
    keys: ["g"],
    run: () => {
      goalMode.value = true;
      go("kinematics");
    },
  },
  {
    id: "lock-x",
    title: "Hold the goal to the x axis",
    shown: "X",
    keys: ["x"],
    run: () => lockAxis("x"),
    available: () => goalMode.value,
  },
  {
    id: "lock-y",
    title: "Hold the goal to the y axis",
    shown: "Y",
    keys: ["y"],
    run: () => lockAxis("y"),
    available: () => goalMode.value,
  },
  {
    id: "lock-z",
    title: "Hold the goal to the z axis",
    shown: "Z",
    keys: ["z"],
    run: () => lockAxis("z"),
    available: () => goalMode.value,
  },
  {
    id: "undo",
    title: "Undo",
    shown: "Ctrl Z",
    keys: ["ctrl+z"],
    run: () => void undo(),
    available: () => canUndo.value !== null,
  },
  {
    id: "redo",
    title: "Redo",
    shown: "Ctrl Shift Z",
    keys: ["ctrl+shift+z", "ctrl+y"],
    run: () => void redo(),
    available: () => canRedo.value !== null,
  },
  {
    id: "save",
    title: "Save (everything is saved as you go)",
    shown: "Ctrl S",
    keys: ["ctrl+s"],
    run: () =>
      say(
        "good",
        project.value
          ? `Saved: ${project.value.name}. Every change is written as you make it.`
          : "Nothing is open yet.",
      ),
  },
  { id: "theme", title: "Light or dark theme", run: toggleTheme },
  {
    id: "zoom-in",
    title: "Zoom all plots in about the cursor",
    shown: "+",
    keys: ["+", "="],
    run: () => zoomBy(0.5),
    available: played,
  },
  { id: "zoom-out", title: "Zoom all plots out", shown: "−", keys: ["-"], run: () => zoomBy(2), available: played },
  { id: "all-times", title: "Show all times in all plots", run: () => setZoom(null) },
  { id: "copy-link", title: "Copy a link to this view", run: () => void copyLink() },
  { id: "help", title: "Help and keys", shown: "?", keys: ["?"], run: () => (helpOpen.value = !helpOpen.value) },
];

/** Makes all of them available. */
export function installShortcuts(): void {
  addCommands(GENERAL);
  addCommands(
    PAGES.map((name: Page) => ({ id: `go-${name}`, title: `Go to ${PAGE_NAMES[name]}`, run: () => go(name) })),
  );
  addCommands(
    Array.from({ length: 9 }, (_, k) => ({
      id: `joint-${k + 1}`,
      title: `Select joint ${k + 1}`,
      keys: [String(k + 1)],
      ...(k === 0 ? { shown: "1 … 9" } : {}),
      run: () => (selectedJoint.value = k),
      available: () => k < movingJoints.value.length,
    })),
  );
}
