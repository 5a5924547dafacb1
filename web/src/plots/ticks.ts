// Axis ticks: steps of 1, 2 or 5 times a power of ten.

/** About `count` round values within [from, to]. */
export function ticks(from: number, to: number, count: number): number[] {
  if (!(to > from) || !Number.isFinite(from) || !Number.isFinite(to)) return [from];
  const raw = (to - from) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5].find((factor) => factor * power >= raw * (1 - 1e-12)) ?? 10) * power;
  const out: number[] = [];
  // Adding zero turns −0 into 0.
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k++) out.push(k * step + 0);
  return out;
}

/** Tick label for this step. */
export function tickLabel(value: number, step: number): string {
  const size = Math.max(Math.abs(value), step);
  if (size >= 1e5 || step < 1e-4)
    return value === 0 ? "0" : value.toExponential(1).replace("e+", "e").replace("-", "−");
  const decimals = Math.max(0, Math.min(8, -Math.floor(Math.log10(step * (1 + 1e-9)))));
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}
