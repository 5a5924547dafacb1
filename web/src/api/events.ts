// The one stream of events. When it breaks, the page says so, asks again and again, and reads everything anew when
// the server is back: nothing is lost, since the server has everything.
import type { Told } from "../contract";
import { addressOf, connection, get } from "./client";
import type { Health } from "../contract";

const listeners = new Set<(told: Told) => void>();
let source: EventSource | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;
let delay = 500;

/** Hears of events; call the result to stop. */
export function onEvent(listener: (told: Told) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(event: MessageEvent<string>): void {
  try {
    const told = JSON.parse(event.data) as Told;
    for (const listener of listeners) listener(told);
  } catch {
    // an event that cannot be read is left out; the next answer of the server mends it
  }
}

/** Opens the stream, again if need be. */
export function openStream(): void {
  source?.close();
  clearTimeout(retry);
  source = new EventSource(addressOf("/events"));
  source.onmessage = read;
  // Servers may name events by their kind; the data is the same.
  for (const kind of ["hello", "run", "estimate", "method", "objective", "project", "files"])
    source.addEventListener(kind, read as EventListener);
  source.onopen = () => {
    delay = 500;
    connection.value = "ok";
  };
  source.onerror = () => {
    if (connection.peek() === "ok") connection.value = "lost";
    source?.close();
    retry = setTimeout(() => void tryAgain(), delay);
    delay = Math.min(delay * 1.6, 8000);
  };
}

/** Asks whether the server is back, and opens the stream if it is. */
export async function tryAgain(): Promise<void> {
  clearTimeout(retry);
  try {
    await get<Health>("/health");
    openStream();
  } catch {
    retry = setTimeout(() => void tryAgain(), delay);
    delay = Math.min(delay * 1.6, 8000);
  }
}
