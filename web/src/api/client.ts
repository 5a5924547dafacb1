// Requests to the server. The session is in a cookie that the printed address set, so nothing is sent along.
import { signal } from "@preact/signals";
import { problemFrom, Refused, Unreachable } from "./problem";

const BASE = "/api/v1";

/** Whether the server answers; `denied` when it does, but not to this page. */
export const connection = signal<"ok" | "lost" | "denied">("ok");

/** How many changes are on their way. */
export const underWay = signal(0);

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
    throw new Unreachable();
  }
  connection.value = response.status === 401 ? "denied" : "ok";
  if (!response.ok) throw new Refused(problemFrom(response.status, await response.text()));
  return response;
}

async function answer<T>(path: string, options: Options): Promise<T> {
  const response = await send(path, options);
  return (response.status === 204 ? null : await response.json()) as T;
}

async function change<T>(path: string, options: Options): Promise<T> {
  underWay.value += 1;
  try {
    return await answer<T>(path, options);
  } finally {
    underWay.value -= 1;
  }
}

/** Reads something. */
export function get<T>(path: string): Promise<T> {
  return answer<T>(path, {});
}

/** Asks a question that changes nothing. */
export function ask<T>(path: string, json: unknown): Promise<T> {
  return answer<T>(path, { method: "POST", json });
}

/** Changes something; `revision` refuses the change if somebody was faster. */
export function post<T>(path: string, json: unknown, revision?: number): Promise<T> {
  return change<T>(path, { method: "POST", json, ...(revision === undefined ? {} : { revision }) });
}

/** Replaces something. */
export function put<T>(path: string, json: unknown, revision?: number): Promise<T> {
  return change<T>(path, { method: "PUT", json, ...(revision === undefined ? {} : { revision }) });
}

/** Changes parts of something. */
export function patch<T>(path: string, json: unknown, revision: number): Promise<T> {
  return change<T>(path, { method: "PATCH", json, revision });
}

/** Takes something away. */
export function remove<T>(path: string): Promise<T> {
  return change<T>(path, { method: "DELETE" });
}

/** Sends a file. */
export function upload<T>(path: string, bytes: Blob): Promise<T> {
  return change<T>(path, { method: "POST", bytes });
}

/** The address of a file of the server, for links and downloads. */
export function addressOf(path: string): string {
  return BASE + path;
}

/** A query string from what is given. */
export function query(parameters: Record<string, string | number | boolean | undefined>): string {
  const parts = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
