// One event stream for all tabs of a browser: the tab that holds a lock listens to the server and passes events on. A
// browser opens six connections to a host; a stream for every tab would leave none for requests.

const NAME = "armlab-studio-events";

/** Runs `lead` in one tab at a time, for as long as that tab is open; without locks in every tab. */
export function leadOneTab(lead: () => void): void {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return lead();
  // The next tab takes over when this one is closed.
  void locks.request(NAME, () => {
    lead();
    return new Promise<void>(() => undefined);
  });
}

/** A channel to the other tabs; `null` where there is none. */
export function tabChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);
}
