// Estimates on their way: each unknown over time with its band, all methods in one plot; costs of searches.
import { signal } from "@preact/signals";
import type { EstimateTrace } from "../../contract";
import { catalogue } from "../../state/catalogue";
import type { Line, PlotData } from "../../plots/data";
import { Plot } from "../../plots/Plot";
import { runViews } from "../../state/runs";

const unknown = signal<string | null>(null);

/** A method looks the same everywhere: by its place in the catalogue. */
export function styleOfMethod(method: string): number {
  const index = catalogue.value?.estimators.findIndex((entry) => entry.name === method) ?? 0;
  return Math.max(0, index);
}

/** Values of a trace at the times of another, by the last one known. */
function held(at: readonly number[], trace: EstimateTrace, column: readonly number[]): (number | null)[] {
  let k = -1;
  return at.map((t) => {
    while (k + 1 < trace.at.length && (trace.at[k + 1] ?? Infinity) <= t) k += 1;
    return k < 0 ? null : (column[k] ?? null);
  });
}

/** The plot of one unknown over time, by all methods that follow it; bands are two standard deviations. */
export function tracePlot(traces: readonly EstimateTrace[], name: string): PlotData | null {
  const followed = traces.filter((trace) => trace.axis.startsWith("time") && trace.names.includes(name) && trace.at.length > 0 && trace.values.length > 0);
  const first = followed[0];
  if (!first) return null;
  const at = [...new Set(followed.flatMap((trace) => trace.at))].sort((a, b) => a - b);
  const lines: Line[] = followed.map((trace) => {
    const k = trace.names.indexOf(name);
    const values = held(at, trace, trace.values[k] ?? []);
    const deviations = held(at, trace, trace.deviations[k] ?? []);
    const edge = (sign: number) => values.map((value, i) => (value === null || deviations[i] === null || deviations[i] === undefined ? null : value + sign * 2 * (deviations[i] ?? 0)));
    return { label: trace.method, values, style: styleOfMethod(trace.method), ...(trace.deviations.length > 0 ? { band: { low: edge(-1), high: edge(1) } } : {}) };
  });
  return { title: `${name} over time, ± 2 σ`, x: at, xLabel: "time", xUnit: "s", yLabel: name, yUnit: first.units[first.names.indexOf(name)] ?? "", lines };
}

/** The plots of a run. */
export function TracePlots({ run }: { run: number }) {
  const traces = runViews.value.get(run)?.traces ?? [];
  if (traces.length === 0) return null;
  const names = [...new Set(traces.filter((trace) => trace.values.length > 0 && trace.axis.startsWith("time")).flatMap((trace) => trace.names))];
  const shown = unknown.value !== null && names.includes(unknown.value) ? unknown.value : (names[0] ?? null);
  const plot = shown === null ? null : tracePlot(traces, shown);
  const searches = traces.filter((trace) => !trace.axis.startsWith("time") && trace.cost.length > 1);
  return (
    <section class="card stack" id="traces" aria-labelledby="traces-title">
      <header class="row">
        <h2 id="traces-title" class="grow">How the estimates came about</h2>
        {names.length > 0 && (
          <label class="row">
            <span>Unknown</span>
            <select value={shown ?? ""} onChange={(event) => (unknown.value = event.currentTarget.value)}>{names.map((name) => <option key={name}>{name}</option>)}</select>
          </label>
        )}
      </header>
      {plot && <Plot plot={plot} tall linked={false} />}
      <div class="plots">
        {searches.map((trace) => (
          <Plot key={trace.method} linked={false} plot={{ title: `${trace.method}: cost by ${trace.axis}`, x: trace.at, xLabel: trace.axis, xUnit: "", yLabel: "mean squared residual", yUnit: "", logarithmic: true, lines: [{ label: trace.method, values: trace.cost, style: styleOfMethod(trace.method) }] }} />
        ))}
      </div>
    </section>
  );
}
