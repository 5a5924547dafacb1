// Programs of the motion page: the first one of each kind, and how one is saved.
import { compute } from "../../api/client";
import type { JointView, Poses } from "../../contract";
import { fromPose, rpyOf } from "../../robot/transform";
import { attempt } from "../../state/errors";
import { project, projectPath } from "../../state/project";
import { toolPosition, toolRpy } from "../../state/scene";
import { drivenJoints, saveDraft } from "./motion";
import { fileOf, type Program, type Speeds } from "./programs";

/** Speed and acceleration limits of the driven joints, usual ones where there are none. */
export function speeds(): Speeds {
  const joints = drivenJoints();
  const usual = (kind: string) => (kind === "prismatic" ? 0.2 : 1);
  return {
    speed: joints.map(({ kind, limits }) => limits.velocity ?? usual(kind)),
    acceleration: joints.map(({ kind, limits }) => limits.acceleration ?? 2 * usual(kind)),
  };
}

/** Home coordinates of the driven joints. */
function home(): number[] {
  return [...(project.peek()?.model.home ?? [])];
}

/** Room of a joint: its limits, usual ones where there are none. */
function room({ kind, limits }: JointView): [number, number] {
  const usual = kind === "prismatic" ? 0.1 : 1;
  return [limits.lower ?? -usual, limits.upper ?? usual];
}

/** The pose with joints bent that are straight at home, to the one side and the other: stretched arms cannot follow. */
function bentPose(joints: readonly JointView[], pose: readonly number[]): number[] {
  let side = -1;
  return joints.map((joint, k) => {
    if (joint.kind === "prismatic" || joint.home !== 0) return pose[k] ?? 0;
    const [lower, upper] = room(joint);
    side = -side;
    return Math.min(Math.max(0.8 * side, 0.8 * lower), 0.8 * upper);
  });
}

/** A first program of a kind, which moves the robot a little within its limits. */
export async function firstProgram(kind: string): Promise<Program> {
  const joints = drivenJoints();
  const start = home();
  // A tenth of the room, away from the nearer limit.
  const step = joints.map((joint, k) => {
    const [lower, upper] = room(joint);
    const size = Math.min((upper - lower) / 10, joint.kind === "prismatic" ? 0.05 : 0.3);
    return (start[k] ?? 0) + size > upper ? -size : size;
  });
  const moved = start.map((value, k) => value + (step[k] ?? 0));
  if (kind === "fourier")
    return {
      form: "fourier",
      frequency: 0.2,
      periods: 1,
      offset: moved,
      // No velocity at both ends without sines, no acceleration as Σ k² B = 0.
      sine: step.map(() => [0, 0]),
      cosine: step.map((value) => [-value * 0.8, value * 0.2]),
    };
  if (kind === "path") {
    const bent = bentPose(joints, moved);
    const answer = await attempt(() => compute<Poses>(projectPath("/poses"), { q: [bent] }));
    const at = (answer?.tool[0] ?? [...toolPosition.peek()]).slice(0, 3);
    return {
      form: "path",
      path: "line",
      points: [at, [(at[0] ?? 0) * 0.95, (at[1] ?? 0) * 0.95, at[2] ?? 0]],
      centre: [(at[0] ?? 0) * 0.95, (at[1] ?? 0) * 0.95, at[2] ?? 0],
      axis: [0, 0, 1],
      radius: 0.03,
      turns: 1,
      rise: 0.02,
      duration: 4,
      held: "position",
      law: "quintic",
      start: bent,
    };
  }
  return {
    form: "via",
    interpolation: "quintic",
    points: [
      { time: 0, q: start },
      { time: 1, q: moved },
      { time: 2, q: start },
    ],
  };
}

/** Orientation of the tool where the search for a path begins: roll, pitch, yaw. */
export async function startOrientation(start: readonly number[]): Promise<number[]> {
  const answer = await attempt(() => compute<Poses>(projectPath("/poses"), { q: [start] }));
  const tool = answer?.tool[0];
  return tool ? rpyOf(fromPose(tool)) : [...toolRpy.peek()];
}

/** Shows a program, and saves it if it is valid. */
export function saveProgram(program: Program, label: string): Promise<boolean> {
  return saveDraft({ kind: "file", text: fileOf(program, speeds()), platform: false }, label);
}
