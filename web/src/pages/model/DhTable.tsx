// The Denavit–Hartenberg table: every joint's row, editable in place.
import { NumberField } from "../../controls/NumberField";
import type { Model } from "../../contract";
import { angles, lengths } from "../../robot/units";
import { changeModel } from "../../state/project";
import { selectedLink } from "../../state/scene";
import { zeroRow } from "./structure";

/** The table. */
export function DhTable({ model }: { model: Model }) {
  const [length, angle] = [lengths(), angles()];
  const columns = [
    ["a", "a", length],
    ["alpha", "α", angle],
    ["d", "d", length],
    ["theta", "θ", angle],
  ] as const;
  const convention = model.joints.find((joint) => joint.dh)?.dh?.convention ?? "standard";
  return (
    <div class="table-pane scroll-x" tabIndex={0} role="region" aria-label="Denavit–Hartenberg table">
      <table id="dh-table">
        <caption class="muted small">
          {convention} convention; the variable's entry is its value at coordinate zero. A joint with dashes stands by
          its frame: entering a number places it by a row.
        </caption>
        <thead>
          <tr>
            <th scope="col">Joint</th>
            <th scope="col">Kind</th>
            {columns.map(([key, name, unit]) => (
              <th key={key} scope="col" class="number">
                {name} ({unit.unit})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {model.joints.map((joint, k) => (
            <tr key={joint.name} aria-selected={selectedLink.value === model.links[k]?.name}>
              <th scope="row">
                <button class="link-button" onClick={() => (selectedLink.value = model.links[k]?.name ?? null)}>
                  {joint.name}
                </button>
              </th>
              <td class="muted">{joint.kind}</td>
              {columns.map(([key, name, unit]) => (
                <td key={key} class="number">
                  <NumberField
                    hideLabel
                    id={`dh-${joint.name}-${key}`}
                    label={`${name} of ${joint.name}`}
                    unit={unit.unit}
                    digits={8}
                    blank={!joint.dh}
                    placeholder="–"
                    value={joint.dh ? joint.dh[key] * unit.factor : null}
                    onChange={(value) =>
                      changeModel({
                        label: `DH row of ${joint.name}`,
                        joints: {
                          [joint.name]: {
                            place: {
                              by: "dh",
                              row: { ...(joint.dh ?? zeroRow(convention)), [key]: (value ?? 0) / unit.factor },
                            },
                          },
                        },
                      })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
