// The best error of a solver so far, at given evaluations.

/** Smallest error up to each of `x`; `null` before the first and after the last evaluation. */
export function bestSoFar(
  history: readonly { evaluation: number; position: number }[],
  x: readonly number[],
): (number | null)[] {
  let best = Infinity;
  let k = 0;
  const last = history.at(-1)?.evaluation ?? -Infinity;
  return x.map((at) => {
    while (k < history.length && (history[k]?.evaluation ?? Infinity) <= at) {
      best = Math.min(best, history[k]?.position ?? Infinity);
      k += 1;
    }
    return k === 0 || at > last ? null : best;
  });
}
