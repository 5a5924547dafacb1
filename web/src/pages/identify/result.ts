// The identification document (`armlab identify --json`), as far as the page uses it.
import { formatEstimate, formatNumber } from "../../robot/format";

/** A parameter estimate. */
export interface Parameter {
  name: string;
  /** What the name stands for, if the name is short. */
  definition?: string;
  value: number;
  std: number | null;
  /** Ends of the 95 % interval. */
  lower: number | null;
  upper: number | null;
  unit: string;
  status: string;
}

/** What the base parameters are described to be, or are. */
export interface Reference {
  kind: "truth" | "description";
  values: number[];
}

/** A payload that was identified. */
export interface PayloadResult {
  link: string;
  mass: number;
  mass_std: number;
  mass_lower: number;
  mass_upper: number;
  centre: (number | null)[];
  centre_std: (number | null)[];
  centre_lower: (number | null)[];
  centre_upper: (number | null)[];
  /** Prediction errors without and with it (%). */
  without: number;
  with: number;
  notes: string[];
}

/** A drive gain. */
export interface GainResult {
  joint: string;
  value: number;
  std: number;
  lower: number | null;
  upper: number | null;
  given: boolean;
}

/** The direction of gravity. */
export interface GravityResult {
  vector: number[];
  std: number[];
  lower: number[];
  upper: number[];
  angle: number;
  angle_std: number;
}

/** Prediction errors (%). */
export interface Fit {
  joints: { rms: number; relative: number }[];
  relative: number;
}

/** Residual metrics of a joint. */
export interface Metrics {
  rmse: number;
  iae: number;
  ise: number;
  r2: number;
  peak: number;
}

/** Result of one method. */
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
  verdict: { status: "pass" | "limited" | "fail"; pass: boolean; reasons: string[] };
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
  reasons?: string[];
  trust?: { advice?: string[] };
  reference?: Reference | null;
  payload?: PayloadResult | null;
  gains?: GainResult[];
  gravity?: GravityResult | null;
}

/** The document, if `result` is one. */
export function identifyResult(result: unknown): IdentifyResult | null {
  const document = result as Partial<IdentifyResult> | null;
  // Documents of runs that follow a log have methods, too, but no base parameters.
  const has = (entry: Partial<MethodResult>) => Array.isArray(entry.base);
  return document !== null &&
    typeof document === "object" &&
    Array.isArray(document.methods) &&
    document.methods.every(has)
    ? (document as IdentifyResult)
    : null;
}

/** The document of a payload that was identified alone, if `result` is one. */
export function payloadResult(result: unknown): { payload: PayloadResult } | null {
  const document = result as { payload?: PayloadResult; methods?: unknown } | null;
  return document?.payload && document.methods === undefined ? { payload: document.payload } : null;
}

/** The methods that are done while others still run, in the form of the document. */
export function partialResult(done: readonly unknown[]): IdentifyResult | null {
  const methods = done.filter(
    (entry): entry is MethodResult =>
      entry !== null && typeof entry === "object" && Array.isArray((entry as MethodResult).base),
  );
  return methods.length === 0 ? null : { methods, recommended: null };
}

/** Sort keys of the comparison table. */
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
      return ["pass", "limited", "fail"].indexOf(entry.verdict.status);
  }
}

/** Sorted methods; missing values last, ties in original order. */
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

/** How a verdict is shown. */
export const VERDICTS = {
  pass: { look: "good", mark: "✓", word: "pass" },
  limited: { look: "warn", mark: "!", word: "limited" },
  fail: { look: "bad", mark: "✕", word: "fail" },
} as const;

/** The reason for a verdict, or the first reason. */
export function mainReason({ status, reasons }: MethodResult["verdict"]): string {
  const start = { pass: "prediction error", limited: "limited:", fail: "fails because" }[status];
  return reasons.find((reason) => reason.startsWith(start)) ?? reasons[0] ?? "";
}

/** Longest parameter name that is shown as it is. */
const LONGEST_NAME = 16;

/** Short name of a parameter: its name, or `b` and its number if that is a long combination. */
export function shortName(name: string, index: number): string {
  return name.length <= LONGEST_NAME ? name : `b${index + 1}`;
}

/** How an estimate differs from its described or true value. */
export function changeOf(parameter: Parameter, reference: number): { text: string; words: string; outside: boolean } {
  const change = parameter.value - reference;
  const { lower, upper } = parameter;
  const outside = lower !== null && upper !== null && (reference < lower || reference > upper);
  const size = Math.abs(reference);
  // A percentage of next to nothing says nothing.
  const relative = size > 1e-9 && size > 1e-6 * Math.abs(parameter.value);
  const sign = change > 0 ? "+" : "";
  const absolute = formatEstimate(change, parameter.std);
  const text = relative
    ? `${sign}${formatNumber((100 * change) / size, 3)} %`
    : `${Number(absolute) === 0 ? "" : sign}${absolute}`;
  const words = outside ? "outside the 95 % interval" : "within the 95 % interval, or there is none";
  return { text, words, outside };
}

/** Fit (%) as in system identification: 100 − prediction error. */
export function fitPercent(fit: Fit | null | undefined): number {
  return fit ? 100 - fit.relative : NaN;
}
