// Estimates on their way: each unknown over time with its band, all methods in one plot; costs of searches.
import { signal } from "@preact/signals";
import { Plot } from "../../plots/Plot";
import { runViews } from "../../state/runs";
import { styleOfMethod } from "./methodStyle";
import { tracePlot } from "./tracePlot";

const unknown = signal<string | null>(null);

/** The plots of a run. */
export function TracePlots({ run }: { run: number }) {
  const traces = runViews.value.get(run)?.traces ?? [];
  if (traces.length === 0) return null;
  const names = [
    ...new Set(
      traces
        .filter((trace) => trace.values.length > 0 && trace.axis.startsWith("time"))
        .flatMap((trace) => trace.names),
    ),
  ];
  const shown = unknown.value !== null && names.includes(unknown.value) ? unknown.value : (names[0] ?? null);
  const plot = shown === null ? null : tracePlot(traces, shown, (method) => styleOfMethod(run, method));
  const searches = traces.filter((trace) => !trace.axis.startsWith("time") && trace.cost.length > 1);
  return (
    <section class="card stack" id="traces" aria-labelledby="traces-title">
      <header class="row">
        <h2 id="traces-title" class="grow">
          How the estimates came about
        </h2>
        {names.length > 0 && (
          <label class="row">
            <span>Unknown</span>
            <select value={shown ?? ""} onChange={(event) => (unknown.value = event.currentTarget.value)}>
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
      </header>
      {plot && <Plot plot={plot} tall linked={false} />}
      <div class="plots">
        {searches.map((trace) => (
          <Plot
            key={trace.method}
            linked={false}
            plot={{
              title: `${trace.method}: cost by ${trace.axis}`,
              x: trace.at,
              xLabel: trace.axis,
              xUnit: "",
              yLabel: "mean squared residual",
              yUnit: "",
              logarithmic: true,
              lines: [{ label: trace.method, values: trace.cost, style: styleOfMethod(run, trace.method) }],
            }}
          />
        ))}
      </div>
    </section>
  );
}
