// The URL fragment holds the view: `#/page/part?t=2.49&joints=1,3&zoom=0.5,4`.
// The server stores the project; the URL stores the view, so a copied link restores it.
import { isPage, type Page } from "./pages";

/** A parsed URL fragment. */
export interface Route {
  page: Page;
  /** Path segments after the page. */
  rest: string[];
  parameters: Record<string, string>;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // malformed percent-encoding: use the text as it is
  }
}

/** Parses a URL fragment; an unknown page becomes the start page. */
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

/** The URL fragment of a route; parameters sorted, empty ones omitted. */
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

/** Parses `"0.5,4"` as an increasing range; `null` if invalid. */
export function parseRange(text: string | undefined): [number, number] | null {
  if (text === undefined) return null;
  const parts = text.split(",").map(Number);
  const [from, to] = parts;
  if (parts.length !== 2 || from === undefined || to === undefined) return null;
  if (!Number.isFinite(from) || !Number.isFinite(to) || from >= to) return null;
  return [from, to];
}
