// What a plot shows, whoever draws it: uPlot on the screen, the writers of CSV, PNG and SVG.

/** One line of a plot. */
export interface Line {
  label: string;
  /** Values at the plot's abscissae; NaN and null are gaps. */
  values: ArrayLike<number | null>;
  /** Number that decides colour, dash and marker. */
  style: number;
  /** Lower and upper edge of a band around the line. */
  band?: { low: ArrayLike<number | null>; high: ArrayLike<number | null> };
  hidden?: boolean;
  /** Drawn thin and pale: something to compare with. */
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
  /** Logarithmic ordinate, e.g. for errors. */
  logarithmic?: boolean;
  /** Whether the first twentieth does not count for the ordinate's range: filters start far off. */
  settles?: boolean;
}

/** `position (rad)`, or the bare name where there is no unit. */
export function withUnit(label: string, unit: string): string {
  return unit === "" ? label : `${label} (${unit})`;
}

/** The smallest and largest finite value of visible lines (bands included) within [from, to]. */
export function extent(plot: PlotData, from: number, to: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  const see = (value: number | null | undefined) => {
    if (value === null || value === undefined || !Number.isFinite(value)) return;
    if (plot.logarithmic && value <= 0) return;
    if (value < low) low = value;
    if (value > high) high = value;
  };
  const first = plot.settles ? from + 0.05 * (to - from) : from;
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
