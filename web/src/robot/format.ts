// Number formatting and parsing. Units are in units.ts.

/** A number with `digits` significant digits and no trailing zeros; scientific below 1e-4 and from 1e6. */
export function formatNumber(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  // As rounded: 0.000099999999 is 0.0001.
  const size = Math.abs(Number(value.toPrecision(digits)));
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa = "", exponent = ""] = value.toExponential(digits - 1).split("e");
    return `${trim(mantissa)}e${exponent.replace("+", "")}`.replace("-", "−").replace("e-", "e−");
  }
  return trim(value.toPrecision(digits).includes("e") ? String(Math.round(value)) : value.toPrecision(digits)).replace(
    "-",
    "−",
  );
}

/** Zero for a value that is only a rounding error beside `scale`, the largest magnitude of its series or tensor. */
export function withoutRoundingError(value: number, scale: number): number {
  return Math.abs(value) < 1e-9 * scale ? 0 : value;
}

/** A number of a series whose largest magnitude is `scale`; rounding errors are shown as 0. */
export function formatAtScale(value: number | null | undefined, scale: number, digits = 5): string {
  return formatNumber(typeof value === "number" ? withoutRoundingError(value, scale) : value, digits);
}

/** An estimate rounded to the second significant digit of its standard deviation, at most six digits of its own. */
export function formatEstimate(value: number, std: number | null): string {
  if (std === null || !(std > 0) || !Number.isFinite(std) || !Number.isFinite(value)) return formatNumber(value, 6);
  const decimals = 1 - Math.floor(Math.log10(std));
  const digits = Math.floor(Math.log10(Math.abs(value) || std)) + decimals + 1;
  if (digits > 6) return formatNumber(value, 6);
  if (decimals > 6) return formatNumber(Number(value.toFixed(Math.min(decimals, 100))), 6);
  return decimals >= 0
    ? formatFixed(value, decimals)
    : formatFixed(Math.round(value * 10 ** decimals) / 10 ** decimals, 0);
}

/** An end of an interval, to the second significant digit of the standard deviation. */
export function formatBound(value: number, std: number | null): string {
  if (std === null || !(std > 0) || !Number.isFinite(std) || !Number.isFinite(value)) return formatNumber(value, 6);
  const decimals = 1 - Math.floor(Math.log10(std));
  return decimals > 12 || Math.abs(value) < 1e-4 ? formatNumber(value, 4) : formatFixed(value, Math.max(0, decimals));
}

function trim(text: string): string {
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

/** A number with a fixed number of decimals, without "-0.00". */
export function formatFixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

/** Parses user input; accepts a decimal comma and the Unicode minus sign; `null` if invalid. */
export function parseNumber(text: string): number | null {
  const cleaned = text
    .trim()
    .replace("−", "-")
    .replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (cleaned === "" || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cleaned)) return null;
  const value = Number(cleaned);
  return Number.isFinite(value) ? value : null;
}

/** A duration: `350 µs`, `12.3 ms`, `4.21 s`, `3 min 20 s`. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 1e-3) return `${formatNumber(seconds * 1e6, 3)} µs`;
  if (seconds < 1) return `${formatNumber(seconds * 1e3, 3)} ms`;
  if (seconds < 90) return `${formatNumber(seconds, 3)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
