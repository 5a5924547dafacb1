// Data of the plots of a log: over time, with other logs, effort against speed, any column against another, spectra.
import { effect, signal } from "@preact/signals";
import { get, queryString } from "../../api/client";
import type { Series, Spectra, SpeedEffort } from "../../contract";
import { curvesOf, displayValues, isReference, plotsOf } from "../../plots/curves";
import type { PlotData } from "../../plots/data";
import type { XyData } from "../../plots/xy";
import { withoutRoundingError } from "../../robot/format";
import { shownUnit } from "../../robot/units";
import { attempt } from "../../state/errors";
import { kept, keptAs, keptSet } from "../../state/kept";
import { project, projectPath } from "../../state/project";

/** Views of a log. */
export const VIEWS = [
  { name: "", title: "No plots", summary: "" },
  { name: "time", title: "Columns over time", summary: "" },
  { name: "filtered", title: "Raw and filtered", summary: "" },
  { name: "friction", title: "Effort against speed", summary: "" },
  { name: "xy", title: "Column against column", summary: "" },
  { name: "spectrum", title: "Spectrum", summary: "" },
] as const;
/** The name of a view. */
export type View = (typeof VIEWS)[number]["name"];

/** The view that is shown. */
export const view = signal<View>("");
/** Logs drawn over the selected one. */
export const overlaid = keptSet("log-plots/overlaid");
/** Columns of the XY plot, by name. */
export const xyColumns = keptAs<[string, string]>("log-plots/xy", ["q1", "tau1"], {
  write: (value) => value,
  read: (stored) =>
    Array.isArray(stored) && stored.length === 2 && stored.every((name) => typeof name === "string")
      ? (stored as [string, string])
      : undefined,
});
/** Whether the rigid-body efforts of the model are taken away. */
export const withoutRigid = kept("log-plots/without-rigid", true);

const KEY = "armlab-log-view";
try {
  const stored = globalThis.localStorage?.getItem(KEY) ?? "";
  if (VIEWS.some(({ name }) => name === stored)) view.value = stored as View;
} catch {
  // storage may be disabled
}

/** Chooses a view; the choice is stored. */
export function setView(name: View): void {
  view.value = name;
  try {
    globalThis.localStorage?.setItem(KEY, name);
  } catch {
    // storage may be disabled
  }
}

const loaded = signal<ReadonlyMap<string, unknown>>(new Map());
let shownProject: string | undefined;
effect(() => {
  // A mapping or a model that changes makes other curves.
  const key = `${project.value?.id} ${project.value?.revision} ${JSON.stringify(project.value?.logs.map((log) => log.map))}`;
  if (key === shownProject) return;
  shownProject = key;
  loaded.value = new Map();
});

const waiting = new Set<string>();

/** What the server says at a path; `null` until it does. */
function fetched<T>(path: string): T | null {
  const found = loaded.value.get(path);
  if (found !== undefined) return found as T;
  if (!waiting.has(path)) {
    waiting.add(path);
    void attempt(() => get<T>(projectPath(path))).then((answer) => {
      waiting.delete(path);
      loaded.value = new Map(loaded.peek()).set(path, answer);
    });
  }
  return null;
}

/** Whether something is still to come. */
export function loading(): boolean {
  return loaded.value !== null && waiting.size > 0;
}

function suffix(source: string, all: readonly string[]): string {
  return all.length > 1 ? ` · ${source.replace(/^logs\//, "")}` : "";
}

/** Columns over time, of several logs over each other. */
export function timePlots(sources: readonly string[]): PlotData[] {
  return plotsOf(
    sources.flatMap((source, k) => {
      const series = fetched<Series>(`/log/series${queryString({ source, max_points: 1500 })}`);
      if (series === null) return [];
      const curves = curvesOf(series, { suffix: suffix(source, sources), styleBase: k, pale: k > 0 });
      return curves.filter((curve) => curve.info.joint !== null);
    }),
  );
}

