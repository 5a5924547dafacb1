// Runs: start, cancel, progress. Details are loaded when a page needs them, updated by events, and loaded again after
// a reload.
import { effect, signal } from "@preact/signals";
import { get, post, remove } from "../api/client";
import { onEvent } from "../api/events";
import type { RunCard, RunRequest, RunView } from "../contract";
import { projectPath, project, refresh } from "./project";
import { attempt } from "./errors";
import { appendTrace } from "./trace";

/** State of one method of a run. */
export interface MethodState {
  state: string;
  message: string;
  seconds: number;
  result: unknown;
}

/** Details of loaded runs, by run number. */
export const runViews = signal<ReadonlyMap<number, RunView>>(new Map());
/** State of running methods, by `run/method`. */
export const methodStates = signal<ReadonlyMap<string, MethodState>>(new Map());
/** Objective values during excitation design, by run number. */
export const objectives = signal<ReadonlyMap<number, { at: number[]; value: number[] }>>(new Map());

function setView(run: number, view: RunView): void {
  runViews.value = new Map(runViews.peek()).set(run, view);
}

/** Loads the details of a run. */
export async function loadRun(run: number): Promise<RunView | null> {
  const view = await attempt(() => get<RunView>(projectPath(`/runs/${run}`)));
  if (view === null) return null;
  setView(run, view);
  if (view.methods.length > 0) {
    const states = new Map(methodStates.peek());
    for (const { method, ...state } of view.methods) states.set(`${run}/${method}`, state);
    methodStates.value = states;
  }
  return view;
}

/** Starts a run. */
export async function startRun(request: RunRequest): Promise<RunCard | null> {
  const card = await attempt(() => post<RunCard>(projectPath("/runs"), request));
  if (card !== null) {
    const open = project.peek();
    if (open && !open.runs.some((known) => known.run === card.run))
      project.value = { ...open, runs: [...open.runs, card] };
    await loadRun(card.run);
  }
  return card;
}

/** Stops a run, or one of its methods. */
export async function cancelRun(run: number, method?: string): Promise<void> {
  await attempt(() => post<RunCard>(projectPath(`/runs/${run}/cancel`), method === undefined ? {} : { method }));
}

/** Deletes a finished run. */
export async function deleteRun(run: number): Promise<void> {
  await attempt(() => remove<unknown>(projectPath(`/runs/${run}`)));
  await refresh();
}

/** Whether a run has ended. */
export function isFinished(card: RunCard): boolean {
  return card.state === "done" || card.state === "failed" || card.state === "cancelled";
}

onEvent(({ project: id, event }) => {
  if (event.kind === "hello") {
    // Events during a lost connection are missed: reload what is displayed.
    for (const run of runViews.peek().keys()) void loadRun(run);
    return;
  }
  if (id !== project.peek()?.id) return;
  if (event.kind === "run") {
    const known = runViews.peek().get(event.card.run);
    if (known) setView(event.card.run, { ...known, card: event.card, problem: event.problem ?? known.problem });
    if (isFinished(event.card)) void loadRun(event.card.run);
  } else if (event.kind === "estimate") {
    const known = runViews.peek().get(event.run);
    if (!known) return;
    const old = known.traces.find((trace) => trace.method === event.trace.method);
    const traces = [...known.traces.filter((trace) => trace !== old), appendTrace(old, event.trace)];
    setView(event.run, { ...known, traces });
  } else if (event.kind === "method") {
    const { state, message, seconds, result } = event;
    methodStates.value = new Map(methodStates.peek()).set(`${event.run}/${event.method}`, {
      state,
      message,
      seconds,
      result,
    });
  } else if (event.kind === "objective") {
    const old = objectives.peek().get(event.run) ?? { at: [], value: [] };
    objectives.value = new Map(objectives.peek()).set(event.run, {
      at: [...old.at, old.at.length],
      value: [...old.value, event.value],
    });
  }
});

// Reset when another project is opened.
let shownProject: string | undefined;
effect(() => {
  const id = project.value?.id;
  if (id === shownProject) return;
  shownProject = id;
  runViews.value = new Map();
  methodStates.value = new Map();
  objectives.value = new Map();
});
