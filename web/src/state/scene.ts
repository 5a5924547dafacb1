// What the picture of the robot shows, whoever draws it: the 3D view or its flat stand-in.
import { computed, signal } from "@preact/signals";
import type { Geometry } from "../contract";
import { posesOf, type JointGeometry, type Poses } from "../robot/poses";
import { apply, IDENTITY, type Vector } from "../robot/transform";
import { sample, timeline } from "../time/clock";

/** A joint as it is drawn. */
export interface JointShape extends JointGeometry {
  driven: boolean;
  lower: number | null;
  upper: number | null;
}

/** A robot as it is drawn. */
export interface RobotShape {
  /** Changes when the description does. */
  key: string;
  base: string;
  joints: JointShape[];
  /** Shapes, centres of mass and ellipsoids. */
  geometry: Geometry;
  /** The point that is brought to goals. */
  tool: { link: string; xyz: Vector };
  /** Coordinates of a pose to begin with. */
  home: Map<string, number>;
  /** Whether the tool never leaves a horizontal plane. */
  planar: boolean;
  /** Whether passive joints follow the driven ones. */
  looped: boolean;
}

/** Where the tool should go, and what came of it. */
export interface Goal {
  position: Vector;
  state: "asked" | "reached" | "out-of-reach";
  /** The nearest point the tool can reach. */
  nearest: Vector | null;
  /** How far that is from the goal, in metres. */
  distance: number;
}

/** What is drawn over the robot. */
export interface Overlays {
  frames: boolean;
  centres: boolean;
  ellipsoids: boolean;
  workspace: boolean;
  trail: boolean;
  forces: boolean;
}

/** A force at a point, for arrows. */
export interface ForceArrow {
  at: Vector;
  force: Vector;
  label: string;
}

/** The robot shown. */
export const shape = signal<RobotShape | null>(null);
/** Coordinates set by hand, e.g. by sliders or a goal. */
export const handPose = signal<Map<string, number>>(new Map());
/** Whether the picture follows the clock or the hand. */
export const follows = signal<"clock" | "hand">("clock");
/** The selected link. */
export const selectedLink = signal<string | null>(null);
/** The selected joint: index among the joints that move. */
export const selectedJoint = signal(0);
/** The goal, if there is one. */
export const goal = signal<Goal | null>(null);
/** Whether the goal can be dragged. */
export const goalMode = signal(false);
/** An axis to which dragging is held. */
export const goalAxis = signal<"x" | "y" | "z" | null>(null);
/** Points that the tool can reach, three numbers each. */
export const workspaceCloud = signal<Float32Array | null>(null);
/** Lines around the workspace, seen from above: x and y of each point. */
export const workspaceOutline = signal<readonly (readonly [number, number])[][]>([]);
/** Arrows of forces. */
export const forces = signal<ForceArrow[]>([]);
/** What is drawn over the robot. */
export const overlays = signal<Overlays>({
  frames: false,
  centres: false,
  ellipsoids: false,
  workspace: true,
  trail: true,
  forces: true,
});

/** The coordinate of a joint in the picture. */
export const coordinates = computed<Map<string, number>>(() => {
  const robot = shape.value;
  if (robot === null) return new Map();
  const out = new Map(robot.home);
  const played = timeline.value;
  if (follows.value === "clock" && played !== null) {
    const index = sample.value;
    for (const [name, values] of played.coordinates) {
      const value = values[index];
      if (value !== undefined && Number.isFinite(value)) out.set(name, value);
    }
  } else {
    for (const [name, value] of handPose.value) out.set(name, value);
  }
  return out;
});

/** All frames of the picture. */
export const poses = computed<Poses>(() => {
  const robot = shape.value;
  if (robot === null) return { links: new Map(), joints: new Map() };
  const q = coordinates.value;
  return posesOf(robot.base, robot.joints, (joint) => q.get(joint) ?? 0);
});

/** Where the tool is. */
export const toolPosition = computed<Vector>(() => {
  const robot = shape.value;
  if (robot === null) return [0, 0, 0];
  return apply(poses.value.links.get(robot.tool.link) ?? IDENTITY, robot.tool.xyz);
});

/** The joints that a person moves. */
export const movingJoints = computed(
  () => shape.value?.joints.filter((joint) => joint.kind !== "fixed" && joint.driven) ?? [],
);

/** The way of the tool along the timeline, thinned to at most 600 points. */
export const trail = computed<Vector[]>(() => {
  const robot = shape.value;
  const played = timeline.value;
  if (robot === null || played === null || follows.value === "hand") return [];
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

/** How far the robot's parts are from the base at most, at least 1 cm. */
export const reach = computed(() => Math.max(0.01, Math.min(shape.value?.geometry.reach ?? 1, 1000)));
