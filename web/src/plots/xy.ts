// Points over each other: one column against another, as an SVG figure.
import { withUnit } from "./data";
import { styleOf } from "./style";
import { tickLabel, ticks } from "./ticks";

/** A cloud of points. */
export interface Cloud {
  label: string;
  x: readonly (number | null)[];
  y: readonly (number | null)[];
  style: number;
}

/** A figure of clouds. */
export interface XyData {
  title: string;
  xLabel: string;
  xUnit: string;
  yLabel: string;
  yUnit: string;
  clouds: readonly Cloud[];
  /** Whether neighbouring points are joined. */
  joined?: boolean;
}

/** Range with a margin. */
function range(values: Iterable<number | null>): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  const margin = (high - low) * 0.05 || Math.abs(low) * 0.1 || 1;
  return [low - margin, high + margin];
}

function* column(clouds: readonly Cloud[], axis: "x" | "y"): Generator<number | null> {
  for (const cloud of clouds) yield* cloud[axis];
}

/** Everything to draw, in a box of this size. */
export function xyFigure(data: XyData, width: number, height: number) {
  const [left, right, top, bottom] = [62, 12, 8, 40];
  const [x0, x1] = range(column(data.clouds, "x"));
  const [y0, y1] = range(column(data.clouds, "y"));
  const px = (value: number) => left + ((value - x0) / (x1 - x0)) * (width - left - right);
  const py = (value: number) => height - bottom - ((value - y0) / (y1 - y0)) * (height - top - bottom);
  const paths = data.clouds.map((cloud) => {
    let [path, pen] = ["", false];
    cloud.x.forEach((x, k) => {
      const y = cloud.y[k];
      if (typeof x !== "number" || typeof y !== "number" || !Number.isFinite(x) || !Number.isFinite(y)) {
        pen = false;
        return;
      }
      const at = `${px(x).toFixed(1)} ${py(y).toFixed(1)}`;
      // A point is a stroke of no length with round ends.
      path += data.joined ? `${pen ? "L" : "M"}${at}` : `M${at}h0`;
      pen = true;
    });
    return path;
  });
  const marks = (low: number, high: number, count: number, place: (value: number) => number) => {
    const found = ticks(low, high, count);
    const step = (found[1] ?? 1) - (found[0] ?? 0);
    return found.map((value) => ({ at: place(value), text: tickLabel(value, step) }));
  };
  return {
    paths,
    place: (x: number, y: number): [number, number] => [px(x), py(y)],
    box: { left, right: width - right, top, bottom: height - bottom },
    xTicks: marks(x0, x1, 6, px),
    yTicks: marks(y0, y1, 5, py),
  };
}

/** The point nearest to a place of the figure, if one is within `within` pixels. */
export function nearestPoint(
  clouds: readonly Cloud[],
  place: (x: number, y: number) => [number, number],
  [left, top]: readonly [number, number],
  within = 20,
): { label: string; x: number; y: number } | null {
  let [found, least]: [{ label: string; x: number; y: number } | null, number] = [null, within];
  for (const { label, x: xs, y: ys } of clouds)
    xs.forEach((x, k) => {
      const y = ys[k];
      if (typeof x !== "number" || typeof y !== "number") return;
      const [px, py] = place(x, y);
      const distance = Math.hypot(px - left, py - top);
      if (distance < least) [found, least] = [{ label, x, y }, distance];
    });
  return found;
}

/** The points as CSV: label, x, y. */
export function xyAsCsv(data: XyData): string {
  const cell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = [["series", withUnit(data.xLabel, data.xUnit), withUnit(data.yLabel, data.yUnit)].map(cell).join(",")];
  for (const cloud of data.clouds)
    cloud.x.forEach((x, k) => rows.push([cell(cloud.label), x ?? "", cloud.y[k] ?? ""].join(",")));
  return rows.join("\r\n") + "\r\n";
}

/** The stroke of a cloud. */
export function strokeOf(cloud: Cloud, dark: boolean): string {
  return styleOf(cloud.style, dark).colour;
}
