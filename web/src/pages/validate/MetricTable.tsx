// Metrics per joint and method: on the validation log if there is one, otherwise on the training log.
import { Heads } from "../../controls/Heads";
import { formatFixed, formatNumber } from "../../robot/format";
import { project } from "../../state/project";
import { fitPercent, type IdentifyResult } from "../identify/result";
import { hiddenMethods } from "./efforts";

/** The table. */
export function MetricTable({ result }: { result: IdentifyResult }) {
  const model = project.value?.model;
  const joints = (model?.driven ?? []).map((index) => model?.joints[index]);
  const shown = result.methods.filter((entry) => !hiddenMethods.value.has(entry.method));
  const validated = shown.some((entry) => entry.validation);
  // A log that repeats the motion of the training log proves nothing.
  const uncounted = shown[0]?.verdict.reasons.find((reason) => reason.includes("is not counted"));
  return (
    <section class="card stack" aria-labelledby="metrics-title">
      <h2 id="metrics-title">Metrics per joint</h2>
      {!validated && (
        <p class="message warn">
          ! Computed on the training log, which is optimistic
          {uncounted === undefined ? "" : `: ${uncounted}`}. Select a validation log on the Identify page, or evaluate
          an estimate on another log here.
        </p>
      )}
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Metrics per joint and method">
        <table id="metrics">
          <thead>
            <tr>
              <Heads words={["Method", "Joint"]} numbers={["Fit (%)", "RMSE", "IAE", "ISE", "R²", "Peak residual"]} />
              <Heads words={["White residual"]} />
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
                    <td class="number">{formatFixed(100 - (fit.joints[k]?.relative ?? NaN), 3)}</td>
                    <td class="number" data-value={metrics?.rmse}>
                      {formatNumber(metrics?.rmse, 4)} {joint?.effort_unit}
                    </td>
                    <td class="number" data-value={metrics?.iae}>
                      {formatNumber(metrics?.iae, 4)} {joint?.effort_unit} s
                    </td>
                    <td class="number" data-value={metrics?.ise}>
                      {formatNumber(metrics?.ise, 4)} ({joint?.effort_unit})² s
                    </td>
                    <td class="number">{formatNumber(metrics?.r2, 5)}</td>
                    <td class="number">
                      {formatNumber(metrics?.peak, 4)} {joint?.effort_unit}
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
                <td class="number">{formatFixed(fitPercent(entry.validation ?? entry.fit), 3)}</td>
                <td colSpan={6} />
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
    </section>
  );
}
