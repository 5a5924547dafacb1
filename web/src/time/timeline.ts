// Finding samples: the cursor always stands on a sample of the timeline, so that the picture,
// the plots and the read-outs say the same.

/** The index of the sample nearest to t; −1 if there are none. */
export function nearestSample(times: ArrayLike<number>, t: number): number {
  const count = times.length;
  if (count === 0) return -1;
  let low = 0;
  let high = count - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= t) low = middle;
    else high = middle;
  }
  return Math.abs((times[high] ?? 0) - t) < Math.abs(t - (times[low] ?? 0)) ? high : low;
}

/** The first index whose time is at least t. */
export function firstAtOrAfter(times: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the cursor is after `elapsed` seconds of playing; `ended` when it ran out. */
export function advance(
  t: number, elapsed: number, range: readonly [number, number], loop: boolean,
): { t: number; ended: boolean } {
  const [start, end] = range;
  const next = t + elapsed;
  if (next < end) return { t: Math.max(next, start), ended: false };
  if (!loop || end <= start) return { t: end, ended: true };
  return { t: start + ((next - start) % (end - start)), ended: false };
}
