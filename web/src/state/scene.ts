// State of the robot view, shared by the 3D view and its 2D fallback.
import { computed, signal } from "@preact/signals";
import type { Geometry } from "../contract";
import { posesOf, type JointGeometry, type Poses } from "../robot/poses";
import { apply, compose, IDENTITY, rpyOf, type Transform, type Vector } from "../robot/transform";
import { sample, timeline } from "../time/clock";
import type { Ghost } from "../view3d/ghosts";

/** A joint to draw. */
export interface JointShape extends JointGeometry {
  driven: boolean;
  lower: number | null;
  upper: number | null;
}

/** A robot to draw. */
export interface RobotShape {
  /** Changes when the model changes. */
  key: string;
  base: string;
  joints: JointShape[];
  /** Shapes, centres of mass and ellipsoids. */
  geometry: Geometry;
  /** Tool centre point. */
  tool: { link: string; xyz: Vector; frame: Transform };
  /** Home configuration. */
  home: Map<string, number>;
  /** Whether the tool moves in a horizontal plane only. */
  planar: boolean;
  /** Whether the mechanism has closed loops. */
  looped: boolean;
}

/** Target position of the tool and the result of inverse kinematics. */
export interface Goal {
  position: Vector;
  state: "pending" | "reached" | "out-of-reach";
  /** Nearest reachable point. */
  nearest: Vector | null;
  /** Distance of that point from the target (m). */
  distance: number;
  /** Angle between the tool and the wanted orientation (rad). */
  angle?: number;
}

/** Visible overlays. */
export interface Overlays {
  frames: boolean;
  centres: boolean;
  ellipsoids: boolean;
  workspace: boolean;
  toolPath: boolean;
  forces: boolean;
}

/** A force at a point, drawn as an arrow. */
export interface ForceArrow {
  at: Vector;
  force: Vector;
  label: string;
}

/** The displayed robot. */
export const shape = signal<RobotShape | null>(null);
/** Coordinates set by sliders or inverse kinematics. */
export const manualPose = signal<Map<string, number>>(new Map());
/** Whether the view shows the timeline or the manual pose. */
export const poseSource = signal<"timeline" | "manual">("timeline");
/** The selected link. */
export const selectedLink = signal<string | null>(null);
/** Index of the selected joint among the driven joints. */
export const selectedJoint = signal(0);
/** The target, if set. */
export const goal = signal<Goal | null>(null);
/** Wanted orientation of the tool (roll, pitch, yaw); `null` leaves it free. */
export const goalOrientation = signal<Vector | null>(null);
/** Whether the target can be dragged. */
export const goalMode = signal(false);
/** Axis to which dragging is constrained. */
export const goalAxis = signal<"x" | "y" | "z" | null>(null);
/** Reachable tool positions, three numbers each. */
export const workspaceCloud = signal<Float32Array | null>(null);
/** Workspace boundary in the xy plane. */
export const workspaceOutline = signal<readonly (readonly [number, number])[][]>([]);
/** Corners of the box around the workspace; the camera shows it. */
export const workspaceBounds = signal<[Vector, Vector] | null>(null);
/** Pale arms: other solutions of inverse kinematics. */
export const ghosts = signal<readonly Ghost[]>([]);
/** Force arrows. */
export const forces = signal<ForceArrow[]>([]);
/** Visible overlays. */
export const overlays = signal<Overlays>({
  frames: false,
  centres: false,
  ellipsoids: false,
  workspace: true,
  toolPath: true,
  forces: true,
});

/** Displayed coordinate of each joint. */
export const coordinates = computed<Map<string, number>>(() => {
  const robot = shape.value;
  if (robot === null) return new Map();
  const out = new Map(robot.home);
  const played = timeline.value;
  if (poseSource.value === "timeline" && played !== null) {
    const index = sample.value;
    for (const [name, values] of played.coordinates) {
      const value = values[index];
      if (value !== undefined && Number.isFinite(value)) out.set(name, value);
    }
  } else {
    for (const [name, value] of manualPose.value) out.set(name, value);
  }
  return out;
});

/** Displayed link and joint frames. */
export const poses = computed<Poses>(() => {
  const robot = shape.value;
  if (robot === null) return { links: new Map(), joints: new Map() };
  const q = coordinates.value;
  return posesOf(robot.base, robot.joints, (joint) => q.get(joint) ?? 0);
});

/** Displayed tool position. */
export const toolPosition = computed<Vector>(() => {
  const robot = shape.value;
  if (robot === null) return [0, 0, 0];
  return apply(poses.value.links.get(robot.tool.link) ?? IDENTITY, robot.tool.xyz);
});

/** Displayed orientation of the tool: roll, pitch, yaw. */
export const toolRpy = computed<Vector>(() => {
  const robot = shape.value;
  if (robot === null) return [0, 0, 0];
  return rpyOf(compose(poses.value.links.get(robot.tool.link) ?? IDENTITY, robot.tool.frame));
});

/** Driven joints. */
export const movingJoints = computed(
  () => shape.value?.joints.filter((joint) => joint.kind !== "fixed" && joint.driven) ?? [],
);

/** Tool path along the timeline, at most 600 points. */
export const toolPath = computed<Vector[]>(() => {
  const robot = shape.value;
  const played = timeline.value;
  if (robot === null || played === null || poseSource.value === "manual") return [];
  const count = played.times.length;
  const stride = Math.max(1, Math.ceil(count / 600));
  const points: Vector[] = [];
  for (let i = 0; i < count; i += stride) {
    const at = posesOf(robot.base, robot.joints, (joint) => {
      const value = played.coordinates.get(joint)?.[i] ?? robot.home.get(joint) ?? 0;
      return Number.isFinite(value) ? value : 0;
    });
    points.push(apply(at.links.get(robot.tool.link) ?? IDENTITY, robot.tool.xyz));
  }
  return points;
});

/** Reach of the robot (m), limited to 0.01 … 1000. */
export const reach = computed(() => Math.max(0.01, Math.min(shape.value?.geometry.reach ?? 1, 1000)));
