// Movement table: typed or pasted from a spreadsheet; invalid cells are marked with the reason.
import { useState } from "preact/hooks";
import { useStateOf } from "../../controls/stateOf";
import { formatNumber } from "../../robot/format";
import { angleUnit, displayUnit, lengthUnit } from "../../robot/units";
import type { MotionSpec } from "../../contract";
import { project } from "../../state/project";
import { cellUnit, draft, drivenJoints, saveDraft } from "./motion";
import { checkGrid, COLUMNS, emptyGrid, pasteInto, parseBlock, type GridJoint } from "./movementGrid";

const FIRST_ROWS = 5;
/** Numbers in a unit of a table, for one in SI. */
const FACTORS: Record<string, number> = { rad: 1, m: 1, deg: 180 / Math.PI, mm: 1000 };

function gridOf(motion: MotionSpec | null, joints: number): string[][] {
  if (motion?.kind !== "movements") return emptyGrid(FIRST_ROWS, joints);
  const rows = Math.max(FIRST_ROWS, ...motion.joints.map((joint) => joint.movements.length));
  const grid = emptyGrid(rows, joints);
  const text = (value: number) => formatNumber(value, 8).replace("−", "-");
  const driven = drivenJoints();
  motion.joints.forEach((joint, j) =>
    joint.movements.forEach((cell, row) => {
      // The table may be in other units than the interface.
      const { factor } = displayUnit(driven[j]?.kind ?? "");
      const value =
        joint.unit === cellUnit(driven[j]?.kind ?? "")
          ? cell.value
          : (cell.value / (FACTORS[joint.unit] ?? 1)) * factor;
      [value, cell.ti, cell.tf, cell.tr].forEach((value, c) => {
        const target = grid[row];
        if (target) target[4 * j + c] = text(value);
      });
    }),
  );
  return grid;
}

function withCell(grid: string[][], row: number, column: number, text: string): string[][] {
  return grid.map((cells, r) => (r === row ? cells.map((cell, c) => (c === column ? text : cell)) : cells));
}

/** The table. */
export function MovementTable() {
  const driven = drivenJoints();
  const joints: GridJoint[] = driven.map((joint) => {
    const display = displayUnit(joint.kind);
    const shown = (value: number | null) => (value === null ? null : value * display.factor);
    return { name: joint.name, lower: shown(joint.limits.lower), upper: shown(joint.limits.upper), unit: display.unit };
  });
  const motion = project.value?.motion.kind === "movements" ? project.value.motion : draft.value;
  // Undo, redo and reload change the table; typing results in the same table.
  const key = `${angleUnit.value} ${lengthUnit.value} ${driven.length} ${JSON.stringify(motion)}`;
  const [saved, setGrid] = useStateOf(key, () => gridOf(motion, driven.length));
  // The cell that is being typed in stays when another one is saved meanwhile.
  const [typing, setTyping] = useState<{ row: number; column: number; text: string } | null>(null);
  const grid = typing === null ? saved : withCell(saved, typing.row, typing.column, typing.text);
  const { problems } = checkGrid(grid, joints);

  const save = (next: string[][]) => {
    setTyping(null);
    setGrid(next);
    const checked = checkGrid(next, joints);
    if (checked.problems.size > 0) return;
    const current = draft.peek();
    const old = current?.kind === "movements" ? current : null;
    void saveDraft({
      kind: "movements",
      interpolation: old?.interpolation ?? "pchip",
      joints: driven.map((joint, j) => {
        const display = displayUnit(joint.kind);
        return {
          unit: cellUnit(joint.kind),
          home:
            old?.joints[j]?.unit === cellUnit(joint.kind) ? (old.joints[j]?.home ?? 0) : joint.home * display.factor,
          movements: (checked.movements[j] ?? []).map(({ value, start, end, rest }) => ({
            value,
            ti: start,
            tf: end,
            tr: rest,
          })),
        };
      }),
    });
  };
  const firstProblem = [...problems.entries()][0];
  return (
    <section class="movement-pane" aria-label="Movement table">
      <header class="row">
        <h3 class="grow">
          Movements <span class="muted">(rows can be pasted from a spreadsheet)</span>
        </h3>
        {firstProblem && (
          <span class="badge bad" id="cell-problem" role="alert">
            ✕ {firstProblem[1]}
          </span>
        )}
        <button class="small" onClick={() => setGrid([...grid, ...emptyGrid(1, driven.length)])}>
          Add row
        </button>
      </header>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Movements of all joints">
        <table class="movement-table" id="movements">
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                #
              </th>
              {joints.map((joint) => (
                <th key={joint.name} scope="colgroup" colSpan={4}>
                  {joint.name}{" "}
                  <span class="muted">
                    {joint.lower === null
                      ? ""
                      : `${formatNumber(joint.lower, 4)} … ${formatNumber(joint.upper, 4)} ${joint.unit}`}
                  </span>
                </th>
              ))}
            </tr>
            <tr>
              {joints.flatMap((joint) =>
                COLUMNS.map((column) => (
                  <th key={`${joint.name} ${column}`} scope="col">
                    {column === "value" ? joint.unit : `${column} (s)`}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {grid.map((cells, row) => (
              <tr key={row}>
                <th scope="row">{row + 1}</th>
                {cells.map((cell, column) => {
                  const why = problems.get(`${row},${column}`);
                  const joint = joints[Math.floor(column / 4)];
                  return (
                    <td key={column} class={column % 4 === 0 ? "cell first" : "cell"}>
                      <input
                        inputMode="decimal"
                        autocomplete="off"
                        aria-label={`${joint?.name ?? ""}, movement ${row + 1}, ${COLUMNS[column % 4] ?? ""}`}
                        aria-invalid={why !== undefined}
                        title={why}
                        value={cell}
                        onInput={(event) => setTyping({ row, column, text: event.currentTarget.value })}
                        onBlur={(event) => {
                          const text = event.currentTarget.value;
                          if (text === saved[row]?.[column]) setTyping(null);
                          else save(withCell(saved, row, column, text));
                        }}
                        onPaste={(event) => {
                          const block = parseBlock(event.clipboardData?.getData("text") ?? "");
                          if (block.length === 0 || (block.length === 1 && block[0]?.length === 1)) return; // a single number: default paste
                          event.preventDefault();
                          save(pasteInto(grid, row, column, block));
                        }}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
