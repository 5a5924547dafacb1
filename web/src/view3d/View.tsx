// The picture of the robot in the page: chooses 3D or flat, feeds it with signals, tells the pose in words.
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { download } from "../app/download";
import { theme } from "../app/theme";
import { Icon } from "../controls/Icon";
import { displayOf, fixed } from "../robot/quantity";
import type { Vector } from "../robot/transform";
import {
  coordinates,
  forces,
  goal,
  goalAxis,
  goalMode,
  movingJoints,
  overlays,
  poses,
  reach,
  selectedLink,
  shape,
  toolPosition,
  trail,
  workspaceCloud,
  workspaceOutline,
} from "../state/scene";
import { FlatView } from "./FlatView";
import { OverlayTools } from "./OverlayTools";
import { RobotScene, type Viewpoint } from "./scene";
import { exposeForTests } from "./testHook";

/** Why there is no 3D; nothing while there is. */
export const noWebGl = signal<string | null>(null);
/** The picture, for commands such as "frame the robot". */
export const currentScene = signal<RobotScene | null>(null);

/** The last viewpoint, so that an edit or another page does not move the camera. */
let lastView: { project: string; view: Viewpoint } | null = null;

/** What dragging the goal does. */
export interface ViewProps {
  onGoalStart?: () => void;
  onGoal?: (to: Vector) => void;
  onGoalEnd?: () => void;
}

/** The robot, in 3D where possible. */
export function View({ onGoalStart, onGoal, onGoalEnd }: ViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const handlers = useRef<ViewProps>({});
  handlers.current = { onGoalStart, onGoal, onGoalEnd };
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
        ended: () => handlers.current.onGoalEnd?.(),
        chosen: (link) => (selectedLink.value = link),
        drawn: () => exposeForTests.drawn(started),
      });
      noWebGl.value = null;
    } catch (problem) {
      noWebGl.value = problem instanceof Error ? problem.message : String(problem);
      return;
    }
    currentScene.value = scene;
    const project = robot.key.split("/")[0] ?? "";
    if (lastView?.project === project) scene.takeUp(lastView.view);
    exposeForTests.scene(scene);
    const stops = [
      effect(() => scene.pose(poses.value)),
      effect(() => scene.choose(selectedLink.value)),
      effect(() => scene.overlay(overlays.value)),
      effect(() => scene.aim(goal.value, goalMode.value, goalAxis.value)),
      effect(() => scene.follow(trail.value)),
      effect(() => scene.reachable(workspaceCloud.value, workspaceOutline.value)),
      effect(() => scene.push(forces.value)),
    ];
    return () => {
      for (const stop of stops) stop();
      currentScene.value = null;
      lastView = { project, view: scene.viewpoint() };
      scene.dispose();
    };
  }, [key, dark]);
  if (shape.value === null) return <div class="view empty">No robot yet.</div>;
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
          <button
            class="icon"
            title="Save the picture (PNG)"
            aria-label="Save the picture as PNG"
            onClick={() => void currentScene.value?.snapshot().then((blob) => blob && download("robot.png", blob))}
          >
            <Icon name="download" />
          </button>
          <button
            class="icon"
            title="Frame the robot (F)"
            aria-label="Frame the robot (F)"
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

/** The pose in words: for screen readers, and for anyone who wants numbers. */
function PoseText() {
  const [x, y, z] = toolPosition.value.map((value) => fixed(value * 1000, 1));
  const joints = movingJoints.value.map((joint) => {
    const display = displayOf(joint.kind);
    return `${joint.name} ${fixed((coordinates.value.get(joint.name) ?? 0) * display.factor, 1)} ${display.unit}`;
  });
  return (
    <p class="pose-text" id="pose-text">
      <span>
        Tool at {x}, {y}, {z} mm
      </span>
      <span class="wide-only">{joints.join(" · ")}</span>
      {goal.value?.state === "out-of-reach" && (
        <span class="badge bad">✕ goal out of reach by {fixed(goal.value.distance * 1000, 1)} mm</span>
      )}
      {goal.value?.state === "reached" && <span class="badge good">✓ goal reached</span>}
    </p>
  );
}
