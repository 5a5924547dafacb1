// What the address says about the view: `#/page/part?t=2.49&joints=1,3&zoom=0.5,4`.
// The server owns the project; the address owns the view, so a copied link shows what was seen.

/** The pages, in the order of the rail. */
export const PAGES = ["start", "model", "motion", "kinematics", "simulate", "identify", "validate", "report"] as const;

/** One of the pages. */
export type Page = (typeof PAGES)[number];

/** A parsed address. */
export interface Route {
  page: Page;
  /** What follows the page, e.g. a run's name. */
  rest: string[];
  parameters: Record<string, string>;
}

function isPage(name: string): name is Page {
  return (PAGES as readonly string[]).includes(name);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % in a typed address is no reason to show nothing
  }
}

/** Reads the part of an address from `#` on; anything unknown leads to the start page. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#\/?/, "");
  const mark = text.indexOf("?");
  const path = mark < 0 ? text : text.slice(0, mark);
  const query = mark < 0 ? "" : text.slice(mark + 1);
  const [first = "", ...rest] = path
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  const parameters: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(query)) parameters[key] = value;
  return { page: isPage(first) ? first : "start", rest: isPage(first) ? rest : [], parameters };
}

/** The address of a route; parameters in alphabetical order, empty ones left out. */
export function formatRoute(route: Route): string {
  const path = [route.page, ...route.rest].map(encodeURIComponent).join("/");
  const query = Object.keys(route.parameters)
    .sort()
    .filter((key) => route.parameters[key] !== "")
    .map(
      (key) => `${encodeURIComponent(key)}=${encodeURIComponent(route.parameters[key] ?? "").replaceAll("%2C", ",")}`,
    )
    .join("&");
  return query === "" ? `#/${path}` : `#/${path}?${query}`;
}

/** `"0.5,4"` as a range with its ends in order, or nothing. */
export function parseRange(text: string | undefined): [number, number] | null {
  if (text === undefined) return null;
  const parts = text.split(",").map(Number);
  const [from, to] = parts;
  if (parts.length !== 2 || from === undefined || to === undefined) return null;
  if (!Number.isFinite(from) || !Number.isFinite(to) || from >= to) return null;
  return [from, to];
}
