// The URL as signals. Changing the page adds a history entry; changing view parameters replaces the current one.
import { computed, signal } from "@preact/signals";
import type { Page } from "./pages";
import { formatRoute, parseRoute, type Route } from "./route";

/** The current route. */
export const route = signal<Route>(parseRoute(location.hash));

/** The current page. */
export const page = computed(() => route.value.page);

function follow(): void {
  const next = parseRoute(location.hash);
  if (formatRoute(next) !== formatRoute(route.peek())) route.value = next;
}

addEventListener("hashchange", follow);

/** URL of a page; keeps the open project. */
export function hrefOf(target: Page, rest: string[] = [], parameters: Record<string, string> = {}): string {
  const project = route.value.parameters["project"];
  return formatRoute({ page: target, rest, parameters: project ? { project, ...parameters } : parameters });
}

/** Navigates to a page. */
export function go(target: Page, rest: string[] = [], parameters: Record<string, string> = {}): void {
  location.hash = hrefOf(target, rest, parameters);
  follow();
}

/** Changes view parameters without a history entry; `null` removes one. */
export function updateView(changes: Record<string, string | null>): void {
  // Of the address, not of the signal: a page may have been opened whose event is still to come.
  const current = parseRoute(location.hash);
  const parameters = { ...current.parameters };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete parameters[key];
    else parameters[key] = value;
  }
  const next = { ...current, parameters };
  const address = formatRoute(next);
  if (address === formatRoute(current)) return follow();
  history.replaceState(history.state, "", address);
  route.value = next;
}
