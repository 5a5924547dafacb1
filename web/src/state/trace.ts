// Estimate traces arrive in parts; `from` is the index at which a part is appended.
import type { EstimateTrace } from "../contract";

/** Appends a part to a trace. */
export function appendTrace(old: EstimateTrace | undefined, next: EstimateTrace): EstimateTrace {
  if (old === undefined || next.from === 0) return next;
  const keep = next.from;
  const join = (a: number[], b: number[]) => [...a.slice(0, keep), ...b];
  const columns = (a: number[][], b: number[][]) =>
    b.length === 0 ? a : b.map((column, k) => join(a[k] ?? [], column));
  return {
    ...next,
    from: 0,
    at: join(old.at, next.at),
    values: columns(old.values, next.values),
    deviations: columns(old.deviations, next.deviations),
    cost: join(old.cost, next.cost),
  };
}
