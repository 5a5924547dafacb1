// Robot view: 3D or 2D fallback, connected to the state signals, with the pose as text.
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { download } from "../app/download";
import { theme } from "../app/theme";
import { Icon } from "../controls/Icon";
import { formatFixed } from "../robot/format";
import { displayUnit, lengths } from "../robot/units";
import type { Vector } from "../robot/transform";
import {
  coordinates,
  forces,
  ghosts,
  goal,
  goalAxis,
  goalMode,
  goalOrientation,
  movingJoints,
  overlays,
  poses,
  reach,
  selectedLink,
  shape,
  toolPosition,
  toolPath,
  workspaceCloud,
  workspaceBounds,
  workspaceOutline,
} from "../state/scene";
import { FlatView } from "./FlatView";
import { recordGif } from "./recordGif";
import { canRecord, moves, recording, recordVideo } from "./recordVideo";
import { OverlayTools, ViewMenu } from "./OverlayTools";
import { RobotScene, type Viewpoint } from "./scene";
import { exposeForTests } from "./testHook";

/** Reason why 3D is not available, or `null`. */
export const noWebGl = signal<string | null>(null);
/** The current scene, for commands. */
export const currentScene = signal<RobotScene | null>(null);

/** Saves the view as a picture. */
export async function saveView(): Promise<void> {
  const blob = await currentScene.peek()?.snapshot();
  if (blob) download("robot.png", blob);
}

/** Saves a video of the motion. */
export function saveVideo(): void {
  const canvas = document.querySelector<HTMLCanvasElement>(".view-host canvas");
  if (canvas) recordVideo(canvas);
}

/** Saves the motion as an animated GIF. */
export function saveGif(): void {
  const scene = currentScene.peek();
  if (scene) void recordGif(scene, () => currentScene.peek() === scene);
}

/** The last camera, kept over edits and page changes. */
let lastView: { project: string; view: Viewpoint } | null = null;

/** Target drag callbacks. */
export interface ViewProps {
  onGoalStart?: () => void;
  onGoal?: (to: Vector) => void;
  /** The target was turned to roll, pitch, yaw. */
  onGoalTurn?: (rpy: Vector) => void;
  onGoalEnd?: () => void;
  /** A pale arm was clicked. */
  onGhost?: (index: number) => void;
}

/** The robot view. */
export function View({ onGoalStart, onGoal, onGoalTurn, onGoalEnd, onGhost }: ViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const handlers = useRef<ViewProps>({});
  handlers.current = { onGoalStart, onGoal, onGoalTurn, onGoalEnd, onGhost };
  const key = shape.value?.key;
  const dark = theme.value;
  useEffect(() => {
    const robot = shape.peek();
    if (host.current === null || robot === null) return;
    const started = performance.now();
    let scene: RobotScene;
    try {
      scene = new RobotScene(host.current, robot, reach.peek(), dark, {
        started: () => handlers.current.onGoalStart?.(),
        moved: (to) => handlers.current.onGoal?.(to),
        turned: (rpy) => handlers.current.onGoalTurn?.(rpy),
        ended: () => handlers.current.onGoalEnd?.(),
        linkSelected: (link) => (selectedLink.value = link),
        ghostSelected: (index) => handlers.current.onGhost?.(index),
        drawn: () => exposeForTests.drawn(started),
      });
      noWebGl.value = null;
    } catch (problem) {
      noWebGl.value = problem instanceof Error ? problem.message : String(problem);
      return;
    }
    currentScene.value = scene;
    const project = robot.key.split("/")[0] ?? "";
    scene.pose(poses.peek());
    if (lastView?.project === project) scene.setViewpoint(lastView.view);
    exposeForTests.scene(scene);
    const stops = [
      effect(() => scene.pose(poses.value)),
      effect(() => scene.selectLink(selectedLink.value)),
      effect(() => scene.showOverlays(overlays.value)),
      effect(() => scene.setGoal(goal.value, goalOrientation.value, goalMode.value, goalAxis.value)),
      effect(() => scene.setToolPath(toolPath.value)),
      effect(() => scene.setWorkspace(workspaceCloud.value, workspaceOutline.value)),
      effect(() => scene.showBox(workspaceBounds.value)),
      effect(() => scene.setForces(forces.value)),
      effect(() => scene.setGhosts(ghosts.value)),
    ];
    return () => {
      for (const stop of stops) stop();
      currentScene.value = null;
      lastView = { project, view: scene.viewpoint() };
      scene.dispose();
    };
  }, [key, dark]);
  if (shape.value === null) return <div class="view empty">No robot loaded.</div>;
  return (
    <section class="view" aria-label="Robot">
      {noWebGl.value === null ? (
        <div class="view-host" ref={host} />
      ) : (
        <FlatView
          onGoal={(to) => {
            onGoalStart?.();
            onGoal?.(to);
            onGoalEnd?.();
          }}
        />
      )}
      {noWebGl.value === null && (
        <div class="view-tools">
          <OverlayTools />
          <ViewMenu onChoose={(from) => currentScene.value?.frameRobot(from)} />
          <button class="icon" title="Save view as PNG" aria-label="Save view as PNG" onClick={() => void saveView()}>
            <Icon name="download" />
          </button>
          {canRecord() && (
            <button
              class="icon"
              id="record-video"
              title="Play the motion once and save a video (WebM)"
              aria-label="Save a video of the motion"
              aria-pressed={recording.value}
              disabled={recording.value}
              onClick={saveVideo}
            >
              <Icon name="video" />
            </button>
          )}
          {moves.value && (
            <button
              class="icon"
              id="record-gif"
              title="Save the motion as an animated picture (GIF)"
              aria-label="Save the motion as a GIF"
              aria-pressed={recording.value}
              disabled={recording.value}
              onClick={saveGif}
            >
              GIF
            </button>
          )}
          <button
            class="icon"
            title="Fit robot in view (F)"
            aria-label="Fit robot in view (F)"
            onClick={() => currentScene.value?.frameRobot()}
          >
            <Icon name="frame" />
          </button>
        </div>
      )}
      <PoseText />
    </section>
  );
}

/** The pose as text, also for screen readers. */
function PoseText() {
  const length = lengths();
  const [x, y, z] = toolPosition.value.map((value) => formatFixed(value * length.factor, length.digits - 1));
  const joints = movingJoints.value.map((joint) => {
    const display = displayUnit(joint.kind);
    return `${joint.name} ${formatFixed((coordinates.value.get(joint.name) ?? 0) * display.factor, display.digits - 1)} ${display.unit}`;
  });
  return (
    <p class="pose-text" id="pose-text">
      <span>
        Tool x {x}, y {y}, z {z} {length.unit}
      </span>
      <span class="wide-only">{joints.join(" · ")}</span>
      {goal.value?.state === "out-of-reach" && (
        <span class="badge bad">
          ✕ target out of reach by {formatFixed(goal.value.distance * length.factor, length.digits - 1)} {length.unit}
        </span>
      )}
      {goal.value?.state === "reached" && <span class="badge good">✓ target reached</span>}
    </p>
  );
}
