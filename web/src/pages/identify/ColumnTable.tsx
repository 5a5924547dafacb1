// Column mapping of a log: quantity and unit of each column, detected or set by the user.
import { useState } from "preact/hooks";
import type { LogColumn } from "../../contract";

const UNITS = ["", "rad", "deg", "m", "mm", "rad/s", "deg/s", "m/s", "mm/s", "N m", "N", "A", "s", "ms", "us", "ns"];

/** A mapping entry in server syntax: `q1=theta_1 [deg]`. */
export function mappingText(target: string, column: string, unit: string): string {
  return `${target}=${column}${unit === "" ? "" : ` [${unit}]`}`;
}

/** The whole mapping, with another unit for some columns. */
export function mapWithUnit(columns: readonly LogColumn[], names: readonly string[], unit: string): string[] {
  return columns.flatMap((column) =>
    column.target === null
      ? []
      : [mappingText(column.target, column.column, names.includes(column.column) ? unit : (column.unit ?? ""))],
  );
}

/** Quantities that a column can be mapped to. */
export function targetsFor(joints: number): string[] {
  const out = ["", "t"];
  for (const quantity of ["q", "qd", "qdd", "tau", "i"])
    for (let joint = 1; joint <= joints; joint++) out.push(`${quantity}${joint}`);
  return out;
}

/** The mapping table; `onMap` receives the whole mapping. */
export function ColumnTable({
  columns,
  joints,
  onMap,
}: {
  columns: readonly LogColumn[];
  joints: number;
  onMap: (map: string[]) => void;
}) {
  const [all, setAll] = useState(false);
  const targets = targetsFor(joints);
  const change = (index: number, target: string, unit: string) => {
    const map = columns.flatMap((column, k) => {
      const name = k === index ? target : (column.target ?? "");
      if (name === "" || (k !== index && name === target)) return []; // one column per quantity
      return [mappingText(name, column.column, k === index ? unit : (column.unit ?? ""))];
    });
    onMap(map);
  };
  const used = columns.filter((column) => column.target !== null);
  const shown = all || used.length === 0 ? columns : used;
  return (
    <div class="stack">
      <div class="scroll-x column-table" tabIndex={0} role="region" aria-label="Columns of the log">
        <table id="columns">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Quantity</th>
              <th scope="col">Unit</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((column) => {
              const index = columns.indexOf(column);
              const unit = column.unit ?? "";
              return (
                <tr key={index}>
                  <th scope="row">
                    <code>{column.column}</code>
                  </th>
                  <td>
                    <select
                      aria-label={`Quantity of ${column.column}`}
                      value={column.target ?? ""}
                      onChange={(event) => change(index, event.currentTarget.value, unit)}
                    >
                      {[...new Set([...targets, column.target ?? ""])].map((target) => (
                        <option key={target} value={target}>
                          {target === "" ? "not used" : target}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>
                    <select
                      aria-label={`Unit of ${column.column}`}
                      value={unit}
                      disabled={column.target === null}
                      onChange={(event) => change(index, column.target ?? "", event.currentTarget.value)}
                    >
                      {[...new Set([...UNITS, unit])].map((name) => (
                        <option key={name} value={name}>
                          {name === "" ? "SI unit" : name}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td class="muted small">{column.given ? "set by user" : column.why}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div class="row">
        {columns.length > used.length && (
          <button class="small quiet" aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? "Show used columns only" : `Show all ${columns.length} columns`}
          </button>
        )}
        {columns.some((column) => column.given) && (
          <button class="small quiet" onClick={() => onMap([])}>
            Reset mapping
          </button>
        )}
      </div>
    </div>
  );
}
