// Errors of the server: problem documents (RFC 9457) that say what, why, where and what to do next.
import type { Problem } from "../contract";

/** A refused or failed request, with the server's words. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(wordsOf(problem));
    this.name = "Refused";
  }
}

/** Raised when the server does not answer at all. */
export class Unreachable extends Error {
  constructor() {
    super("The armlab server does not answer.");
    this.name = "Unreachable";
  }
}

/** What is wrong and where, in one sentence. */
export function wordsOf(problem: Problem): string {
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

/** Reads a problem document; whatever else came is quoted as it is, shortened. */
export function problemFrom(status: number, body: string): Problem {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) {
      const fields = parsed as Problem;
      return {
        ...fields,
        title: text(fields.title) || `The server answered ${status}`,
        detail: text(fields.detail),
        hint: text(fields.hint),
        status,
      };
    }
  } catch {
    // not JSON: quoted below
  }
  return { type: "about:blank", title: `The server answered ${status}`, detail: body.slice(0, 300), hint: "", status };
}
