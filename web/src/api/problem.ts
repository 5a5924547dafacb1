// Server errors: problem documents (RFC 9457) with detail, location and hint.
import type { Problem } from "../contract";

/** A rejected or failed request. */
export class RequestError extends Error {
  constructor(readonly problem: Problem) {
    super(problemText(problem));
    this.name = "RequestError";
  }
}

/** The server did not respond. */
export class ServerUnreachable extends Error {
  constructor() {
    super("The armlab server does not respond.");
    this.name = "ServerUnreachable";
  }
}

/** Error text with its location. */
export function problemText(problem: Problem): string {
  const where =
    problem.file === undefined
      ? ""
      : `${problem.file}${problem.line === undefined ? "" : `, line ${problem.line}`}${problem.column === undefined ? "" : `, column ${problem.column}`}: `;
  const what = problem.detail === "" ? problem.title : problem.detail;
  return what.startsWith(where) || what.includes(where.replace(/: $/, "")) ? what : where + what;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Parses a problem document; any other body is quoted, shortened. */
export function problemFrom(status: number, body: string): Problem {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) {
      const fields = parsed as Problem;
      return {
        ...fields,
        title: text(fields.title) || `Server error ${status}`,
        detail: text(fields.detail),
        hint: text(fields.hint),
        status,
      };
    }
  } catch {
    // not JSON: quoted below
  }
  return { type: "about:blank", title: `Server error ${status}`, detail: body.slice(0, 300), hint: "", status };
}
