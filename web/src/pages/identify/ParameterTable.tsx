// Table of identified parameters: short name, value, standard deviation and unit first, the definition last.
import { formatEstimate } from "../../robot/format";
import { shortName, type Parameter } from "./result";

/** The table; long definitions wrap. */
export function ParameterTable({
  parameters,
  label,
  id,
}: {
  parameters: readonly Parameter[];
  label: string;
  id?: string;
}) {
  const defined = parameters.some(
    (parameter, k) => shortName(parameter.name, k) !== parameter.name || parameter.definition,
  );
  return (
    <div class="scroll-x parameter-table" tabIndex={0} role="region" aria-label={label}>
      <table id={id}>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col" class="number">
              Value
            </th>
            <th scope="col" class="number">
              ± Standard deviation
            </th>
            <th scope="col">Unit</th>
            <th scope="col">Status</th>
            {defined && <th scope="col">Definition</th>}
          </tr>
        </thead>
        <tbody>
          {parameters.map((parameter, k) => (
            <tr key={parameter.name}>
              <th scope="row" title={parameter.name}>
                {shortName(parameter.name, k)}
              </th>
              <td class="number" data-value={parameter.value}>
                {formatEstimate(parameter.value, parameter.std)}
              </td>
              <td class="number">{parameter.std === null ? "–" : formatEstimate(parameter.std, parameter.std)}</td>
              <td>{parameter.unit}</td>
              <td>{parameter.status}</td>
              {defined && (
                <td class="definition">
                  {parameter.definition ?? (shortName(parameter.name, k) === parameter.name ? "" : parameter.name)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
