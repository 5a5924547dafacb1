// Programs of the motion page: the first one of each kind, and how one is saved.
import { drivenCoordinates } from "../../state/jog";
import { project } from "../../state/project";
import { toolPosition } from "../../state/scene";
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

/** A first program of a kind, which moves the robot a little. */
export function firstProgram(kind: string): Program {
  const start = home();
  const joints = drivenJoints();
  const small = joints.map(({ kind: joint }) => (joint === "prismatic" ? 0.02 : 0.2));
  if (kind === "fourier")
    return {
      form: "fourier",
      frequency: 0.2,
      periods: 1,
      offset: start,
      sine: small.map((value) => [0, value / 2]),
      cosine: small.map((value) => [-value, value / 4]),
    };
  if (kind === "path") {
    const at = [...toolPosition.peek()];
    return {
      form: "path",
      path: "line",
      points: [at, [(at[0] ?? 0) * 0.9, (at[1] ?? 0) + 0.03, at[2] ?? 0]],
      centre: at,
      axis: [0, 0, 1],
      radius: 0.03,
      turns: 1,
      rise: 0.05,
      duration: 4,
      held: "position",
      law: "quintic",
      start: drivenCoordinates(),
    };
  }
  return {
    form: "via",
    interpolation: "quintic",
    points: [
      { time: 0, q: start },
      { time: 1, q: start.map((value, k) => value + (small[k] ?? 0)) },
      { time: 2, q: start },
    ],
  };
}

/** Shows a program, and saves it if it is valid. */
export function saveProgram(program: Program, label: string): Promise<boolean> {
  return saveDraft({ kind: "file", text: fileOf(program, speeds()), platform: false }, label);
}
