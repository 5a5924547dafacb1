// Plot data, used by the on-screen chart and by the CSV, PNG and SVG exports.

/** One line of a plot. */
export interface Line {
  label: string;
  /** Values at `PlotData.x`; NaN and null are gaps. */
  values: ArrayLike<number | null>;
  /** Style index: colour, dash and marker. */
  style: number;
  /** Uncertainty band. */
  band?: { low: ArrayLike<number | null>; high: ArrayLike<number | null> };
  hidden?: boolean;
  /** Thin and pale, for comparison. */
  pale?: boolean;
  /** What the values must not leave, drawn as level lines. */
  limits?: { low: number | null; high: number | null };
}

/** A plot. */
export interface PlotData {
  title: string;
  x: ArrayLike<number>;
  xLabel: string;
  xUnit: string;
  yLabel: string;
  yUnit: string;
  lines: Line[];
  /** Logarithmic y axis. */
  logarithmic?: boolean;
  /** Excludes the first 5 % of the x range from y scaling, for example the start-up of a filter. */
  ignoreTransient?: boolean;
}

/** `position (rad)`, or the label alone without a unit. */
export function withUnit(label: string, unit: string): string {
  return unit === "" ? label : `${label} (${unit})`;
}

/** Largest finite magnitude of a line. */
export function largestMagnitude(values: ArrayLike<number | null>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i] ?? 0);
    if (Number.isFinite(size) && size > largest) largest = size;
  }
  return largest;
}

/** Limits of the visible lines, each once: the value, and the first line that has it. */
export function limitsOf(plot: PlotData): { at: number; line: Line }[] {
  const found = new Map<number, Line>();
  for (const line of plot.lines)
    for (const at of line.hidden ? [] : [line.limits?.low, line.limits?.high])
      if (typeof at === "number" && Number.isFinite(at) && !found.has(at)) found.set(at, line);
  return [...found].map(([at, line]) => ({ at, line }));
}

/** Whether a line leaves its limits by more than rounding. */
export function leavesLimits(line: Line): boolean {
  const { low, high } = line.limits ?? { low: null, high: null };
  const slack = 1e-9 * Math.max(1e-9, Math.abs(low ?? 0), Math.abs(high ?? 0));
  for (let i = 0; i < line.values.length; i++) {
    const value = line.values[i];
    if (typeof value !== "number") continue;
    if ((low !== null && value < low - slack) || (high !== null && value > high + slack)) return true;
  }
  return false;
}

/** Range of the visible lines and bands within [from, to], and of limits that are near enough to be shown with them. */
export function extent(plot: PlotData, from: number, to: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  const see = (value: number | null | undefined) => {
    if (value === null || value === undefined || !Number.isFinite(value)) return;
    if (plot.logarithmic && value <= 0) return;
    if (value < low) low = value;
    if (value > high) high = value;
  };
  const first = plot.ignoreTransient ? from + 0.05 * (to - from) : from;
  for (let i = 0; i < plot.x.length; i++) {
    const x = plot.x[i] ?? NaN;
    if (x < first || x > to) continue;
    for (const line of plot.lines) {
      if (line.hidden) continue;
      see(line.values[i]);
      if (line.band) {
        see(line.band.low[i]);
        see(line.band.high[i]);
      }
    }
  }
  if (low > high) return [0, 1];
  const [least, most] = [low, high];
  for (const { at } of limitsOf(plot)) if (at > least - (most - least) && at < most + (most - least)) see(at);
  if (plot.logarithmic)
    return low === high ? [low / 2, high * 2] : [low * (low / high) ** 0.05, high * (high / low) ** 0.05];
  if (low === high) return [low - (Math.abs(low) * 0.1 || 1), high + (Math.abs(high) * 0.1 || 1)];
  const margin = (high - low) * 0.05;
  return [low - margin, high + margin];
}
