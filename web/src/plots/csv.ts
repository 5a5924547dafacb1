// CSV export (RFC 4180) of the visible range; units in the header, full precision.
import { withUnit, type PlotData } from "./data";

function cell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function number(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? "" : String(value);
}

/** One row per sample within [from, to]; one column per visible line, two more for a band. */
export function plotAsCsv(plot: PlotData, from = -Infinity, to = Infinity): string {
  const lines = plot.lines.filter((line) => !line.hidden);
  const header = [cell(withUnit(plot.xLabel, plot.xUnit))];
  for (const line of lines) {
    header.push(cell(withUnit(line.label, plot.yUnit)));
    if (line.band)
      header.push(cell(`${withUnit(line.label, plot.yUnit)} low`), cell(`${withUnit(line.label, plot.yUnit)} high`));
  }
  const rows = [header.join(",")];
  for (let i = 0; i < plot.x.length; i++) {
    const x = plot.x[i] ?? NaN;
    if (!(x >= from && x <= to)) continue;
    const row = [number(x)];
    for (const line of lines) {
      row.push(number(line.values[i]));
      if (line.band) row.push(number(line.band.low[i]), number(line.band.high[i]));
    }
    rows.push(row.join(","));
  }
  return rows.join("\r\n") + "\r\n";
}
