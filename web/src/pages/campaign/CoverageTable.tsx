// Methods by noise level: largest bias and deviation, how often 95 % intervals hold the truth, prediction error, time.
import { Heads } from "../../controls/Heads";
import { formatDuration, formatFixed, formatNumber } from "../../robot/format";
import { shortName } from "../identify/result";
import { largest, type CampaignResult, type Coverage } from "./result";

/** The share of intervals that hold the truth, drawn from 0 to 100 % with its Wilson interval and a mark at 95 %. */
function CoverageBar({ coverage }: { coverage: Coverage }) {
  const x = (percent: number) => 4 + 1.12 * percent;
  return (
    <svg class="coverage" viewBox="0 0 120 14" aria-hidden="true">
      <line class="grid" x1={x(0)} x2={x(100)} y1="7" y2="7" />
      <line class="wanted" x1={x(95)} x2={x(95)} y1="1" y2="13" />
      <line class="interval" x1={x(coverage.lower)} x2={x(coverage.upper)} y1="7" y2="7" />
      <circle cx={x(coverage.share)} cy="7" r="3" />
    </svg>
  );
}

/** The table. */
export function CoverageTable({ result }: { result: CampaignResult }) {
  const { names } = result.plan;
  const short = (name: string | undefined) => (name === undefined ? "" : shortName(name, names.indexOf(name)));
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Methods by noise level">
      <table id="campaign-table">
        <thead>
          <tr>
            <Heads words={["Method"]} numbers={["Noise", "Estimates", "Largest bias (%)", "Largest deviation (%)"]} />
            <Heads words={["95 % intervals that hold the truth (%)"]} numbers={["Prediction error (%)", "Time"]} />
          </tr>
        </thead>
        <tbody>
          {result.summary.methods.map((entry) => {
            const bias = largest(entry.parameters, (parameter) => parameter.bias);
            const deviation = largest(entry.parameters, (parameter) => parameter.deviation);
            const { coverage } = entry;
            return (
              <tr key={`${entry.method} ${entry.level}`} data-method={entry.method} data-level={entry.level}>
                <th scope="row">{entry.method}</th>
                <td class="number">× {formatNumber(entry.level)}</td>
                <td class="number" title={entry.failure}>
                  {entry.found} of {entry.found + entry.failed}
                </td>
                <td class="number" title={bias?.name}>
                  {bias ? `${formatNumber(bias.bias, 3)} (${short(bias.name)})` : "–"}
                </td>
                <td class="number" title={deviation?.name}>
                  {deviation ? `${formatNumber(deviation.deviation, 3)} (${short(deviation.name)})` : "–"}
                </td>
                <td
                  data-share={coverage?.share}
                  data-lower={coverage?.lower}
                  data-upper={coverage?.upper}
                  title={coverage ? `${coverage.count} intervals` : undefined}
                >
                  {coverage ? (
                    <span class="row coverage-cell">
                      <CoverageBar coverage={coverage} />
                      {formatFixed(coverage.share, 1)} ({formatFixed(coverage.lower, 1)} …{" "}
                      {formatFixed(coverage.upper, 1)})
                    </span>
                  ) : (
                    "no intervals"
                  )}
                </td>
                <td class="number">{entry.unseen ? formatNumber(entry.unseen.median, 3) : "–"}</td>
                <td class="number">{formatDuration(entry.seconds)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="muted small">
        In brackets: the parameter; for coverage Wilson’s 95 % interval of the share. Prediction error: on the motion
        without noise, median over seeds.
      </p>
    </div>
  );
}
