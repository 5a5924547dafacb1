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

/** Range of the visible lines and bands within [from, to]. */
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
  if (plot.logarithmic)
    return low === high ? [low / 2, high * 2] : [low * (low / high) ** 0.05, high * (high / low) ** 0.05];
  if (low === high) return [low - (Math.abs(low) * 0.1 || 1), high + (Math.abs(high) * 0.1 || 1)];
  const margin = (high - low) * 0.05;
  return [low - margin, high + margin];
}
