// Asking for inverse kinematics. While the goal is dragged the newest question wins; a pose that was
// reached by one drag, one solve or one slider is one step of undo.
import { batch, computed, signal } from "@preact/signals";
import { ask } from "../../api/client";
import { latestWins } from "../../api/latest";
import { say } from "../../app/status";
import type { IkAnswer, IkRequest } from "../../contract";
import type { PlotData } from "../../plots/data";
import { originOf, fromPose, type Vector } from "../../robot/transform";
import { drivenCoordinates, setDriven } from "../../state/hand";
import { pathOf } from "../../state/project";
import { tell } from "../../state/report";
import { exposeForTests } from "../../view3d/testHook";
import { goal, handPose, shape, toolPosition, type Goal } from "../../state/scene";

/** The solver. */
export const method = signal("");
/** The seed of solvers that draw numbers. */
export const seed = signal(0);
/** Near enough, in metres. */
export const tolerance = signal<number | null>(null);
/** Whether all solutions are asked for. */
export const wantAll = signal(false);
/** The last full answer. */
export const answer = signal<IkAnswer | null>(null);
/** Which of its solutions is shown. */
export const shownSolution = signal(0);
/** Whether a question is under way. */
export const solving = signal(false);

type Pose = { hand: ReadonlyMap<string, number>; goal: Goal | null };
/** Poses to go back to. */
export const posesBack = signal<Pose[]>([]);
/** Poses that were taken back. */
export const posesForth = signal<Pose[]>([]);

function here(): Pose {
  return { hand: new Map(handPose.peek()), goal: goal.peek() };
}

/** Remembers the pose before a change. */
export function rememberPose(): void {
  batch(() => {
    posesBack.value = [...posesBack.peek().slice(-99), here()];
    posesForth.value = [];
  });
}

function exchange(from: typeof posesBack, to: typeof posesBack): void {
  const pose = from.peek().at(-1);
  if (!pose) return;
  batch(() => {
    to.value = [...to.peek(), here()];
    from.value = from.peek().slice(0, -1);
    handPose.value = new Map(pose.hand);
    goal.value = pose.goal;
  });
}

/** Back to the pose before. */
export function poseUndo(): void {
  exchange(posesBack, posesForth);
  say("good", "The pose before is back.");
}

/** Forth again. */
export function poseRedo(): void {
  exchange(posesForth, posesBack);
}

/** Begins without a past. */
export function forgetPoses(): void {
  posesBack.value = [];
  posesForth.value = [];
  answer.value = null;
}

function targetOf(position: Vector): number[] {
  return shape.peek()?.planar ? [position[0], position[1]] : [...position];
}

function request(position: Vector, more: Partial<IkRequest>): IkRequest {
  return {
    target: targetOf(position),
    start: drivenCoordinates(),
    ...(tolerance.peek() === null ? {} : { tolerance: tolerance.peek() ?? 0 }),
    ...more,
  };
}

/** Shows what came of a question. */
function show(found: IkAnswer, position: Vector, index = 0): void {
  const solution = found.solutions[index];
  if (!solution) return;
  batch(() => {
    setDriven(solution.q);
    goal.value = {
      position,
      state: solution.reachable ? "reached" : "out-of-reach",
      nearest: solution.reachable ? null : originOf(fromPose(solution.pose)),
      distance: solution.distance,
    };
  });
}

const askWhileDragging = latestWins(
  ({ position }: { position: Vector; at: number }) => ask<IkAnswer>(pathOf("/ik"), request(position, {})),
  (found, { position, at }) => {
    show(found, position);
    exposeForTests.answered(at);
  },
  tell,
);

/** A drag begins. */
export function dragStarted(): void {
  rememberPose();
}

/** The goal is dragged. */
export function dragTo(position: Vector): void {
  goal.value = {
    position,
    state: goal.peek()?.state ?? "asked",
    nearest: goal.peek()?.nearest ?? null,
    distance: goal.peek()?.distance ?? 0,
  };
  void askWhileDragging({ position, at: performance.now() });
}

/** A drag ends: the last answer stays. */
export function dragEnded(): void {
  const position = goal.peek()?.position;
  if (position) void askWhileDragging({ position, at: performance.now() });
}

/** Solves for a goal with the chosen solver and shows how it converged. */
export async function solve(position: Vector): Promise<void> {
  rememberPose();
  solving.value = true;
  try {
    const found = await ask<IkAnswer>(
      pathOf("/ik"),
      request(position, {
        history: true,
        seed: seed.peek(),
        ...(method.peek() ? { method: method.peek() } : {}),
        ...(wantAll.peek() ? { all: true } : {}),
      }),
    );
    batch(() => {
      answer.value = found;
      shownSolution.value = 0;
    });
    show(found, position);
    if (found.solutions.length === 0)
      say("warn", "The solver found nothing for this goal.", "Try another solver or a goal nearer to the robot.");
  } catch (problem) {
    tell(problem);
  } finally {
    solving.value = false;
  }
}

/** Shows another solution of the last answer. */
export function chooseSolution(index: number): void {
  const found = answer.peek();
  if (!found) return;
  rememberPose();
  shownSolution.value = index;
  show(found, goal.peek()?.position ?? toolPosition.peek(), index);
}

/** Error over evaluations. */
export const convergence = computed<PlotData | null>(() => {
  const history = answer.value?.solutions[shownSolution.value]?.history ?? answer.value?.solutions[0]?.history ?? [];
  if (history.length < 2) return null;
  let best = Infinity;
  return {
    title: `Convergence of ${answer.value?.method ?? "the solver"}`,
    x: history.map((step) => step.evaluation),
    xLabel: "evaluations of the pose",
    xUnit: "",
    yLabel: "distance",
    yUnit: "mm",
    logarithmic: true,
    lines: [
      {
        label: "best so far",
        values: history.map((step) => (best = Math.min(best, Math.max(step.position * 1000, 1e-12)))),
        style: 0,
      },
      { label: "tried", values: history.map((step) => Math.max(step.position * 1000, 1e-12)), style: 1, pale: true },
    ],
  };
});
