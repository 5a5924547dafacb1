// What the last action said. A message belongs to an action and goes when the next one begins,
// or by itself when it was good news.
import { signal } from "@preact/signals";

/** A message. */
export interface Status {
  kind: "good" | "warn" | "bad" | "busy";
  text: string;
  hint?: string;
}

/** The message shown. */
export const status = signal<Status | null>(null);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something; good news goes by itself. */
export function say(kind: Status["kind"], text: string, hint?: string): void {
  clearTimeout(timer);
  status.value = hint === undefined ? { kind, text } : { kind, text, hint };
  if (kind === "good") timer = setTimeout(() => (status.value = null), 6000);
}

/** Takes the message away. */
export function hush(): void {
  clearTimeout(timer);
  status.value = null;
}
