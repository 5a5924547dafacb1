// Plot data as an accessible table with at most 200 evenly spaced rows.
import { formatNumber } from "../robot/format";
import { withUnit, type PlotData } from "./data";

const ROWS = 200;

/** Table of the visible range. */
export function DataTable({ plot, range }: { plot: PlotData; range: [number, number] | null }) {
  const lines = plot.lines.filter((line) => !line.hidden);
  const indices: number[] = [];
  for (let i = 0; i < plot.x.length; i++) {
    const x = plot.x[i] ?? NaN;
    if (range === null || (x >= range[0] && x <= range[1])) indices.push(i);
  }
  const stride = Math.max(1, Math.ceil(indices.length / ROWS));
  const rows = indices.filter((_, k) => k % stride === 0);
  return (
    <div class="plot-table" tabIndex={0} role="region" aria-label={`${plot.title} as a table`}>
      <table>
        {stride > 1 && (
          <caption>
            Every {stride}th of {indices.length} samples; the CSV export contains all.
          </caption>
        )}
        <thead>
          <tr>
            <th scope="col" class="number">
              {withUnit(plot.xLabel, plot.xUnit)}
            </th>
            {lines.map((line) => (
              <th key={line.label} scope="col" class="number">
                {withUnit(line.label, plot.yUnit)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((i) => (
            <tr key={i}>
              <th scope="row" class="number">
                {formatNumber(plot.x[i], 6)}
              </th>
              {lines.map((line) => (
                <td key={line.label} class="number">
                  {formatNumber(line.values[i], 6)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