/** Effort against speed of each joint. */
export function frictionPlots(sources: readonly string[], cutoff: number | null): XyData[] {
  const plots = new Map<string, XyData>();
  sources.forEach((source, k) => {
    const query = queryString({ source, cutoff: cutoff ?? undefined });
    const found = fetched<SpeedEffort>(`/log/friction${query}`);
    for (const joint of found?.joints ?? []) {
      const rest = withoutRigid.value && joint.rest.length > 0;
      const largest = Math.max(...joint.effort.map(Math.abs));
      const speed = displayValues(joint.speed, joint.speed_unit);
      const cloud = {
        label: `${joint.joint}${suffix(source, sources)}`,
        x: speed.values,
        y: rest ? joint.rest.map((value) => withoutRoundingError(value, largest)) : joint.effort,
        style: k,
      };
      const old = plots.get(joint.joint);
      plots.set(joint.joint, {
        title: `Friction curve of ${joint.joint}`,
        xLabel: "speed",
        xUnit: speed.unit,
        yLabel: rest ? "effort without the rigid-body model" : "effort",
        yUnit: joint.effort_unit,
        clouds: [...(old?.clouds ?? []), cloud],
      });
    }
  });
  return [...plots.values()];
}

/** Columns that a log has, for the lists of the XY plot. */
export function columnsOf(source: string): Series["columns"] {
  return rowsOf(source)?.columns ?? [];
}

function rowsOf(source: string): Series | null {
  return fetched<Series>(`/log/series${queryString({ source, max_points: 2000, rows: "true" })}`);
}

/** One column against another. */
export function xyPlot(sources: readonly string[]): XyData | null {
  const [xName, yName] = xyColumns.value;
  const clouds = [];
  let labels: XyData | null = null;
  for (const [k, source] of sources.entries()) {
    const series = rowsOf(source);
    const at = (name: string) => series?.columns.findIndex((column) => column.name === name) ?? -1;
    const [i, j] = [at(xName), at(yName)];
    const [x, y] = [series?.columns[i], series?.columns[j]];
    if (!series || !x || !y) continue;
    const [xs, ys] = [displayValues(series.values[i] ?? [], x.unit), displayValues(series.values[j] ?? [], y.unit)];
    clouds.push({ label: source.replace(/^logs\//, ""), x: xs.values, y: ys.values, style: k });
    labels ??= {
      title: `${y.label} against ${x.label}`,
      xLabel: x.label,
      xUnit: xs.unit,
      yLabel: y.label,
      yUnit: ys.unit,
      clouds: [],
      joined: true,
    };
  }
  return labels === null ? null : { ...labels, clouds };
}

/** Amplitudes over frequency, one plot per quantity. */
export function spectrumPlots(sources: readonly string[]): PlotData[] {
  const names: Record<string, string> = {
    q: "Position",
    qd: "Velocity",
    qdd: "Acceleration",
    tau: "Effort",
    i: "Current",
  };
  const plots = new Map<string, PlotData>();
  sources.forEach((source, k) => {
    const found = fetched<Spectra>(`/log/spectrum${queryString({ source })}`);
    found?.columns.forEach((column, c) => {
      if (isReference(column)) return;
      const display = shownUnit(column.unit);
      const key = `${column.group} ${column.unit}`;
      const old = plots.get(key);
      // Other logs have other frequencies: only those of the same are drawn together.
      if (old && old.x.length !== found.frequencies.length) return;
      const amplitudes = found.amplitudes[c] ?? [];
      // What is far below the peak is rounding.
      const least = Math.max(1e-6 * Math.max(...amplitudes), 1e-12);
      const values = amplitudes.map((value) => Math.max(value, least) * display.factor);
      const line = { label: `${column.label}${suffix(source, sources)}`, values, style: (column.joint ?? c) + k };
      plots.set(key, {
        title: `Spectrum: ${names[column.group] ?? column.group} (${display.unit})`,
        x: found.frequencies,
        xLabel: "frequency",
        xUnit: "Hz",
        yLabel: "amplitude",
        yUnit: display.unit,
        logarithmic: true,
        lines: [...(old?.lines ?? []), line],
      });
    });
  });
  return [...plots.values()];
}
