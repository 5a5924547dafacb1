// Numbers as people read them: SI inside, degrees and millimetres where a person looks.

const DEGREE = Math.PI / 180;

/** How a joint's coordinate is shown: degrees for turning joints, millimetres for sliding ones. */
export interface Display {
  unit: string;
  /** Shown = inside · factor. */
  factor: number;
  digits: number;
}

/** The display of a joint's coordinate. */
export function displayOf(kind: string): Display {
  return kind === "prismatic" ? { unit: "mm", factor: 1000, digits: 2 } : { unit: "°", factor: 1 / DEGREE, digits: 2 };
}

/** A number with `digits` significant digits, without a tail of zeros; plain where it stays short. */
export function plain(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa = "", exponent = ""] = value.toExponential(digits - 1).split("e");
    return `${trim(mantissa)}e${exponent.replace("+", "")}`.replace("-", "−").replace("e-", "e−");
  }
  return trim(value.toPrecision(digits).includes("e") ? String(Math.round(value)) : value.toPrecision(digits)).replace(
    "-",
    "−",
  );
}

function trim(text: string): string {
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

/** A number with a fixed count of decimals, without "-0.00". */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

/** Reads what a person types: `1,5` and `1.5` alike, and a real minus sign; nothing if it is no number. */
export function readNumber(text: string): number | null {
  const cleaned = text
    .trim()
    .replace("−", "-")
    .replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (cleaned === "" || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cleaned)) return null;
  const value = Number(cleaned);
  return Number.isFinite(value) ? value : null;
}

/** A length of time: `350 µs`, `12.3 ms`, `4.21 s`, `3 min 20 s`. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 1e-3) return `${plain(seconds * 1e6, 3)} µs`;
  if (seconds < 1) return `${plain(seconds * 1e3, 3)} ms`;
  if (seconds < 90) return `${plain(seconds, 3)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
