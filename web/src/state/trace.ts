// Ways to estimates come in parts: each says after how many points it is to be put.
import type { EstimateTrace } from "../contract";

/** Puts a new part of a trace behind what is there. */
export function joinTrace(old: EstimateTrace | undefined, next: EstimateTrace): EstimateTrace {
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
