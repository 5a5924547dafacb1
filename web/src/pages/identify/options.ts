// State of the identification form.
import { effect } from "@preact/signals";
import { updateView } from "../../app/navigation";
import { showStatus } from "../../app/status";
import type { IdentifyOptions } from "../../contract";
import { catalogue } from "../../state/catalogue";
import { project } from "../../state/project";
import { kept, keptAs, keptList, keptNumber, keptSet, SET } from "../../state/kept";
import { parseGains } from "./gains";
import { startRun } from "../../state/runs";

/** The log whose details are displayed. */
export const selectedLog = keptAs<string | null>("identify/log", null, {
  write: (value) => value,
  read: (stored) => (typeof stored === "string" ? stored : undefined),
});
/** Training logs. */
export const trainLogs = keptSet("identify/train");
/** Validation logs. */
export const validationLogs = keptSet("identify/validate");
/** Selected methods; `null` until the catalogue is loaded. */
export const methods = keptAs<ReadonlySet<string> | null>("identify/methods", null, {
  write: (value) => value && SET.write(value),
  read: SET.read,
});
/** Friction model. */
export const friction = kept("identify/friction", "auto");
/** Cut-off of the filter (Hz); `null` selects it from the log. */
export const cutoff = keptNumber("identify/cutoff");
/** Number of bootstrap resamples. */
export const bootstrap = kept("identify/bootstrap", 0);
/** Random seed. */
export const seed = kept("identify/seed", 0);
/** Drive gains, as typed. */
export const gains = kept("identify/gains", "");
/** Mounting; `""` as described. */
export const mount = kept("identify/mount", "");
/** Prior, `log-det:1`; `""` for none. */
export const prior = kept("identify/prior", "");
/** Built-in robot with the true values; `""` if they are not known. */
export const truth = kept("identify/truth", "");
/** Bounds of links. */
export const bounds = keptList("identify/bounds");
/** Settings of methods. */
export const settings = keptList("identify/settings");

/** Whether the training logs are read in parts, in bounded memory. */
export const inParts = kept("identify/in-parts", false);

/** Whether the payload alone is identified, with the arm as described. */
export const payloadAlone = kept("identify/payload-alone", false);
/** Logs with a payload. */
export const payloadLogs = keptSet("identify/payload");
/** Its mass (kg); `null` if it is not known. */
export const payloadMass = keptNumber("identify/payload-mass");
/** Its centre in the frame of the link that holds it (m). */
export const payloadCentre = keptAs<[number, number, number] | null>("identify/payload-centre", null, {
  write: (value) => value,
  read: (stored) =>
    Array.isArray(stored) && stored.length === 3 && stored.every((entry) => typeof entry === "number")
      ? (stored as [number, number, number])
      : undefined,
});
/** The link that holds it; `""` for the last one. */
export const payloadLink = kept("identify/payload-link", "");
/** Joints whose motors are coupled. */
export const couplings = keptList("identify/couplings");
/** Whether the direction of gravity is identified. */
export const unknownGravity = kept("identify/unknown-gravity", false);

/** The gains as numbers, if all are known. */
export function gainNumbers(): number[] | null {
  const found = parseGains(gains.peek());
  return Array.isArray(found) && found.every((gain) => gain !== null) ? (found as number[]) : null;
}

effect(() => {
  if (methods.value === null && catalogue.value !== null) methods.value = new Set(catalogue.value.usual_estimators);
});

effect(() => {
  const open = project.value;
  // Logs that are gone are not used.
  const known = new Set(open?.logs.map((log) => log.source));
  const shown = selectedLog.peek();
  if (open !== null && shown !== null && !known.has(shown)) selectedLog.value = null;
  for (const chosen of [trainLogs, validationLogs, payloadLogs]) {
    const left = [...chosen.peek()].filter((source) => known.has(source));
    if (open !== null && left.length < chosen.peek().size) chosen.value = new Set(left);
  }
});

/** The identification request. */
export function identifyOptions(): IdentifyOptions {
  const numbers = parseGains(gains.peek());
  const alone = payloadAlone.peek();
  const payload = alone ? [] : [...payloadLogs.peek()];
  const held = {
    ...(payloadMass.peek() === null ? {} : { payload_mass: payloadMass.peek() ?? 0 }),
    ...(payloadLink.peek() === "" ? {} : { payload_link: payloadLink.peek() }),
  };
  const chosen = methods.peek() ?? new Set();
  // Settings of methods that are not run are not sent.
  const used = settings.peek().filter((entry) => chosen.has(entry.slice(0, entry.indexOf("."))));
  return {
    logs: [...trainLogs.peek()],
    ...(alone ? {} : { methods: [...(methods.peek() ?? [])] }),
    friction: friction.peek(),
    seed: seed.peek(),
    bootstrap: bootstrap.peek(),
    ...(validationLogs.peek().size > 0 ? { validate: [...validationLogs.peek()] } : {}),
    ...(cutoff.peek() === null ? {} : { cutoff: cutoff.peek() ?? 0 }),
    ...(Array.isArray(numbers) ? { gains: numbers } : {}),
    ...(alone ? { payload_alone: true, ...held } : {}),
    ...(payload.length === 0
      ? {}
      : {
          payload,
          ...held,
          ...(payloadCentre.peek() === null ? {} : { payload_centre: payloadCentre.peek() ?? [0, 0, 0] }),
        }),
    ...(couplings.peek().length > 0 ? { couplings: couplings.peek() } : {}),
    ...(inParts.peek() ? { in_parts: true } : {}),
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
  if ((methods.peek()?.size ?? 0) === 0 && !payloadAlone.peek())
    return showStatus("warn", "No method is selected.", "Select at least one method.");
  const typed = parseGains(gains.peek());
  if (typeof typed === "string")
    return showStatus("bad", `Drive gains: ${typed}`, "Give one number per joint, or none.");
  const card = await startRun({ kind: "identify", options: identifyOptions() });
  if (card !== null) updateView({ run: String(card.run) });
}
