// State of the identification form.
import { effect, signal } from "@preact/signals";
import { updateView } from "../../app/navigation";
import { showStatus } from "../../app/status";
import type { IdentifyOptions } from "../../contract";
import { catalogue } from "../../state/catalogue";
import { project } from "../../state/project";
import { parseGains } from "./gains";
import { startRun } from "../../state/runs";

/** The log whose details are displayed. */
export const selectedLog = signal<string | null>(null);
/** Training logs. */
export const trainLogs = signal<ReadonlySet<string>>(new Set());
/** Validation logs. */
export const validationLogs = signal<ReadonlySet<string>>(new Set());
/** Selected methods; `null` until the catalogue is loaded. */
export const methods = signal<ReadonlySet<string> | null>(null);
/** Friction model. */
export const friction = signal("auto");
/** Cut-off of the filter (Hz); `null` selects it from the log. */
export const cutoff = signal<number | null>(null);
/** Number of bootstrap resamples. */
export const bootstrap = signal(0);
/** Random seed. */
export const seed = signal(0);
/** Drive gains, as typed. */
export const gains = signal("");
/** Mounting; `""` as described. */
export const mount = signal("");
/** Prior, `log-det:1`; `""` for none. */
export const prior = signal("");
/** Built-in robot with the true values; `""` if they are not known. */
export const truth = signal("");
/** Bounds of links. */
export const bounds = signal<string[]>([]);
/** Settings of methods. */
export const settings = signal<string[]>([]);

/** The gains as numbers, if they are. */
export function gainNumbers(): number[] | null {
  const found = parseGains(gains.peek());
  return typeof found === "string" ? null : found;
}

effect(() => {
  if (methods.value === null && catalogue.value !== null) methods.value = new Set(catalogue.value.usual_estimators);
});

let shownProject: string | undefined;
effect(() => {
  if (project.value?.id === shownProject) return;
  shownProject = project.value?.id;
  selectedLog.value = null;
  trainLogs.value = new Set();
  validationLogs.value = new Set();
});

/** The identification request. */
export function identifyOptions(): IdentifyOptions {
  const numbers = gainNumbers();
  return {
    logs: [...trainLogs.peek()],
    methods: [...(methods.peek() ?? [])],
    friction: friction.peek(),
    seed: seed.peek(),
    bootstrap: bootstrap.peek(),
    ...(validationLogs.peek().size > 0 ? { validate: [...validationLogs.peek()] } : {}),
    ...(cutoff.peek() === null ? {} : { cutoff: cutoff.peek() ?? 0 }),
    ...(numbers ? { gains: numbers } : {}),
    ...(mount.peek() ? { mount: mount.peek() } : {}),
    ...(prior.peek() ? { prior: prior.peek() } : {}),
    ...(truth.peek() ? { truth: truth.peek() } : {}),
    ...(bounds.peek().length > 0 ? { bounds: bounds.peek() } : {}),
    ...(settings.peek().length > 0 ? { settings: settings.peek() } : {}),
    ...([...trainLogs.peek()].some((source) => source.startsWith("runs/")) ? { closed_loop: true } : {}),
  };
}

/** Starts the identification. */
export async function identify(): Promise<void> {
  if (trainLogs.peek().size === 0)
    return showStatus("warn", "No training log is selected.", "Select one under Train in the list of logs.");
  if ((methods.peek()?.size ?? 0) === 0)
    return showStatus("warn", "No method is selected.", "Select at least one method.");
  const typed = parseGains(gains.peek());
  if (typeof typed === "string")
    return showStatus("bad", `Drive gains: ${typed}`, "Give one number per joint, or none.");
  const card = await startRun({ kind: "identify", options: identifyOptions() });
  if (card !== null) updateView({ run: String(card.run) });
}
