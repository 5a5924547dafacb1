// Server-sent events. When the connection drops, the page retries with increasing delay and reloads its state after
// reconnecting.
import type { EventMessage } from "../contract";
import { apiUrl, connection, get } from "./client";
import type { Health } from "../contract";

const listeners = new Set<(message: EventMessage) => void>();
let source: EventSource | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;
let delay = 500;

/** Subscribes to events; the returned function unsubscribes. */
export function onEvent(listener: (message: EventMessage) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(event: MessageEvent<string>): void {
  try {
    const message = JSON.parse(event.data) as EventMessage;
    for (const listener of listeners) listener(message);
  } catch {
    // a malformed event is ignored; the next response restores the state
  }
}

/** Opens (or reopens) the event stream. */
export function openEventStream(): void {
  source?.close();
  clearTimeout(retry);
  source = new EventSource(apiUrl("/events"));
  source.onmessage = read;
  // Events may be named by their kind; the data is the same.
  for (const kind of ["hello", "run", "estimate", "method", "objective", "project", "files"])
    source.addEventListener(kind, read as EventListener);
  source.onopen = () => {
    delay = 500;
    connection.value = "ok";
  };
  source.onerror = () => {
    if (connection.peek() === "ok") connection.value = "lost";
    source?.close();
    retry = setTimeout(() => void reconnect(), delay);
    delay = Math.min(delay * 1.6, 8000);
  };
}

/** Reopens the stream if the server answers; retries later otherwise. */
export async function reconnect(): Promise<void> {
  clearTimeout(retry);
  try {
    await get<Health>("/health");
    openEventStream();
  } catch {
    retry = setTimeout(() => void reconnect(), delay);
    delay = Math.min(delay * 1.6, 8000);
  }
}
