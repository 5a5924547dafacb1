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

/** Logs with a payload. */
export const payloadLogs = signal<ReadonlySet<string>>(new Set());
/** Its mass (kg); `null` if it is not known. */
export const payloadMass = signal<number | null>(null);
/** Its centre in the frame of the link that holds it (m). */
export const payloadCentre = signal<[number, number, number] | null>(null);
/** The link that holds it; `""` for the last one. */
export const payloadLink = signal("");
/** Whether the direction of gravity is identified. */
export const unknownGravity = signal(false);

/** The gains as numbers, if all are known. */
export function gainNumbers(): number[] | null {
  const found = parseGains(gains.peek());
  return Array.isArray(found) && found.every((gain) => gain !== null) ? (found as number[]) : null;
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
  payloadLogs.value = new Set();
  payloadLink.value = "";
});

/** The identification request. */
export function identifyOptions(): IdentifyOptions {
  const numbers = parseGains(gains.peek());
  const payload = [...payloadLogs.peek()];
  const chosen = methods.peek() ?? new Set();
  // Settings of methods that are not run are not sent.
  const used = settings.peek().filter((entry) => chosen.has(entry.slice(0, entry.indexOf("."))));
  return {
    logs: [...trainLogs.peek()],
    methods: [...(methods.peek() ?? [])],
    friction: friction.peek(),
    seed: seed.peek(),
    bootstrap: bootstrap.peek(),
    ...(validationLogs.peek().size > 0 ? { validate: [...validationLogs.peek()] } : {}),
    ...(cutoff.peek() === null ? {} : { cutoff: cutoff.peek() ?? 0 }),
    ...(Array.isArray(numbers) ? { gains: numbers } : {}),
    ...(payload.length === 0
      ? {}
      : {
          payload,
          ...(payloadMass.peek() === null ? {} : { payload_mass: payloadMass.peek() ?? 0 }),
          ...(payloadCentre.peek() === null ? {} : { payload_centre: payloadCentre.peek() ?? [0, 0, 0] }),
          ...(payloadLink.peek() === "" ? {} : { payload_link: payloadLink.peek() }),
        }),
    ...(unknownGravity.peek() ? { unknown_gravity: true } : {}),
    ...(mount.peek() ? { mount: mount.peek() } : {}),
    ...(prior.peek() ? { prior: prior.peek() } : {}),
    ...(truth.peek() ? { truth: truth.peek() } : {}),
    ...(bounds.peek().length > 0 ? { bounds: bounds.peek() } : {}),
    ...(used.length > 0 ? { settings: used } : {}),
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
