// A plot's numbers as a table: what a screen reader can walk through. At most 200 rows, evenly chosen.
import { plain } from "../robot/quantity";
import { withUnit, type PlotData } from "./data";

const ROWS = 200;

/** The visible part in rows. */
export function DataTable({ plot, range }: { plot: PlotData; range: [number, number] | null }) {
  const lines = plot.lines.filter((line) => !line.hidden);
  const indices: number[] = [];
  for (let i = 0; i < plot.x.length; i++) {
    const x = plot.x[i] ?? NaN;
    if (range === null || (x >= range[0] && x <= range[1])) indices.push(i);
  }
  const stride = Math.max(1, Math.ceil(indices.length / ROWS));
  const chosen = indices.filter((_, k) => k % stride === 0);
  return (
    <div class="plot-table" tabIndex={0} role="region" aria-label={`${plot.title} as a table`}>
      <table>
        {stride > 1 && (
          <caption>
            Every {stride}th of {indices.length} samples; the CSV has all.
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
          {chosen.map((i) => (
            <tr key={i}>
              <th scope="row" class="number">
                {plain(plot.x[i], 6)}
              </th>
              {lines.map((line) => (
                <td key={line.label} class="number">
                  {plain(line.values[i], 6)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
