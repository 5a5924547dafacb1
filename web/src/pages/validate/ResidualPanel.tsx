// Residual analysis: autocorrelation with the 95 % band of white noise.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, queryString } from "../../api/client";
import type { Series } from "../../contract";
import type { PlotData } from "../../plots/data";
import { Plot } from "../../plots/Plot";
import { projectPath, project } from "../../state/project";
import { attempt } from "../../state/errors";
import { styleOfMethod } from "../identify/methodStyle";
import { autocorrelation } from "./autocorrelation";
import { hiddenMethods } from "./efforts";

/** Maximum number of samples; a downsampled residual has a different autocorrelation. */
const MAX_SAMPLES = 20000;
const LAGS = 50;
const joint = signal(0);
const loaded = signal<{ key: string; series: Series } | null>(null);

async function load(key: string, run: number, names: string[]): Promise<void> {
  const series = await attempt(() =>
    get<Series>(projectPath(`/runs/${run}/series${queryString({ names: names.join(","), max_points: MAX_SAMPLES })}`)),
  );
  if (series !== null) loaded.value = { key, series };
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
  const series = loaded.value?.key === key ? loaded.value.series : null;
  let plot: PlotData | null = null;
  if (series !== null && !series.thinned) {
    const lines = series.columns.flatMap((info, k) => {
      const values = (series.values[k] ?? []).filter((value): value is number => value !== null);
      const result = autocorrelation(values, LAGS);
      if (result === null || info.method === null || hiddenMethods.value.has(info.method)) return [];
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
      yLabel: "autocorrelation",
      yUnit: "",
      lines,
    };
  }
  return (
    <section class="card stack" aria-labelledby="residual-title">
      <header class="row">
        <h2 id="residual-title" class="grow">
          Residual analysis
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
          The log has {series.samples} samples, too many for this plot; see the column “White residual” in the table
          above.
        </p>
      )}
      {plot && plot.lines.length === 0 && <p class="muted">The residual is constant.</p>}
      <p class="muted small">
        For white noise, 95 % of the lags are within the band. Values outside it indicate dynamics that are not in the
        model.
      </p>
    </section>
  );
}
