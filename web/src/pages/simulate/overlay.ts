// Curves of runs: fetched once, thinned by the server, laid over each other on demand.
import { effect, signal } from "@preact/signals";
import { get, query } from "../../api/client";
import type { Series } from "../../contract";
import { curvesOf, isReference, plotsOf } from "../../plots/curves";
import type { PlotData } from "../../plots/data";
import { SAMPLES } from "../../state/playback";
import { pathOf, project } from "../../state/project";
import { attempt } from "../../state/report";

/** Series of runs, by number. */
export const seriesOf = signal<ReadonlyMap<number, Series>>(new Map());
/** Runs that are laid under the one shown. */
export const overlaid = signal<ReadonlySet<number>>(new Set());

let shownProject: string | undefined;
effect(() => {
  if (project.value?.id === shownProject) return;
  shownProject = project.value?.id;
  seriesOf.value = new Map();
  overlaid.value = new Set();
});

/** Fetches the curves of a run if they are not here. */
export async function wantSeries(run: number): Promise<void> {
  if (seriesOf.peek().has(run)) return;
  const id = project.peek()?.id;
  const series = await attempt(() => get<Series>(pathOf(`/runs/${run}/series${query({ max_points: SAMPLES })}`)));
  if (series !== null && project.peek()?.id === id) seriesOf.value = new Map(seriesOf.peek()).set(run, series);
}

/** Plots of a run with those laid under it. */
export function runPlots(run: number): PlotData[] {
  const own = seriesOf.value.get(run);
  if (!own) return [];
  const curves = curvesOf(own).filter((curve) => !isReference(curve.info));
  for (const other of overlaid.value) {
    const series = seriesOf.value.get(other);
    if (series && other !== run)
      curves.push(
        ...curvesOf(series, { suffix: ` · run ${other}`, pale: true }).filter((curve) => !isReference(curve.info)),
      );
  }
  return plotsOf(curves);
}
