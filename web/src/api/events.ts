// Server-sent events, shared by all tabs. When the connection drops, the listening tab retries with increasing delay and
// every tab reloads its state after reconnecting.
import type { EventMessage, Health } from "../contract";
import { apiUrl, connection, get } from "./client";
import { leadOneTab, tabChannel } from "./shared";

const listeners = new Set<(message: EventMessage) => void>();
let source: EventSource | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;
let delay = 500;
let leading = false;
const channel = tabChannel();

/** Subscribes to events; the returned function unsubscribes. */
export function onEvent(listener: (message: EventMessage) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(message: EventMessage): void {
  for (const listener of listeners) listener(message);
}

function setConnection(state: "ok" | "lost"): void {
  if (state === "ok" || connection.peek() === "ok") connection.value = state;
}

function read(event: MessageEvent<string>): void {
  try {
    const message = JSON.parse(event.data) as EventMessage;
    channel?.postMessage({ message });
    tell(message);
  } catch {
    // a malformed event is ignored; the next response restores the state
  }
}

if (channel)
  channel.onmessage = ({ data }: MessageEvent<{ message?: EventMessage; state?: "ok" | "lost" }>) => {
    if (leading) return;
    if (data.message) tell(data.message);
    if (data.state) setConnection(data.state);
  };

function changed(state: "ok" | "lost"): void {
  setConnection(state);
  channel?.postMessage({ state });
}

function listen(): void {
  leading = true;
  source?.close();
  clearTimeout(retry);
  source = new EventSource(apiUrl("/events"));
  source.onmessage = read;
  source.onopen = () => {
    delay = 500;
    changed("ok");
  };
  source.onerror = () => {
    changed("lost");
    source?.close();
    retry = setTimeout(() => void reconnect(), delay);
    delay = Math.min(delay * 1.6, 8000);
  };
}

/** Opens the event stream, or listens to the tab that has it. */
export function openEventStream(): void {
  leadOneTab(listen);
}

/** Reopens the stream if the server answers; retries later otherwise. */
export async function reconnect(): Promise<void> {
  clearTimeout(retry);
  try {
    await get<Health>("/health");
    if (leading) listen();
  } catch {
    retry = setTimeout(() => void reconnect(), delay);
    delay = Math.min(delay * 1.6, 8000);
  }
}
