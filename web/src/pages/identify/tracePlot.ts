// Plot of one parameter estimate over time, by all online methods.
import type { EstimateTrace } from "../../contract";
import type { Line, PlotData } from "../../plots/data";

/** Values of a trace at other times (zero-order hold). */
function holdLast(at: readonly number[], trace: EstimateTrace, column: readonly number[]): (number | null)[] {
  let k = -1;
  return at.map((t) => {
    while (k + 1 < trace.at.length && (trace.at[k + 1] ?? Infinity) <= t) k += 1;
    return k < 0 ? null : (column[k] ?? null);
  });
}

/** Estimates of one parameter over time; bands are two standard deviations. */
export function tracePlot(
  traces: readonly EstimateTrace[],
  name: string,
  label: string,
  style: (method: string) => number,
): PlotData | null {
  const online = traces.filter(
    (trace) =>
      trace.axis.startsWith("time") && trace.names.includes(name) && trace.at.length > 0 && trace.values.length > 0,
  );
  const first = online[0];
  if (!first) return null;
  const at = [...new Set(online.flatMap((trace) => trace.at))].sort((a, b) => a - b);
  const lines: Line[] = online.map((trace) => {
    const k = trace.names.indexOf(name);
    const values = holdLast(at, trace, trace.values[k] ?? []);
    const deviations = holdLast(at, trace, trace.deviations[k] ?? []);
    const edge = (sign: number) =>
      values.map((value, i) =>
        value === null || deviations[i] === null || deviations[i] === undefined
          ? null
          : value + sign * 2 * (deviations[i] ?? 0),
      );
    return {
      label: trace.method,
      values,
      style: style(trace.method),
      ...(trace.deviations.length > 0 ? { band: { low: edge(-1), high: edge(1) } } : {}),
    };
  });
  return {
    title: `${label}: estimate ± 2 standard deviations`,
    x: at,
    xLabel: "time",
    xUnit: "s",
    yLabel: label,
    yUnit: first.units[first.names.indexOf(name)] ?? "",
    lines,
    ignoreTransient: true,
  };
}
