// A problem of a motion in words, in the units of the interface.
import type { CellProblem } from "../../contract";
import { formatNumber } from "../../robot/format";
import { shownUnit } from "../../robot/units";

/** The message of a problem. */
export function problemText(problem: CellProblem): string {
  const limit = problem.exceeded;
  if (!limit) return problem.message;
  const { unit, factor } = shownUnit(limit.unit);
  const shown = (value: number) => `${formatNumber(value * factor, 4)} ${unit}`;
  return `${limit.what} ${shown(limit.value)} at ${formatNumber(limit.time, 4)} s, allowed ${shown(limit.allowed)}`;
}
