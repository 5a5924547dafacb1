// The address bar and the view as signals. Moving to a page makes a step in the browser's history;
// moving the cursor only rewrites the address.
import { computed, signal } from "@preact/signals";
import { formatRoute, parseRoute, type Page, type Route } from "./route";

/** Where we are. */
export const route = signal<Route>(parseRoute(location.hash));

/** The page shown. */
export const page = computed(() => route.value.page);

addEventListener("hashchange", () => {
  const next = parseRoute(location.hash);
  if (formatRoute(next) !== formatRoute(route.peek())) route.value = next;
});

/** The address of a page that keeps what should survive a change of page. */
export function hrefOf(target: Page, rest: string[] = [], parameters: Record<string, string> = {}): string {
  const project = route.value.parameters["project"];
  return formatRoute({ page: target, rest, parameters: project ? { project, ...parameters } : parameters });
}

/** Goes to a page. */
export function go(target: Page, rest: string[] = [], parameters: Record<string, string> = {}): void {
  location.hash = hrefOf(target, rest, parameters);
}

/** Changes parameters of the view in place; `null` takes one away. */
export function updateView(changes: Record<string, string | null>): void {
  const current = route.peek();
  const parameters = { ...current.parameters };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete parameters[key];
    else parameters[key] = value;
  }
  const next = { ...current, parameters };
  const address = formatRoute(next);
  if (address === formatRoute(current)) return;
  history.replaceState(history.state, "", address);
  route.value = next;
}
