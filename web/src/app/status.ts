// Status message of the last action. Success messages disappear by themselves.
import { signal } from "@preact/signals";

/** A status message. */
export interface Status {
  kind: "good" | "warn" | "bad" | "busy";
  text: string;
  hint?: string;
  /** What the user can do about it, such as undo. */
  action?: { label: string; run: () => void };
}

/** The current message. */
export const status = signal<Status | null>(null);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message; success messages disappear after 6 s, those with an action after 20 s. */
export function showStatus(kind: Status["kind"], text: string, hint?: string, action?: Status["action"]): void {
  clearTimeout(timer);
  status.value = { kind, text, ...(hint === undefined ? {} : { hint }), ...(action === undefined ? {} : { action }) };
  if (kind === "good") timer = setTimeout(() => (status.value = null), action ? 20_000 : 6000);
}

/** Clears the message. */
export function clearStatus(): void {
  clearTimeout(timer);
  status.value = null;
}
