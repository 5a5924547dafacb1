// Timeline arithmetic. The cursor is always on a sample, so that the 3D view, plots and values agree.

/** Index of the sample nearest to `t`; −1 if there are none. */
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

/** Cursor after `elapsed` seconds of playback; `ended` at the end of the range. */
export function advance(
  t: number,
  elapsed: number,
  range: readonly [number, number],
  loop: boolean,
): { t: number; ended: boolean } {
  const [start, end] = range;
  const next = t + elapsed;
  if (next < end) return { t: Math.max(next, start), ended: false };
  if (!loop || end <= start) return { t: end, ended: true };
  return { t: start + ((next - start) % (end - start)), ended: false };
}

/** Visible range scaled by `factor` about `t`, clipped to the whole range; `null` if it covers everything. */
export function zoomAbout(
  shown: readonly [number, number],
  t: number,
  factor: number,
  whole: readonly [number, number],
): [number, number] | null {
  const at = Math.min(shown[1], Math.max(shown[0], t));
  const from = Math.max(whole[0], at - (at - shown[0]) * factor);
  const to = Math.min(whole[1], at + (shown[1] - at) * factor);
  return from <= whole[0] && to >= whole[1] ? null : [from, to];
}

/** Visible range shifted to the cursor if the cursor has left it. */
export function scrollTo(shown: readonly [number, number], t: number): [number, number] | null {
  if (t >= shown[0] && t <= shown[1]) return null;
  return [t, t + shown[1] - shown[0]];
}
