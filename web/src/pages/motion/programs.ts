// Motions that are written as trajectory files (docs/motion.md): via-points, Fourier series, tool paths. The form's state
// is kept in the file's first line, so that a saved motion opens in its form again.

/** A pose and when it is reached. */
export interface ViaPoint {
  /** s. */
  time: number;
  /** Coordinates of the driven joints, SI. */
  q: number[];
}

/** Via-points of the joints. */
export interface ViaProgram {
  form: "via";
  /** `quintic`, `spline`, `pchip`, `linear` or `trapezoid`. */
  interpolation: string;
  points: ViaPoint[];
}

/** A Fourier series. */
export interface FourierProgram {
  form: "fourier";
  /** Hz. */
  frequency: number;
  /** Periods. */
  periods: number;
  offset: number[];
  /** Sine and cosine amplitudes of the position, a row per joint, a column per harmonic. */
  sine: number[][];
  cosine: number[][];
}

/** A path of the tool. */
export interface PathProgram {
  form: "path";
  path: "line" | "circle" | "helix";
  /** Points of a line, m. */
  points: number[][];
  centre: number[];
  axis: number[];
  radius: number;
  turns: number;
  rise: number;
  /** s. */
  duration: number;
  /** What follows the path: `position`, `planar`, `pose` with the orientation of the start, or the pose with stated
   *  orientations (`interpolated`) or turned with the path (`tangent`). */
  held: string;
  /** Roll, pitch, yaw at the points of a line, or at both ends of a circle or helix. */
  rpy?: number[][];
  /** `quintic` or `even`. */
  law: string;
  /** Joints at which the search begins. */
  start: number[];
}

/** A motion that a form writes. */
export type Program = ViaProgram | FourierProgram | PathProgram;

const MARK = "# armlab studio: ";

function list(values: readonly number[]): string {
  return `[${values.map((value) => (Number.isInteger(value) ? value.toFixed(1) : String(value))).join(", ")}]`;
}

function rows(values: readonly (readonly number[])[]): string {
  return `[${values.map(list).join(", ")}]`;
}

function transposed(points: readonly ViaPoint[]): number[][] {
  const joints = points[0]?.q.length ?? 0;
  return Array.from({ length: joints }, (_, j) => points.map((point) => point.q[j] ?? 0));
}

function via({ interpolation, points }: ViaProgram, speeds: Speeds): string {
  const q = transposed(points);
  if (interpolation === "trapezoid")
    return `kind = "trapezoid"\nq = ${rows(q)}\nspeed = ${list(speeds.speed)}\nacceleration = ${list(speeds.acceleration)}\n`;
  return `kind = "${interpolation}"\ntimes = ${list(points.map((point) => point.time))}\nq = ${rows(q)}\n`;
}

function fourier(program: FourierProgram): string {
  const duration = program.periods / program.frequency;
  return `kind = "fourier"\nform = "series"\nfrequency = ${program.frequency}\nduration = ${duration}\noffset = ${list(program.offset)}\na = ${rows(program.sine)}\nb = ${rows(program.cosine)}\n`;
}

/** Orientations that a path needs: those that are stated, the last one for points without. */
export function orientations(program: PathProgram): number[][] {
  const stated = program.rpy ?? [];
  const count = program.path === "line" ? program.points.length : 2;
  return Array.from({ length: count }, (_, k) => stated[k] ?? stated.at(-1) ?? [0, 0, 0]);
}

function held(program: PathProgram): string {
  if (program.held === "interpolated")
    return `held = "pose"\norientation = "interpolated"\nrpy = ${rows(orientations(program))}\n`;
  if (program.held === "tangent") return `held = "pose"\norientation = "tangent"\n`;
  return `held = "${program.held}"\n`;
}

function path(program: PathProgram): string {
  const common = `duration = ${program.duration}\nlaw = "${program.law}"\n${held(program)}start = ${list(program.start)}\n`;
  if (program.path === "line") return `kind = "polyline"\npoints = ${rows(program.points)}\n${common}`;
  const rise = program.path === "helix" ? `rise = ${program.rise}\n` : "";
  return `kind = "helix"\ncentre = ${list(program.centre)}\naxis = ${list(program.axis)}\nradius = ${program.radius}\nturns = ${program.turns}\n${rise}${common}`;
}

/** Speeds and accelerations of the joints, for trapezoidal profiles. */
export interface Speeds {
  speed: number[];
  acceleration: number[];
}

/** The trajectory file of a program. */
export function fileOf(program: Program, speeds: Speeds): string {
  const text =
    program.form === "via" ? via(program, speeds) : program.form === "fourier" ? fourier(program) : path(program);
  return `${MARK}${JSON.stringify(program)}\n${text}`;
}

/** The program in a trajectory file that a form has written; `null` for other files. */
export function programOf(text: string): Program | null {
  const first = text.split("\n", 1)[0] ?? "";
  if (!first.startsWith(MARK)) return null;
  try {
    const found = JSON.parse(first.slice(MARK.length)) as Program;
    return ["via", "fourier", "path"].includes(found.form) ? found : null;
  } catch {
    return null;
  }
}

/** Times that leave each stretch between points as long as before; a new point comes after the last. */
export function withPoint(points: readonly ViaPoint[], q: number[], seconds = 1): ViaPoint[] {
  const last = points.at(-1);
  return [...points, { time: last ? last.time + seconds : 0, q }];
}
