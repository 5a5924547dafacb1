// What was identified beside the arm: payload, drive gains, direction of gravity.
import { formatBound, formatEstimate, formatNumber } from "../../robot/format";
import { IntervalHeads } from "./IntervalHeads";
import { runViews } from "../../state/runs";
import { type IdentifyResult, payloadResult } from "./result";

interface Row {
  name: string;
  value: number | null;
  std: number | null;
  lower: number | null;
  upper: number | null;
  unit: string;
}

function rowsOf(result: IdentifyResult): Row[] {
  const axes = ["x", "y", "z"];
  const { payload, gravity } = result;
  return [
    ...(payload
      ? [
          {
            name: `Payload at ${payload.link}: mass`,
            value: payload.mass,
            std: payload.mass_std,
            lower: payload.mass_lower,
            upper: payload.mass_upper,
            unit: "kg",
          },
          ...axes.map((axis, k) => ({
            name: `Payload: centre ${axis}`,
            value: payload.centre[k] ?? null,
            std: payload.centre_std[k] ?? null,
            lower: payload.centre_lower[k] ?? null,
            upper: payload.centre_upper[k] ?? null,
            unit: "m",
          })),
        ]
      : []),
    ...(result.gains ?? []).map((gain) => ({
      name: `Drive gain of ${gain.joint}${gain.given ? " (given)" : ""}`,
      value: gain.value,
      std: gain.given ? null : gain.std,
      lower: gain.lower,
      upper: gain.upper,
      unit: "N m/A or N/A",
    })),
    ...(gravity
      ? axes.map((axis, k) => ({
          name: `Gravity ${axis}`,
          value: gravity.vector[k] ?? null,
          std: gravity.std[k] ?? null,
          lower: gravity.lower[k] ?? null,
          upper: gravity.upper[k] ?? null,
          unit: "m/s²",
        }))
      : []),
  ];
}

/** The table, if there is anything. */
export function BesideTable({ result }: { result: IdentifyResult }) {
  const rows = rowsOf(result);
  if (rows.length === 0) return null;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Payload, drive gains and gravity">
      <table id="beside">
        <thead>
          <tr>
            <th scope="col">Identified beside the arm</th>
            <IntervalHeads />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td class="number" data-value={row.value}>
                {row.value === null ? "not determined" : formatEstimate(row.value, row.std)}
              </td>
              <td class="number">{row.lower === null ? "–" : formatBound(row.lower, row.std)}</td>
              <td class="number">{row.upper === null ? "–" : formatBound(row.upper, row.std)}</td>
              <td>{row.unit}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {result.gravity && (
        <p class="muted small">
          Gravity is {formatNumber(result.gravity.angle, 3)}° from that of the description (±{" "}
          {formatNumber(result.gravity.angle_std, 2)}°).
        </p>
      )}
    </div>
  );
}

/** The payload of a run that identified nothing else. */
export function PayloadCard({ run }: { run: number }) {
  const found = payloadResult(runViews.value.get(run)?.result);
  if (found === null) return null;
  const { payload } = found;
  return (
    <section class="card stack" id="payload-result" aria-labelledby="payload-title">
      <h2 id="payload-title">Payload, with the arm as described</h2>
      <p>
        Prediction error {formatNumber(payload.without, 3)} % without it, {formatNumber(payload.with, 3)} % with it.
      </p>
      <BesideTable result={{ methods: [], recommended: null, payload }} />
      {payload.notes.map((note, k) => (
        <p key={k} class="message warn">
          ! {note}
        </p>
      ))}
    </section>
  );
}
