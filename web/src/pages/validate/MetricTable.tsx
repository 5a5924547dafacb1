// Indexes per joint and method: on unseen data where there are any, else on the data that was learnt from.
import { fixed, plain } from "../../robot/quantity";
import { project } from "../../state/project";
import { fitPercent, type IdentifyResult } from "../identify/result";
import { switchedOff } from "./efforts";

/** The table. */
export function MetricTable({ result }: { result: IdentifyResult }) {
  const model = project.value?.model;
  const joints = (model?.driven ?? []).map((index) => model?.joints[index]);
  const shown = result.methods.filter((entry) => !switchedOff.value.has(entry.method));
  const unseen = shown.some((entry) => entry.validation);
  return (
    <section class="card stack" aria-labelledby="metrics-title">
      <h2 id="metrics-title">Indexes per joint</h2>
      {!unseen && (
        <p class="message warn">
          ! These are on the data that was learnt from, which flatters. Tick a log to prove on when you identify, or
          judge an estimate on another log here.
        </p>
      )}
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Indexes per joint and method">
        <table id="metrics">
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col">Joint</th>
              <th scope="col" class="number">
                Fit (%)
              </th>
              <th scope="col" class="number">
                RMSE
              </th>
              <th scope="col" class="number">
                IAE
              </th>
              <th scope="col" class="number">
                ISE
              </th>
              <th scope="col" class="number">
                R²
              </th>
              <th scope="col" class="number">
                Peak
              </th>
              <th scope="col">Residual white</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) =>
              joints.map((joint, k) => {
                const metrics = entry.metrics?.[k];
                const fit = entry.validation ?? entry.fit;
                return (
                  <tr key={`${entry.method} ${k}`} data-method={entry.method} data-joint={k + 1}>
                    <th scope="row">{entry.method}</th>
                    <td>{joint?.name}</td>
                    <td class="number">{fixed(100 - (fit.joints[k]?.relative ?? NaN), 3)}</td>
                    <td class="number" data-value={metrics?.rmse}>
                      {plain(metrics?.rmse, 4)}
                    </td>
                    <td class="number" data-value={metrics?.iae}>
                      {plain(metrics?.iae, 4)}
                    </td>
                    <td class="number" data-value={metrics?.ise}>
                      {plain(metrics?.ise, 4)}
                    </td>
                    <td class="number">{plain(metrics?.r2, 5)}</td>
                    <td class="number">
                      {plain(metrics?.peak, 4)} {joint?.effort_unit}
                    </td>
                    <td>{entry.whiteness?.[k] ? (entry.whiteness[k]?.white ? "✓ yes" : "✕ no") : "–"}</td>
                  </tr>
                );
              }),
            )}
          </tbody>
          <tfoot>
            {shown.map((entry) => (
              <tr key={entry.method}>
                <th scope="row">{entry.method}</th>
                <td>all</td>
                <td class="number">{fixed(fitPercent(entry.validation ?? entry.fit), 3)}</td>
                <td colSpan={6} />
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
    </section>
  );
}
