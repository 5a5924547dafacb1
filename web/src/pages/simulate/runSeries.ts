// Time series of runs, loaded once (downsampled by the server), with optional overlays.
import { effect, signal } from "@preact/signals";
import { get, queryString } from "../../api/client";
import type { Series } from "../../contract";
import { curvesOf, isReference, plotsOf } from "../../plots/curves";
import type { PlotData } from "../../plots/data";
import { SAMPLES } from "../../state/playback";
import { projectPath, project } from "../../state/project";
import { attempt } from "../../state/errors";

/** Series of runs, by number. */
export const seriesOf = signal<ReadonlyMap<number, Series>>(new Map());
/** Runs overlaid on the displayed one. */
export const overlayRuns = signal<ReadonlySet<number>>(new Set());

let shownProject: string | undefined;
effect(() => {
  if (project.value?.id === shownProject) return;
  shownProject = project.value?.id;
  seriesOf.value = new Map();
  overlayRuns.value = new Set();
});

/** Loads the series of a run unless loaded. */
export async function loadSeries(run: number): Promise<void> {
  if (seriesOf.peek().has(run)) return;
  const id = project.peek()?.id;
  const series = await attempt(() =>
    get<Series>(projectPath(`/runs/${run}/series${queryString({ max_points: SAMPLES })}`)),
  );
  if (series !== null && project.peek()?.id === id) seriesOf.value = new Map(seriesOf.peek()).set(run, series);
}

/** Plots of a run with the overlaid runs. */
export function runPlots(run: number): PlotData[] {
  const own = seriesOf.value.get(run);
  if (!own) return [];
  const model = project.value?.model;
  const joints = (model?.driven ?? []).flatMap((index) => model?.joints[index] ?? []);
  const curves = curvesOf(own, { joints }).filter((curve) => !isReference(curve.info));
  for (const other of overlayRuns.value) {
    const series = seriesOf.value.get(other);
    if (series && other !== run)
      curves.push(
        ...curvesOf(series, { suffix: ` · run ${other}`, pale: true }).filter((curve) => !isReference(curve.info)),
      );
  }
  return plotsOf(curves);
}
