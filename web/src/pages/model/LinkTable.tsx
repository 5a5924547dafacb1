// Table of links; indentation shows the kinematic tree.
import { SeverityBadge } from "../../controls/Findings";
import type { Field, Model } from "../../contract";
import { formatAtScale, formatNumber } from "../../robot/format";
import { lengths } from "../../robot/units";
import { selectedLink } from "../../state/scene";

function Cell({ field, text }: { field: Field<unknown>; text: string }) {
  return (
    <td
      class={field.is_default ? "number default" : "number"}
      title={field.is_default ? "Default value (not specified)" : undefined}
    >
      {text}
    </td>
  );
}

/** Depth of each link in the tree. */
export function depths(model: Model): number[] {
  const out: number[] = [];
  model.joints.forEach((joint, k) => (out[k] = joint.parent === null ? 1 : (out[joint.parent] ?? 0) + 1));
  return out;
}

/** The table. */
export function LinkTable({ model }: { model: Model }) {
  const level = depths(model);
  const length = lengths();
  const shown = (values: readonly number[]) => {
    const largest = Math.max(...values.map(Math.abs));
    return values.map((value) => formatAtScale(value * length.factor, largest * length.factor, 4)).join(", ");
  };
  return (
    <div class="table-pane scroll-x" tabIndex={0} role="region" aria-label="Table of links">
      <table id="links">
        <caption class="visually-hidden">
          Links with mass, centre of gravity and inertia; default values in grey
        </caption>
        <thead>
          <tr>
            <th scope="col">Link</th>
            <th scope="col">Joint</th>
            <th scope="col" class="number">
              Mass (kg)
            </th>
            <th scope="col" class="number">
              Centre of gravity ({length.unit})
            </th>
            <th scope="col" class="number">
              Ixx (kg m²)
            </th>
            <th scope="col" class="number">
              Iyy (kg m²)
            </th>
            <th scope="col" class="number">
              Izz (kg m²)
            </th>
            <th scope="col" class="number">
              Ixy (kg m²)
            </th>
            <th scope="col" class="number">
              Ixz (kg m²)
            </th>
            <th scope="col" class="number">
              Iyz (kg m²)
            </th>
            <th scope="col" class="number">
              Frame origin ({length.unit})
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{model.base}</th>
            <td class="muted">fixed</td>
            <td colSpan={9} />
          </tr>
          {model.links.map((link, k) => {
            const joint = model.joints[k];
            const [xx, xy, yy, xz, yz, zz] = link.inertia.value;
            const largest = Math.max(...link.inertia.value.map(Math.abs));
            const worst = model.findings
              .filter((finding) => finding.subject.includes(link.name))
              .map((finding) => finding.severity)
              .sort()[0];
            return (
              <tr key={link.name} aria-selected={selectedLink.value === link.name}>
                <th scope="row" class={`depth-${Math.min(level[k] ?? 1, 9)}`}>
                  <button class="link-button" data-link={link.name} onClick={() => (selectedLink.value = link.name)}>
                    {link.name}
                  </button>
                  {worst && worst !== "info" && <SeverityBadge severity={worst} />}
                </th>
                <td>
                  {joint?.name}{" "}
                  <span class="muted">
                    {joint?.kind}
                    {joint?.driven ? "" : ", passive"}
                  </span>
                </td>
                <Cell field={link.mass} text={formatNumber(link.mass.value, 5)} />
                <Cell field={link.centre} text={shown(link.centre.value)} />
                {[xx, yy, zz, xy, xz, yz].map((value, column) => (
                  <Cell key={column} field={link.inertia} text={formatAtScale(value, largest, 4)} />
                ))}
                <td class="number">{shown((joint?.origin ?? [0, 0, 0]).slice(0, 3))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
