// Converts series columns to plots: one plot per quantity and unit, in the units of the interface.
import { shownUnit } from "../robot/units";
import { jointLimits } from "../robot/limits";
import type { JointView, Series, SeriesInfo } from "../contract";
import type { Line, PlotData } from "./data";

/** Display names of quantities; others keep the name given by the server. */
const NAMES: Record<string, string> = {
  q: "Position",
  qd: "Velocity",
  qdd: "Acceleration",
  tau: "Effort",
  energy: "Energy",
  i: "Current",
  residual: "Residual",
};

/** A column to plot. */
export interface Curve {
  info: SeriesInfo;
  t: readonly number[];
  values: readonly (number | null)[];
  label: string;
  style: number;
  pale?: boolean;
  /** The joint, for its limits. */
  joint?: JointView | undefined;
}

/** Values in display units. */
export function displayValues(
  values: readonly (number | null)[],
  unit: string,
): { unit: string; values: (number | null)[] } {
  const shown = shownUnit(unit);
  return { unit: shown.unit, values: values.map((value) => (value === null ? null : value * shown.factor)) };
}

/** Line label without the quantity, which is in the plot title. */
export function shortLabel(info: SeriesInfo): string {
  if (info.joint === null) return info.label || info.name;
  return (info.label || info.name).replace(/ (position|velocity|speed|acceleration|effort|torque|force|current)\b/, "");
}

/** Whether a column is a reference (commanded) signal. */
export function isReference(info: SeriesInfo): boolean {
  return /ref\d*$/.test(info.name);
}

/** Curves of a series; styled by joint. */
export function curvesOf(
  series: Series,
  options: { suffix?: string; pale?: boolean; styleBase?: number; joints?: readonly JointView[] } = {},
): Curve[] {
  return series.columns.map((info, k) => ({
    info,
    t: series.t,
    values: series.values[k] ?? [],
    label: `${shortLabel(info)}${options.suffix ?? ""}`,
    style: (info.joint ?? k) + (options.styleBase ?? 0),
    ...(options.pale ? { pale: true } : {}),
    ...(options.joints && info.joint !== null ? { joint: options.joints[info.joint] } : {}),
  }));
}

/** Interpolates a curve linearly at the times `t`; no value outside its range. */
function resample(t: readonly number[], curve: Curve): (number | null)[] {
  if (curve.t === t) return [...curve.values];
  const out: (number | null)[] = [];
  let k = 0;
  for (const time of t) {
    while (k + 1 < curve.t.length && (curve.t[k + 1] ?? Infinity) <= time + 1e-12) k += 1;
    const first = curve.t[k] ?? NaN;
    const next = curve.t[k + 1];
    const a = curve.values[k];
    const b = curve.values[k + 1];
    if (
      time < (curve.t[0] ?? Infinity) - 1e-12 ||
      time > (curve.t[curve.t.length - 1] ?? -Infinity) + 1e-12 ||
      a === null ||
      a === undefined
    )
      out.push(null);
    else if (next === undefined || b === null || b === undefined || next <= first) out.push(a);
    else out.push(a + ((b - a) * Math.max(0, time - first)) / (next - first));
  }
  return out;
}

/** Plots of curves, grouped by quantity and unit, ordered by `groups`. */
export function plotsOf(
  curves: readonly Curve[],
  groups: readonly string[] = ["q", "qd", "qdd", "tau", "energy"],
): PlotData[] {
  const plots = new Map<string, Curve[]>();
  for (const curve of curves) {
    const key = `${curve.info.group}|${curve.info.unit}`;
    plots.set(key, [...(plots.get(key) ?? []), curve]);
  }
  const order = (key: string) => {
    const index = groups.indexOf(key.split("|")[0] ?? "");
    return index < 0 ? groups.length : index;
  };
  return [...plots.entries()]
    .sort(([a], [b]) => order(a) - order(b))
    .map(([key, members]) => {
      const [group = "", unit = ""] = key.split("|");
      const t = members[0]?.t ?? [];
      const name = NAMES[group] ?? group;
      const shown = displayValues([], unit).unit;
      const { factor } = shownUnit(unit);
      const lines: Line[] = members.map((curve) => {
        const limits = curve.joint ? jointLimits(curve.joint, group, factor) : null;
        return {
          label: curve.label,
          values: displayValues(resample(t, curve), unit).values,
          style: curve.style,
          ...(curve.pale ? { pale: true } : {}),
          ...(limits ? { limits } : {}),
        };
      });
      const kinds = [...plots.keys()].filter((other) => other.startsWith(`${group}|`)).length > 1;
      return {
        title: kinds ? `${name} (${shown})` : name,
        x: t,
        xLabel: "time",
        xUnit: "s",
        yLabel: name.toLowerCase(),
        yUnit: shown,
        lines,
      };
    });
}
