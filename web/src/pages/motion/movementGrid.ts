// The movement table as cells of text: for each joint four columns (value, TI, TF, TR), for each movement
// a row. A joint moves from where it is to the value between TI and TF and rests until TR, so
// TI < TF ≤ TR ≤ the next TI. The order of the columns is that of the simulator by Urrea and Saa (2020), Fig. 8.
import { readNumber } from "../../robot/quantity";

/** Columns of a joint. */
export const COLUMNS = ["value", "TI", "TF", "TR"] as const;

/** What must be known of a joint to check its column. */
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

/** What came of a table. */
export interface CheckedGrid {
  /** Movements of each joint, in the order of the joints; only those without a fault. */
  movements: CellMovement[][];
  /** What is wrong, by `row,column`. */
  problems: Map<string, string>;
}

/** An empty table. */
export function emptyGrid(rows: number, joints: number): string[][] {
  return Array.from({ length: rows }, () => Array.from({ length: 4 * joints }, () => ""));
}

/** Rows and cells of text from a spreadsheet, a CSV or a document; labels such as "MOVEMENT 3" are dropped. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.replace(/\r/g, "").split("\n")) {
    const bare = line.replace(/^\s*(movement|move)\s*#?\s*\d+\s*:?/i, "");
    const parts = bare.includes("\t") || bare.includes(";") ? bare.split(/[\t; ]+/) : bare.split(/[, ]+/);
    const cells = parts.map((cell) => cell.trim().replace(/^"|"$/g, "")).filter((cell) => cell !== "");
    if (cells.length === 0 || cells.every((cell) => readNumber(cell) === null)) continue; // blank lines and headings
    rows.push(cells);
  }
  return rows;
}

/** Writes a block from a cell on; rows are added where it is longer. A full-width row starts at the left. */
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
      const fault = (column: number, why: string) => problems.set(`${row},${4 * j + column}`, why);
      const numbers = texts.map((text, c) => {
        const value = readNumber(text);
        if (value === null)
          fault(
            c,
            text === "" ? `${COLUMNS[c]} is missing: fill it in, or empty all four cells` : `“${text}” is not a number`,
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
        return fault(
          0,
          `${value} ${joint.unit} is below the limit of ${joint.name}, ${Number(joint.lower.toFixed(4))} ${joint.unit}`,
        );
      if (joint.upper !== null && value > joint.upper + 1e-9)
        return fault(
          0,
          `${value} ${joint.unit} is above the limit of ${joint.name}, ${Number(joint.upper.toFixed(4))} ${joint.unit}`,
        );
      if (start < restUntil)
        return fault(
          1,
          restUntil === 0
            ? `TI ${start} s is before the start`
            : `TI ${start} s is before the movement above ends its rest (TR ${restUntil} s)`,
        );
      if (end <= start) return fault(2, `TF ${end} s must be after TI ${start} s`);
      if (rest < end) return fault(3, `TR ${rest} s must not be before TF ${end} s`);
      restUntil = rest;
      list.push({ value, start, end, rest });
    });
    return list;
  });
  return { movements, problems };
}
