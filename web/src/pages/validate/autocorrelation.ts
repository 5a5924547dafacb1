// Autocorrelation of a residual: r(k) = Σ (e_i − ē)(e_{i+k} − ē) / Σ (e_i − ē)². For white noise of N samples about
// 95 % of the lags lie within ±1.96/√N (Ljung, System Identification, section 16.6).

/** r at lags 0 … `lags` and the half-width of the band; `null` for a constant residual. */
export function autocorrelation(
  residual: readonly number[],
  lags: number,
): { lag: number[]; r: number[]; band: number } | null {
  const n = residual.length;
  if (n < 3) return null;
  const mean = residual.reduce((sum, value) => sum + value, 0) / n;
  const e = residual.map((value) => value - mean);
  const power = e.reduce((sum, value) => sum + value * value, 0);
  if (!(power > 0)) return null;
  const most = Math.min(lags, n - 1);
  const r: number[] = [];
  for (let k = 0; k <= most; k++) {
    let sum = 0;
    for (let i = 0; i + k < n; i++) sum += (e[i] ?? 0) * (e[i + k] ?? 0);
    r.push(sum / power);
  }
  return { lag: r.map((_, k) => k), r, band: 1.96 / Math.sqrt(n) };
}
