// Convergence: estimates over time with uncertainty bands, and the cost of search methods per iteration.
import { signal } from "@preact/signals";
import { Plot } from "../../plots/Plot";
import { runViews } from "../../state/runs";
import { identifyResult, shortName } from "./result";
import { styleOfMethod } from "./methodStyle";
import { tracePlot } from "./tracePlot";

const selected = signal<string | null>(null);

/** The plots of a run. */
export function ConvergencePlots({ run }: { run: number }) {
  const traces = runViews.value.get(run)?.traces ?? [];
  if (traces.length === 0) return null;
  const names = [
    ...new Set(
      traces
        .filter((trace) => trace.values.length > 0 && trace.axis.startsWith("time"))
        .flatMap((trace) => trace.names),
    ),
  ];
  // The number in the parameter table, or in the trace while there is no result yet.
  const order = identifyResult(runViews.value.get(run)?.result)?.methods[0]?.base.map((entry) => entry.name) ?? names;
  const label = (name: string) => shortName(name, order.indexOf(name));
  const shown = selected.value !== null && names.includes(selected.value) ? selected.value : (names[0] ?? null);
  const plot = shown === null ? null : tracePlot(traces, shown, label(shown), (method) => styleOfMethod(run, method));
  const searches = traces.filter((trace) => !trace.axis.startsWith("time") && trace.cost.length > 1);
  return (
    <section class="card stack" id="traces" aria-labelledby="traces-title">
      <header class="row">
        <h2 id="traces-title" class="grow">
          Convergence
        </h2>
        {names.length > 0 && (
          <label class="row run-choice">
            <span>Parameter</span>
            <select value={shown ?? ""} onChange={(event) => (selected.value = event.currentTarget.value)}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {label(name) === name ? name : `${label(name)}: ${name}`}
                </option>
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
              title: `${trace.method}: cost`,
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
