// Measured and predicted efforts and residuals per joint, for all visible methods.
import { signal } from "@preact/signals";
import type { RunView } from "../../contract";
import type { Line, PlotData } from "../../plots/data";
import { seriesOf } from "../simulate/runSeries";
import { MEASURED } from "../../plots/style";
import { styleOfMethod } from "../identify/methodStyle";

/** Methods hidden in all plots and tables. */
export const hiddenMethods = signal<ReadonlySet<string>>(new Set());

/** The log of the curves: the validation log if there is one. */
export function playedLogOf(view: RunView): string | null {
  if (view.request.kind !== "identify") return null;
  return view.request.options.validate?.[0] ?? view.request.options.logs[0] ?? null;
}

/** Effort and residual plots of a run. */
export function efforts(run: number): PlotData[] {
  const series = seriesOf.value.get(run);
  if (!series) return [];
  const plots: PlotData[] = [];
  const joints = [
    ...new Set(series.columns.map((column) => column.joint).filter((joint): joint is number => joint !== null)),
  ].sort((a, b) => a - b);
  for (const joint of joints) {
    const own = series.columns
      .map((info, k) => ({ info, values: series.values[k] ?? [] }))
      .filter(({ info }) => info.joint === joint && (info.method === null || !hiddenMethods.value.has(info.method)));
    const unit = own[0]?.info.unit ?? "";
    const residual = own.filter(({ info }) => info.name.includes("residual"));
    const effort = own.filter(({ info }) => !info.name.includes("residual"));
    const lines = (list: typeof own): Line[] =>
      list.map(({ info, values }) => ({
        label: info.method ?? "measured",
        values,
        style: info.method === null ? MEASURED : styleOfMethod(run, info.method),
      }));
    if (effort.length > 0)
      plots.push({
        title: `Joint ${joint + 1}: effort`,
        x: series.t,
        xLabel: "time",
        xUnit: "s",
        yLabel: "effort",
        yUnit: unit,
        lines: lines(effort),
      });
    if (residual.length > 0)
      plots.push({
        title: `Joint ${joint + 1}: residual`,
        x: series.t,
        xLabel: "time",
        xUnit: "s",
        yLabel: "measured − predicted",
        yUnit: unit,
        lines: lines(residual),
      });
  }
  return plots;
}
