// The open project, as last returned by the server. Every change is a request whose response is the saved project.
import { computed, effect, signal } from "@preact/signals";
import { RequestError, ServerUnreachable } from "../api/problem";
import { connection, get, patch, post, put, pendingChanges } from "../api/client";
import { onEvent } from "../api/events";
import { showStatus } from "../app/status";
import { route, updateView } from "../app/navigation";
import type { CreateProject, ModelPatch, MotionSpec, Project } from "../contract";
import { attempt } from "./errors";

/** The open project. */
export const project = signal<Project | null>(null);
/** Whether a project is being loaded. */
export const opening = signal(false);
/** Whether a change is being saved. */
export const saving = computed(() => pendingChanges.value > 0);
/** Undo steps local to a page, such as manual poses; undone before those of the project. */
export interface PageUndo {
  /** Label of the next undo step. */
  undoLabel: () => string | null;
  /** Label of the next redo step. */
  redoLabel: () => string | null;
  undo: () => void;
  redo: () => void;
}
/** Undo steps of the current page. */
export const pageUndo = signal<PageUndo | null>(null);
/** Label of the next undo step. */
export const canUndo = computed(
  () => pageUndo.value?.undoLabel() ?? (project.value?.undo ? `Undo: ${project.value.undo}` : null),
);
/** Label of the next redo step. */
export const canRedo = computed(
  () => pageUndo.value?.redoLabel() ?? (project.value?.redo ? `Redo: ${project.value.redo}` : null),
);

/** API path within the open project. */
export function projectPath(rest: string): string {
  return `/projects/${encodeURIComponent(project.peek()?.id ?? "")}${rest}`;
}

/** Replaces the project by a server response unless that is older. */
export function accept(next: Project): void {
  const current = project.peek();
  if (current !== null && current.id === next.id && next.revision < current.revision) return;
  project.value = next;
  updateView({ project: next.id });
}

/** Opens a project by its folder name. */
export async function openProject(id: string): Promise<boolean> {
  opening.value = true;
  const found = await attempt(() => get<Project>(`/projects/${encodeURIComponent(id)}`));
  opening.value = false;
  if (found === null) return false;
  project.value = found;
  updateView({ project: id });
  return true;
}

/** Creates and opens a project. */
export async function createProject(what: CreateProject): Promise<boolean> {
  opening.value = true;
  const made = await attempt(() => post<Project>("/projects", what));
  opening.value = false;
  if (made === null) return false;
  project.value = made;
  updateView({ project: made.id });
  return true;
}

/** Reloads the open project. */
export async function refresh(): Promise<void> {
  const id = project.peek()?.id;
  if (id === undefined) return;
  const found = await attempt(() => get<Project>(`/projects/${encodeURIComponent(id)}`));
  if (found !== null && project.peek()?.id === id) project.value = found;
}

/** Why the last change was not saved. */
export const lastRefusal = signal("");
/** What is displayed but has errors and is not saved; empty if nothing is. */
export const invalidDraft = signal("");
/** A change that could not be sent; it is sent again when the server is back. */
export const unsent = signal<{ what: string; project: string; send: () => Promise<boolean> } | null>(null);

let turn: Promise<unknown> = Promise.resolve();

/** Makes a change after those before it: each is a change of the project that the one before results in. */
function applyChange(request: (revision: number) => Promise<Project>, what = "the change"): Promise<boolean> {
  const done = turn.then(() => applyNow(request, what));
  turn = done.catch(() => undefined);
  return done;
}

async function applyNow(request: (revision: number) => Promise<Project>, what: string): Promise<boolean> {
  const current = project.peek();
  if (current === null) return false;
  lastRefusal.value = "";
  const answer = await attempt(async () => {
    try {
      return await request(current.revision);
    } catch (problem) {
      lastRefusal.value = problem instanceof Error ? problem.message : String(problem);
      if (problem instanceof ServerUnreachable)
        unsent.value = { what, project: current.id, send: () => applyChange(request, what) };
      if (problem instanceof RequestError && problem.problem.status === 409 && problem.problem.theirs) {
        project.value = problem.problem.theirs;
        showStatus(
          "warn",
          "The project was changed elsewhere at the same time. This page now shows that version; your change was not applied.",
          "Repeat the change if it is still needed.",
        );
        return null;
      }
      throw problem;
    }
  });
  if (answer === null) return false;
  unsent.value = null;
  accept(answer);
  return true;
}

// What could not be sent is sent when the connection is back; a change of another project is dropped.
effect(() => {
  if (connection.value !== "ok") return;
  const waiting = unsent.peek();
  if (waiting === null) return;
  unsent.value = null;
  if (project.peek()?.id === waiting.project)
    void waiting.send().then((saved) => {
      if (saved) showStatus("good", `Saved now that the server is back: ${waiting.what}.`);
    });
});

/** Changes the model. */
export function changeModel(change: ModelPatch): Promise<boolean> {
  return applyChange((revision) => patch<Project>(projectPath("/model"), change, revision), change.label);
}

/** Changes the motion. */
export function changeMotion(motion: MotionSpec, label: string): Promise<boolean> {
  return applyChange((revision) => put<Project>(projectPath("/motion"), { motion, label }, revision), label);
}

/** Undoes the last change. */
export async function undo(): Promise<void> {
  if (pageUndo.peek()?.undoLabel()) return pageUndo.peek()?.undo();
  const what = project.peek()?.undo;
  if (what && (await applyChange(() => post<Project>(projectPath("/undo"), {})))) showStatus("good", `Undone: ${what}`);
}

/** Redoes the last undone change. */
export async function redo(): Promise<void> {
  if (pageUndo.peek()?.redoLabel()) return pageUndo.peek()?.redo();
  const what = project.peek()?.redo;
  if (what && (await applyChange(() => post<Project>(projectPath("/redo"), {})))) showStatus("good", `Redone: ${what}`);
}

/** Writes identified parameters to the model. */
export function writeBack(run: number, method: string): Promise<boolean> {
  return applyChange((revision) => post<Project>(projectPath(`/runs/${run}/write-back`), { method }, revision));
}

onEvent(({ project: id, event }) => {
  const current = project.peek();
  if (event.kind === "hello") {
    // Events may have been missed.
    void refresh();
  }
  if (current === null || id !== current.id) return;
  if (event.kind === "project" && event.revision > current.revision) void refresh();
  if (event.kind === "files") void refresh();
  if (event.kind === "run") {
    const runs = current.runs.filter((card) => card.run !== event.card.run);
    project.value = { ...current, runs: [...runs, event.card].sort((a, b) => a.run - b.run) };
    // A finished run may have written a log.
    if (["done", "failed", "cancelled"].includes(event.card.state)) void refresh();
  }
});

/** Opens the project named in the URL, or `fallback`. */
export async function openFromAddress(fallback: string | null): Promise<void> {
  const wanted = route.peek().parameters["project"] ?? fallback;
  if (wanted && project.peek()?.id !== wanted) await openProject(wanted);
}
