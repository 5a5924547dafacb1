// Inverse kinematics requests. While the target is dragged only the newest request is kept; one drag, solve or slider
// movement is one undo step.
import { batch, computed, signal } from "@preact/signals";
import { compute } from "../../api/client";
import { latestWins } from "../../api/latest";
import { showStatus } from "../../app/status";
import type { IkAnswer, IkRequest } from "../../contract";
import type { PlotData } from "../../plots/data";
import { originOf, fromPose, type Vector } from "../../robot/transform";
import { drivenCoordinates, setDrivenJoints } from "../../state/jog";
import { project, projectPath } from "../../state/project";
import { showError } from "../../state/errors";
import { lengths } from "../../robot/units";
import { bestSoFar } from "./bestSoFar";
import { exposeForTests } from "../../view3d/testHook";
import { goal, goalOrientation, manualPose, shape, toolPosition, type Goal } from "../../state/scene";

/** Selected solver. */
export const method = signal("");
/** Settings of solvers, `METHOD.SETTING=VALUE`. */
export const solverSettings = signal<string[]>([]);
/** Seed of stochastic solvers. */
export const seed = signal(0);
/** Position tolerance (m). */
export const tolerance = signal<number | null>(null);
/** Where the search starts. */
export const startFrom = signal<"displayed" | "home">("displayed");

/** A run of a solver, to compare it with others. */
export interface SolverRun {
  number: number;
  method: string;
  start: string;
  target: string;
  reachable: boolean;
  /** Error of the position, m. */
  distance: number;
  iterations: number;
  evaluations: number;
  seconds: number;
  history: { evaluation: number; position: number }[];
}
/** Runs since the page was opened, the newest last. */
export const solverRuns = signal<SolverRun[]>([]);
/** Whether all solutions are requested. */
export const allSolutions = signal(false);
/** The last result. */
export const answer = signal<IkAnswer | null>(null);
/** Index of the displayed solution. */
export const shownSolution = signal(0);
/** Whether a request is in progress. */
export const solving = signal(false);

type Pose = { hand: ReadonlyMap<string, number>; goal: Goal | null; turned: Vector | null };
/** Undo stack of poses. */
export const undoPoses = signal<Pose[]>([]);
/** Redo stack of poses. */
export const redoPoses = signal<Pose[]>([]);

function currentPose(): Pose {
  return { hand: new Map(manualPose.peek()), goal: goal.peek(), turned: goalOrientation.peek() };
}

/** Pushes the current pose on the undo stack. */
export function pushUndoPose(): void {
  batch(() => {
    undoPoses.value = [...undoPoses.peek().slice(-99), currentPose()];
    redoPoses.value = [];
  });
}

function moveBetween(from: typeof undoPoses, to: typeof undoPoses): void {
  const pose = from.peek().at(-1);
  if (!pose) return;
  batch(() => {
    to.value = [...to.peek(), currentPose()];
    from.value = from.peek().slice(0, -1);
    manualPose.value = new Map(pose.hand);
    goal.value = pose.goal;
    goalOrientation.value = pose.turned;
  });
}

/** Restores the previous pose. */
export function poseUndo(): void {
  moveBetween(undoPoses, redoPoses);
  showStatus("good", "Previous pose restored.");
}

/** Restores the next pose. */
export function poseRedo(): void {
  moveBetween(redoPoses, undoPoses);
}

/** Clears the pose history and the last result. */
export function clearUndoPoses(): void {
  undoPoses.value = [];
  redoPoses.value = [];
  answer.value = null;
  solverRuns.value = [];
  goalOrientation.value = null;
}

function targetOf(position: Vector): number[] {
  const turned = goalOrientation.peek();
  if (turned !== null) return [...position, ...turned];
  return shape.peek()?.planar ? [position[0], position[1]] : [...position];
}

function request(position: Vector, more: Partial<IkRequest>): IkRequest {
  return {
    target: targetOf(position),
    start: startFrom.peek() === "home" ? [...(project.peek()?.model.home ?? [])] : drivenCoordinates(),
    ...(tolerance.peek() === null ? {} : { tolerance: tolerance.peek() ?? 0 }),
    ...more,
  };
}

