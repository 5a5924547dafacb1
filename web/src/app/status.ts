// Status message of the last action. Success messages disappear by themselves.
import { signal } from "@preact/signals";

/** A status message. */
export interface Status {
  kind: "good" | "warn" | "bad" | "busy";
  text: string;
  hint?: string;
}

/** The current message. */
export const status = signal<Status | null>(null);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message; success messages disappear after 6 s. */
export function showStatus(kind: Status["kind"], text: string, hint?: string): void {
  clearTimeout(timer);
  status.value = hint === undefined ? { kind, text } : { kind, text, hint };
  if (kind === "good") timer = setTimeout(() => (status.value = null), 6000);
}

/** Clears the message. */
export function clearStatus(): void {
  clearTimeout(timer);
  status.value = null;
}
