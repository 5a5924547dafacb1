// What an identification is asked for.
import { effect, signal } from "@preact/signals";
import { updateView } from "../../app/navigation";
import { say } from "../../app/status";
import type { IdentifyOptions } from "../../contract";
import { catalogue } from "../../state/catalogue";
import { project } from "../../state/project";
import { startRun } from "../../state/runs";

/** The log whose details are shown. */
export const chosenLog = signal<string | null>(null);
/** Logs that are learnt from. */
export const learnFrom = signal<ReadonlySet<string>>(new Set());
/** Logs that the result is proved on. */
export const proveOn = signal<ReadonlySet<string>>(new Set());
/** Methods that are chosen; nothing before the catalogue is here. */
export const methods = signal<ReadonlySet<string> | null>(null);
/** Friction that is looked for. */
export const friction = signal("auto");
/** Cut-off of the filter; nothing is chosen on the log. */
export const cutoff = signal<number | null>(null);
/** Redrawings of segments for intervals. */
export const bootstrap = signal(0);
/** Seed of random numbers. */
export const seed = signal(0);
/** Gains of drives, as typed. */
export const gains = signal("");

effect(() => {
  if (methods.value === null && catalogue.value !== null) methods.value = new Set(catalogue.value.usual_estimators);
});

let shownProject: string | undefined;
effect(() => {
  if (project.value?.id === shownProject) return;
  shownProject = project.value?.id;
  chosenLog.value = null;
  learnFrom.value = new Set();
  proveOn.value = new Set();
});

/** The request. */
export function identifyOptions(): IdentifyOptions {
  const numbers = gains
    .peek()
    .split(/[,; ]+/)
    .filter((text) => text !== "")
    .map(Number);
  return {
    logs: [...learnFrom.peek()],
    methods: [...(methods.peek() ?? [])],
    friction: friction.peek(),
    seed: seed.peek(),
    bootstrap: bootstrap.peek(),
    ...(proveOn.peek().size > 0 ? { validate: [...proveOn.peek()] } : {}),
    ...(cutoff.peek() === null ? {} : { cutoff: cutoff.peek() ?? 0 }),
    ...(numbers.length > 0 && numbers.every(Number.isFinite) ? { gains: numbers } : {}),
    ...([...learnFrom.peek()].some((source) => source.startsWith("runs/")) ? { closed_loop: true } : {}),
  };
}

/** Starts it. */
export async function identify(): Promise<void> {
  if (learnFrom.peek().size === 0)
    return say("warn", "No log is chosen to learn from.", "Tick one in the list of logs.");
  if ((methods.peek()?.size ?? 0) === 0) return say("warn", "No method is chosen.", "Tick at least one.");
  const card = await startRun({ kind: "identify", options: identifyOptions() });
  if (card !== null) updateView({ run: String(card.run) });
}