/** Displays a solution. */
function show(found: IkAnswer, position: Vector, index = 0): void {
  const solution = found.solutions[index];
  if (!solution) return;
  batch(() => {
    setDrivenJoints(solution.q);
    goal.value = {
      position,
      state: solution.reachable ? "reached" : "out-of-reach",
      nearest: solution.reachable ? null : originOf(fromPose(solution.pose)),
      distance: solution.distance,
      angle: solution.angle,
    };
  });
}

const solveWhileDragging = latestWins(
  ({ position }: { position: Vector; at: number }) =>
    compute<IkAnswer>(projectPath("/ik"), request(position, { start: drivenCoordinates() })),
  (found, { position, at }) => {
    show(found, position);
    exposeForTests.answered(at);
  },
  showError,
);

/** Start of a drag. */
export function dragStarted(): void {
  pushUndoPose();
}

/** The target was dragged. */
export function dragTo(position: Vector): void {
  // The solutions are those of another target.
  answer.value = null;
  goal.value = {
    position,
    state: goal.peek()?.state ?? "pending",
    nearest: goal.peek()?.nearest ?? null,
    distance: goal.peek()?.distance ?? 0,
    angle: goal.peek()?.angle ?? 0,
  };
  void solveWhileDragging({ position, at: performance.now() });
}

/** The target was turned. */
export function turnTo(rpy: Vector): void {
  goalOrientation.value = rpy;
  dragTo(goal.peek()?.position ?? toolPosition.peek());
}

/** End of a drag. */
export function dragEnded(): void {
  const position = goal.peek()?.position;
  if (position) void solveWhileDragging({ position, at: performance.now() });
}

/** Solves for a target with the selected solver and records the convergence. */
export async function solve(position: Vector): Promise<void> {
  pushUndoPose();
  // An old answer is not that of this question.
  batch(() => {
    solving.value = true;
    answer.value = null;
    goal.value = { position, state: "pending", nearest: null, distance: 0 };
  });
  try {
    const found = await compute<IkAnswer>(
      projectPath("/ik"),
      request(position, {
        history: true,
        seed: seed.peek(),
        ...(method.peek() ? { method: method.peek() } : {}),
        ...(solverSettings.peek().length > 0 ? { settings: solverSettings.peek() } : {}),
        ...(allSolutions.peek() ? { all: true } : {}),
      }),
    );
    batch(() => {
      answer.value = found;
      shownSolution.value = 0;
    });
    record(found, position);
    show(found, position);
    if (found.solutions.length === 0)
      showStatus("warn", "No solution found for this target.", "Try another solver or a target closer to the robot.");
  } catch (problem) {
    showError(problem);
  } finally {
    solving.value = false;
  }
}

function record(found: IkAnswer, position: Vector): void {
  const best = found.solutions[0];
  if (!best) return;
  const runs = solverRuns.peek();
  solverRuns.value = [
    ...runs.slice(-11),
    {
      number: (runs.at(-1)?.number ?? 0) + 1,
      method: found.method,
      start: startFrom.peek() === "home" ? "home" : "displayed pose",
      target: position.map((value) => value.toFixed(3)).join(", "),
      reachable: best.reachable,
      distance: best.distance,
      iterations: best.iterations,
      evaluations: best.evaluations,
      seconds: best.seconds,
      history: best.history.map(({ evaluation, position: error }) => ({ evaluation, position: error })),
    },
  ];
}

/** Displays another solution of the last result. */
export function chooseSolution(index: number): void {
  const found = answer.peek();
  if (!found) return;
  pushUndoPose();
  shownSolution.value = index;
  show(found, goal.peek()?.position ?? toolPosition.peek(), index);
}

/** Best position error over evaluations, of every run. */
export const convergence = computed<PlotData | null>(() => {
  const runs = solverRuns.value.filter((run) => run.history.length > 1);
  if (runs.length === 0) return null;
  const length = lengths();
  const x = [...new Set(runs.flatMap((run) => run.history.map((step) => step.evaluation)))].sort((a, b) => a - b);
  return {
    title: "Convergence",
    x,
    xLabel: "forward kinematics evaluations",
    xUnit: "",
    yLabel: "best position error so far",
    yUnit: length.unit,
    logarithmic: true,
    lines: runs.map((run, k) => ({
      label: `${run.number} ${run.method}`,
      values: bestSoFar(run.history, x).map((value) =>
        value === null ? null : Math.max(value * length.factor, 1e-12),
      ),
      style: k,
    })),
  };
});
