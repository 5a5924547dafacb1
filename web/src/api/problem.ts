// Errors of the server: problem documents (RFC 9457) that say what, why, where and what to do next.

/** A refused or failed request, with the server's words. */
export class Problem extends Error {
  constructor(
    /** The short name of what went wrong. */
    readonly title: string,
    /** The details. */
    readonly detail: string,
    /** What to do next. */
    readonly hint: string,
    readonly status: number,
    /** The field or place it is about. */
    readonly field: string,
  ) {
    super(detail === "" ? title : detail);
    this.name = "Problem";
  }
}

/** Raised when the server does not answer at all. */
export class Unreachable extends Error {
  constructor() {
    super("the armlab server does not answer");
    this.name = "Unreachable";
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Reads a problem document; whatever else came is quoted as it is, shortened. */
export function problemFrom(status: number, body: string): Problem {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === "object" && parsed !== null) {
      const fields = parsed as Record<string, unknown>;
      return new Problem(text(fields["title"]) || `The server answered ${status}`, text(fields["detail"]), text(fields["hint"]), status, text(fields["field"]));
    }
  } catch {
    // not JSON: quoted below
  }
  return new Problem(`The server answered ${status}`, body.slice(0, 300), "", status, "");
}
