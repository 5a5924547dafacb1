// Whether a residual still holds something: its autocorrelation with the band of white noise.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, query } from "../../api/client";
import type { Series } from "../../contract";
import type { PlotData } from "../../plots/data";
import { Plot } from "../../plots/Plot";
import { pathOf, project } from "../../state/project";
import { attempt } from "../../state/report";
import { styleOfMethod } from "../identify/methodStyle";
import { autocorrelation } from "./autocorrelation";
import { switchedOff } from "./efforts";

/** Samples that are fetched at most: a thinned residual has no honest autocorrelation. */
const MOST = 20000;
const LAGS = 50;
const joint = signal(0);
const found = signal<{ key: string; series: Series } | null>(null);

async function load(key: string, run: number, names: string[]): Promise<void> {
  const series = await attempt(() =>
    get<Series>(pathOf(`/runs/${run}/series${query({ names: names.join(","), max_points: MOST })}`)),
  );
  if (series !== null) found.value = { key, series };
}

/** The panel. */
export function ResidualPanel({ run, methods }: { run: number; methods: readonly string[] }) {
  const model = project.value?.model;
  const joints = (model?.driven ?? []).map((index) => model?.joints[index]?.name ?? "");
  const chosen = Math.min(joint.value, Math.max(0, joints.length - 1));
  const key = `${project.value?.id} ${run} ${chosen} ${methods.join()}`;
  useEffect(
    () =>
      void load(
        key,
        run,
        methods.map((method) => `${method}:residual${chosen + 1}`),
      ),
    [key],
  );
  const series = found.value?.key === key ? found.value.series : null;
  let plot: PlotData | null = null;
  if (series !== null && !series.thinned) {
    const lines = series.columns.flatMap((info, k) => {
      const values = (series.values[k] ?? []).filter((value): value is number => value !== null);
      const result = autocorrelation(values, LAGS);
      if (result === null || info.method === null || switchedOff.value.has(info.method)) return [];
      return [
        {
          label: info.method,
          values: result.r,
          style: styleOfMethod(run, info.method),
          band: { low: result.r.map(() => -result.band), high: result.r.map(() => result.band) },
        },
      ];
    });
    const lag = Array.from({ length: Math.max(0, ...lines.map((line) => line.values.length)) }, (_, k) => k);
    plot = {
      title: "Autocorrelation of the residual",
      x: lag,
      xLabel: "lag",
      xUnit: "samples",
      yLabel: "correlation",
      yUnit: "",
      lines,
    };
  }
  return (
    <section class="card stack" aria-labelledby="residual-title">
      <header class="row">
        <h2 id="residual-title" class="grow">
          Is the residual only noise?
        </h2>
        <label class="row">
          <span>Joint</span>
          <select value={String(chosen)} onChange={(event) => (joint.value = Number(event.currentTarget.value))}>
            {joints.map((name, k) => (
              <option key={name} value={String(k)}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      {plot && plot.lines.length > 0 && <Plot plot={plot} linked={false} />}
      {series?.thinned && (
        <p class="muted">
          The log has {series.samples} samples, more than fit here; the table above says what the whole residual is
          like.
        </p>
      )}
      {plot && plot.lines.length === 0 && <p class="muted">The residual does not vary.</p>}
      <p class="muted small">
        White noise stays within the band for 95 % of the lags; what rises above it is motion that the model does not
        explain.
      </p>
    </section>
  );
}
