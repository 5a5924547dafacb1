// The open project. The server owns it; this is its last answer. Every change is a request and every
// answer is the whole project, so what is seen is what is on the disk.
import { computed, signal } from "@preact/signals";
import { Refused } from "../api/problem";
import { get, patch, post, put, underWay } from "../api/client";
import { onEvent } from "../api/events";
import { say } from "../app/status";
import { route, updateView } from "../app/navigation";
import type { CreateProject, ModelPatch, MotionSpec, Project } from "../contract";
import { attempt } from "./report";

/** The open project. */
export const project = signal<Project | null>(null);
/** Whether it is being fetched. */
export const opening = signal(false);
/** Whether a change is on its way to the disk. */
export const saving = computed(() => underWay.value > 0);
/** Steps of the page itself, such as poses by hand; they are undone before those of the project. */
export interface PageSteps {
  back: () => string | null;
  forth: () => string | null;
  undo: () => void;
  redo: () => void;
}
/** The shown page's own steps. */
export const pageSteps = signal<PageSteps | null>(null);
/** What undo would take back, in words. */
export const canUndo = computed(
  () => pageSteps.value?.back() ?? (project.value?.undo ? `Undo: ${project.value.undo}` : null),
);
/** What redo would do again, in words. */
export const canRedo = computed(
  () => pageSteps.value?.forth() ?? (project.value?.redo ? `Redo: ${project.value.redo}` : null),
);

/** The path of the open project's things. */
export function pathOf(rest: string): string {
  return `/projects/${encodeURIComponent(project.peek()?.id ?? "")}${rest}`;
}

/** Takes an answer of the server as the project, unless it is older than what is here. */
export function accept(next: Project): void {
  const current = project.peek();
  if (current !== null && current.id === next.id && next.revision < current.revision) return;
  project.value = next;
  updateView({ project: next.id });
}

/** Opens a project by its folder's name. */
export async function openProject(id: string): Promise<boolean> {
  opening.value = true;
  const found = await attempt(() => get<Project>(`/projects/${encodeURIComponent(id)}`));
  opening.value = false;
  if (found === null) return false;
  project.value = found;
  updateView({ project: id });
  return true;
}

/** Makes a project and opens it. */
export async function createProject(what: CreateProject): Promise<boolean> {
  opening.value = true;
  const made = await attempt(() => post<Project>("/projects", what));
  opening.value = false;
  if (made === null) return false;
  project.value = made;
  updateView({ project: made.id });
  return true;
}

/** Reads the open project again. */
export async function refresh(): Promise<void> {
  const id = project.peek()?.id;
  if (id === undefined) return;
  const found = await attempt(() => get<Project>(`/projects/${encodeURIComponent(id)}`));
  if (found !== null && project.peek()?.id === id) project.value = found;
}

async function changing(request: (revision: number) => Promise<Project>): Promise<boolean> {
  const current = project.peek();
  if (current === null) return false;
  const answer = await attempt(async () => {
    try {
      return await request(current.revision);
    } catch (problem) {
      if (problem instanceof Refused && problem.problem.status === 409 && problem.problem.theirs) {
        project.value = problem.problem.theirs;
        say(
          "warn",
          "Somebody else changed the project at the same time: this page shows their version, your change was not made.",
          "Make it again if it is still wanted.",
        );
        return null;
      }
      throw problem;
    }
  });
  if (answer === null) return false;
  accept(answer);
  return true;
}

/** Changes the model. */
export function changeModel(change: ModelPatch): Promise<boolean> {
  return changing((revision) => patch<Project>(pathOf("/model"), change, revision));
}

/** Changes the motion. */
export function changeMotion(motion: MotionSpec, label: string): Promise<boolean> {
  return changing((revision) => put<Project>(pathOf("/motion"), { motion, label }, revision));
}

/** Takes the last change back. */
export async function undo(): Promise<void> {
  if (pageSteps.peek()?.back()) return pageSteps.peek()?.undo();
  const what = project.peek()?.undo;
  if (what && (await changing(() => post<Project>(pathOf("/undo"), {})))) say("good", `Taken back: ${what}`);
}

/** Does it again. */
export async function redo(): Promise<void> {
  if (pageSteps.peek()?.forth()) return pageSteps.peek()?.redo();
  const what = project.peek()?.redo;
  if (what && (await changing(() => post<Project>(pathOf("/redo"), {})))) say("good", `Done again: ${what}`);
}

/** Makes an identified model the project's. */
export function writeBack(run: number, method: string): Promise<boolean> {
  return changing((revision) => post<Project>(pathOf(`/runs/${run}/write-back`), { method }, revision));
}

let greeted = false;
onEvent(({ project: id, event }) => {
  const current = project.peek();
  if (event.kind === "hello") {
    if (greeted) void refresh();
    greeted = true;
  }
  if (current === null || id !== current.id) return;
  if (event.kind === "project" && event.revision > current.revision) void refresh();
  if (event.kind === "files") void refresh();
  if (event.kind === "run") {
    const runs = current.runs.filter((card) => card.run !== event.card.run);
    project.value = { ...current, runs: [...runs, event.card].sort((a, b) => a.run - b.run) };
    // A run that is over may have left a log.
    if (["done", "failed", "cancelled"].includes(event.card.state)) void refresh();
  }
});

/** Opens what the address names, or what the command line did. */
export async function openFromAddress(fallback: string | null): Promise<void> {
  const wanted = route.peek().parameters["project"] ?? fallback;
  if (wanted && project.peek()?.id !== wanted) await openProject(wanted);
}
