// The document of an identification, the command line's `--json`, as far as the page reads it.

/** A parameter with its error. */
export interface Parameter {
  name: string;
  value: number;
  std: number | null;
  unit: string;
  status: string;
}

/** Errors of a prediction. */
export interface Fit {
  joints: { rms: number; relative: number }[];
  relative: number;
}

/** Indexes of a joint's residual. */
export interface Metrics {
  rmse: number;
  iae: number;
  ise: number;
  r2: number;
  peak: number;
}

/** What one method found. */
export interface MethodResult {
  method: string;
  parameters: Parameter[];
  base: Parameter[];
  rank: number;
  condition: number;
  physical?: { consistent: boolean; worst_link?: string };
  fit: Fit;
  validation?: Fit | null;
  metrics?: Metrics[];
  whiteness?: { white: boolean; outside: number }[];
  verdict: { pass: boolean; reasons: string[] };
  notes?: string[];
  seconds: number;
}

/** The whole document. */
export interface IdentifyResult {
  methods: MethodResult[];
  recommended: string | null;
  recommendation?: string;
  notes?: string[];
  choices?: string[];
  trust?: { advice?: string[] };
}

/** The document, if it is one. */
export function identifyResult(result: unknown): IdentifyResult | null {
  const document = result as Partial<IdentifyResult> | null;
  return document !== null && typeof document === "object" && Array.isArray(document.methods)
    ? (document as IdentifyResult)
    : null;
}

/** How the table may be sorted. */
export type RankKey = "method" | "validation" | "fit" | "condition" | "seconds" | "verdict";

function key(entry: MethodResult, by: RankKey): number | string {
  switch (by) {
    case "method":
      return entry.method;
    case "validation":
      return entry.validation?.relative ?? Infinity;
    case "fit":
      return entry.fit.relative;
    case "condition":
      return entry.condition;
    case "seconds":
      return entry.seconds;
    case "verdict":
      return entry.verdict.pass ? 0 : 1;
  }
}

/** Methods in order; what cannot be compared goes last, equal ones keep their order. */
export function ranked(methods: readonly MethodResult[], by: RankKey, descending: boolean): MethodResult[] {
  const sign = descending ? -1 : 1;
  return methods
    .map((entry, k) => ({ entry, k }))
    .sort((a, b) => {
      const [x, y] = [key(a.entry, by), key(b.entry, by)];
      if (typeof x === "string" || typeof y === "string") return sign * String(x).localeCompare(String(y)) || a.k - b.k;
      if (Number.isNaN(x) || Number.isNaN(y)) return (Number.isNaN(x) ? 1 : 0) - (Number.isNaN(y) ? 1 : 0) || a.k - b.k;
      return (x === y ? 0 : sign * (x - y)) || a.k - b.k;
    })
    .map(({ entry }) => entry);
}

/** Fit in percent as people of system identification say it: 100 − the part that is not predicted. */
export function fitPercent(fit: Fit | null | undefined): number {
  return fit ? 100 - fit.relative : NaN;
}
