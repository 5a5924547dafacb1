// Column mapping of a log: quantity and unit of each column. Changes are a draft with a live check, applied at once.
import { useState } from "preact/hooks";
import type { LogColumn } from "../../contract";
import { formatNumber } from "../../robot/format";
import { targetsFor, unitsFor, type Choice, type MappingDraft } from "./mapping";

const NAMES: Record<string, string> = { "": "not used", t: "time" };

/** The mapping table. */
export function ColumnTable({
  columns,
  draft,
  joints,
  onChoose,
  onUnit,
  onFlip,
}: {
  columns: readonly LogColumn[];
  draft: MappingDraft;
  joints: number;
  onChoose: (index: number, target: string) => void;
  onUnit: (index: number, unit: string) => void;
  onFlip: (index: number) => void;
}) {
  const [all, setAll] = useState(false);
  const targets = targetsFor(joints);
  const used = columns.filter((_, k) => draft[k]?.target !== "");
  const shown = all || used.length < 2 ? columns : used;
  return (
    <div class="stack">
      <div class="scroll-x column-table" tabIndex={0} role="region" aria-label="Columns of the log">
        <table id="columns">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Quantity</th>
              <th scope="col">Unit</th>
              <th scope="col">Sign</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((column) => {
              const index = columns.indexOf(column);
              const { target, unit, flip, scale, offset }: Choice = draft[index] ?? { target: "", unit: "" };
              return (
                <tr key={index} data-column={column.column}>
                  <th scope="row">
                    <code>{column.column}</code>
                  </th>
                  <td>
                    <select
                      aria-label={`Quantity of ${column.column}`}
                      value={target}
                      onChange={(event) => onChoose(index, event.currentTarget.value)}
                    >
                      {[...new Set([...targets, target])].map((name) => (
                        <option key={name} value={name}>
                          {NAMES[name] ?? name}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>
                    <select
                      aria-label={`Unit of ${column.column}`}
                      value={unit}
                      disabled={target === ""}
                      onChange={(event) => onUnit(index, event.currentTarget.value)}
                    >
                      {[...new Set(["", ...unitsFor(target), unit])].map((name) => (
                        <option key={name} value={name}>
                          {name === "" ? "SI unit" : name}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>
                    {target !== "" && target !== "t" && (
                      <button
                        class="small"
                        aria-pressed={flip === true}
                        aria-label={`Reverse the sign of ${column.column}`}
                        onClick={() => onFlip(index)}
                      >
                        {flip ? "−" : "+"}
                      </button>
                    )}
                  </td>
                  <td class="muted small">
                    {(scale !== undefined || offset !== undefined) &&
                      `× ${formatNumber(scale ?? 1)}${offset === undefined ? "" : `, + ${formatNumber(offset)}`}; `}
                    {column.given ? "set by user" : column.why}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {columns.length > used.length && used.length >= 2 && (
        <div class="row">
          <button class="small quiet" id="all-columns" aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? "Show used columns only" : `Show all ${columns.length} columns`}
          </button>
        </div>
      )}
    </div>
  );
}
