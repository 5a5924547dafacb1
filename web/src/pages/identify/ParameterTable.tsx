// Table of identified parameters: value, 95 % interval, the described or true value and the change, the definition last.
import { formatBound, formatEstimate, formatNumber } from "../../robot/format";
import { IntervalHeads } from "./IntervalHeads";
import { changeOf, shortName, type Parameter, type Reference } from "./result";

/** The table; long definitions wrap. */
export function ParameterTable({
  parameters,
  reference = null,
  label,
  id,
}: {
  parameters: readonly Parameter[];
  /** What the parameters are described to be, or are. */
  reference?: Reference | null;
  label: string;
  id?: string;
}) {
  const defined = parameters.some(
    (parameter, k) => shortName(parameter.name, k) !== parameter.name || parameter.definition,
  );
  const known = reference?.values.length === parameters.length ? reference : null;
  return (
    <div class="scroll-x parameter-table" tabIndex={0} role="region" aria-label={label}>
      <table id={id}>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <IntervalHeads />
            {known && (
              <>
                <th scope="col" class="number">
                  {known.kind === "truth" ? "True" : "Described"}
                </th>
                <th scope="col" class="number">
                  Change
                </th>
              </>
            )}
            <th scope="col">Status</th>
            {defined && <th scope="col">Definition</th>}
          </tr>
        </thead>
        <tbody>
          {parameters.map((parameter, k) => {
            const change = known ? changeOf(parameter, known.values[k] ?? NaN) : null;
            return (
              <tr key={parameter.name}>
                <th scope="row" title={parameter.name}>
                  {shortName(parameter.name, k)}
                </th>
                <td
                  class="number"
                  data-value={parameter.value}
                  title={parameter.std === null ? undefined : `± ${formatNumber(parameter.std, 2)} standard deviation`}
                >
                  {formatEstimate(parameter.value, parameter.std)}
                </td>
                <td class="number" data-lower={parameter.lower}>
                  {parameter.lower === null ? "–" : formatBound(parameter.lower, parameter.std)}
                </td>
                <td class="number" data-upper={parameter.upper}>
                  {parameter.upper === null ? "–" : formatBound(parameter.upper, parameter.std)}
                </td>
                <td>{parameter.unit}</td>
                {change && (
                  <>
                    <td class="number">{formatEstimate(known?.values[k] ?? NaN, parameter.std)}</td>
                    <td class="number" data-outside={change.outside} title={change.words}>
                      {change.text}
                      {change.outside ? " ≠" : ""}
                    </td>
                  </>
                )}
                <td>{parameter.status}</td>
                {defined && (
                  <td class="definition">
                    {parameter.definition ?? (shortName(parameter.name, k) === parameter.name ? "" : parameter.name)}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {known && (
        <p class="muted small">≠: the {known.kind === "truth" ? "true" : "described"} value is outside the interval.</p>
      )}
    </div>
  );
}
