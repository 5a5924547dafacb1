// HTTP requests to the server. The session cookie was set by the URL that the server printed.
import { signal } from "@preact/signals";
import { problemFrom, RequestError, ServerUnreachable } from "./problem";

const BASE = "/api/v1";

/** Connection state; `denied` means that the server rejected the session. */
export const connection = signal<"ok" | "lost" | "denied">("ok");

/** Number of write requests in progress. */
export const pendingChanges = signal(0);

interface Options {
  method?: string;
  json?: unknown;
  bytes?: Blob;
  revision?: number;
}

async function send(path: string, options: Options): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  let body: BodyInit | undefined;
  if (options.json !== undefined) {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(options.json);
  } else if (options.bytes !== undefined) {
    headers["Content-Type"] = "application/octet-stream";
    body = options.bytes;
  }
  if (options.revision !== undefined) headers["If-Match"] = `"${options.revision}"`;
  let response: Response;
  try {
    response = await fetch(BASE + path, {
      method: options.method ?? "GET",
      headers,
      ...(body === undefined ? {} : { body }),
      credentials: "same-origin",
    });
  } catch {
    connection.value = "lost";
    throw new ServerUnreachable();
  }
  connection.value = response.status === 401 ? "denied" : "ok";
  if (!response.ok) throw new RequestError(problemFrom(response.status, await response.text()));
  return response;
}

async function requestJson<T>(path: string, options: Options): Promise<T> {
  const response = await send(path, options);
  return (response.status === 204 ? null : await response.json()) as T;
}

async function write<T>(path: string, options: Options): Promise<T> {
  pendingChanges.value += 1;
  try {
    return await requestJson<T>(path, options);
  } finally {
    pendingChanges.value -= 1;
  }
}

/** GET. */
export function get<T>(path: string): Promise<T> {
  return requestJson<T>(path, {});
}

/** POST that computes a result and changes nothing. */
export function compute<T>(path: string, json: unknown): Promise<T> {
  return requestJson<T>(path, { method: "POST", json });
}

/** POST; with `revision` the server rejects the change if the project has changed since. */
export function post<T>(path: string, json: unknown, revision?: number): Promise<T> {
  return write<T>(path, { method: "POST", json, ...(revision === undefined ? {} : { revision }) });
}

/** PUT. */
export function put<T>(path: string, json: unknown, revision?: number): Promise<T> {
  return write<T>(path, { method: "PUT", json, ...(revision === undefined ? {} : { revision }) });
}

/** PATCH. */
export function patch<T>(path: string, json: unknown, revision: number): Promise<T> {
  return write<T>(path, { method: "PATCH", json, revision });
}

/** DELETE. */
export function remove<T>(path: string): Promise<T> {
  return write<T>(path, { method: "DELETE" });
}

/** Uploads a file. */
export function upload<T>(path: string, bytes: Blob): Promise<T> {
  return write<T>(path, { method: "POST", bytes });
}

/** URL of a server file, for links and downloads. */
export function apiUrl(path: string): string {
  return BASE + path;
}

/** Query string of the defined parameters. */
export function queryString(parameters: Record<string, string | number | boolean | undefined>): string {
  const parts = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
