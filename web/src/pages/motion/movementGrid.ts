// Movement table as text cells: four columns per joint (value, TI, TF, TR), one row per movement. A joint moves to the
// value between TI and TF and rests until TR, so TI < TF ≤ TR ≤ next TI. Column order: Urrea and Saa (2020), Fig. 8.
import { parseNumber } from "../../robot/format";

/** Columns of a joint. */
export const COLUMNS = ["value", "TI", "TF", "TR"] as const;

/** Name, limits and unit of a joint. */
export interface GridJoint {
  name: string;
  /** Limits in the unit of the cells. */
  lower: number | null;
  upper: number | null;
  unit: string;
}

/** A movement of one joint, in the unit of the cells and seconds. */
export interface CellMovement {
  value: number;
  start: number;
  end: number;
  rest: number;
}

/** Result of checking a table. */
export interface CheckedGrid {
  /** Valid movements of each joint. */
  movements: CellMovement[][];
  /** Problems by `row,column`. */
  problems: Map<string, string>;
}

/** An empty table. */
export function emptyGrid(rows: number, joints: number): string[][] {
  return Array.from({ length: rows }, () => Array.from({ length: 4 * joints }, () => ""));
}

/** Parses pasted cells from a spreadsheet, CSV or document; labels such as "MOVEMENT 3" are dropped. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.replace(/\r/g, "").split("\n")) {
    const bare = line.replace(/^\s*(movement|move)\s*#?\s*\d+\s*:?/i, "");
    const parts = bare.includes("\t") || bare.includes(";") ? bare.split(/[\t; ]+/) : bare.split(/[, ]+/);
    const cells = parts.map((cell) => cell.trim().replace(/^"|"$/g, "")).filter((cell) => cell !== "");
    if (cells.length === 0 || cells.every((cell) => parseNumber(cell) === null)) continue; // blank lines and headers
    rows.push(cells);
  }
  return rows;
}

/** Writes a block starting at a cell; adds rows as needed. A full-width row starts in the first column. */
export function pasteInto(
  grid: readonly string[][],
  row: number,
  column: number,
  block: readonly string[][],
): string[][] {
  const width = grid[0]?.length ?? 0;
  const out = grid.map((cells) => [...cells]);
  block.forEach((cells, k) => {
    const from = cells.length >= width ? 0 : column;
    while (out.length <= row + k) out.push(Array.from({ length: width }, () => ""));
    cells.forEach((cell, c) => {
      const target = out[row + k];
      if (target && from + c < width) target[from + c] = cell;
    });
  });
  return out;
}

/** Checks every cell, joint by joint. */
export function checkGrid(grid: readonly string[][], joints: readonly GridJoint[]): CheckedGrid {
  const problems = new Map<string, string>();
  const movements = joints.map((joint, j) => {
    const list: CellMovement[] = [];
    let restUntil = 0;
    grid.forEach((cells, row) => {
      const texts = COLUMNS.map((_, c) => (cells[4 * j + c] ?? "").trim());
      if (texts.every((text) => text === "")) return;
      const report = (column: number, why: string) => problems.set(`${row},${4 * j + column}`, why);
      const numbers = texts.map((text, c) => {
        const value = parseNumber(text);
        if (value === null)
          report(
            c,
            text === "" ? `${COLUMNS[c]} is missing: enter it, or clear all four cells` : `“${text}” is not a number`,
          );
        return value;
      });
      const [value, start, end, rest] = numbers;
      if (
        value === null ||
        value === undefined ||
        start === null ||
        start === undefined ||
        end === null ||
        end === undefined ||
        rest === null ||
        rest === undefined
      )
        return;
      if (joint.lower !== null && value < joint.lower - 1e-9)
        return report(
          0,
          `${value} ${joint.unit} is below the lower limit of ${joint.name} (${Number(joint.lower.toFixed(4))} ${joint.unit})`,
        );
      if (joint.upper !== null && value > joint.upper + 1e-9)
        return report(
          0,
          `${value} ${joint.unit} is above the upper limit of ${joint.name} (${Number(joint.upper.toFixed(4))} ${joint.unit})`,
        );
      if (start < restUntil)
        return report(
          1,
          restUntil === 0
            ? `TI ${start} s must not be negative`
            : `TI ${start} s must not be before TR ${restUntil} s of the previous movement`,
        );
      if (end <= start) return report(2, `TF ${end} s must be after TI ${start} s`);
      if (rest < end) return report(3, `TR ${rest} s must not be before TF ${end} s`);
      restUntil = rest;
      list.push({ value, start, end, rest });
    });
    return list;
  });
  return { movements, problems };
}
