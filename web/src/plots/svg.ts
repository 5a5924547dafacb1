// SVG export of the visible range with title, legend, axes and units, on white background.
import { extent, limitsOf, withUnit, type Line, type PlotData } from "./data";
import { styleOf } from "./style";
import { tickLabel, ticks } from "./ticks";

const WIDTH = 720;
const HEIGHT = 380;
const LEFT = 74;
const RIGHT = 16;
const BOTTOM = 46;

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Path of a line; gaps in the values are gaps in the path. */
function path(
  x: ArrayLike<number>,
  y: ArrayLike<number | null>,
  from: number,
  to: number,
  px: (v: number) => number,
  py: (v: number) => number,
): string {
  let text = "";
  let pen = false;
  for (let i = 0; i < x.length; i++) {
    const a = x[i] ?? NaN;
    const b = y[i];
    if (a < from || a > to) continue;
    const height = b === null || b === undefined ? NaN : py(b);
    if (!Number.isFinite(height)) {
      pen = false;
      continue;
    }
    text += `${pen ? "L" : "M"}${px(a).toFixed(2)} ${height.toFixed(2)}`;
    pen = true;
  }
  return text;
}

function bandPath(
  plot: PlotData,
  line: Line,
  from: number,
  to: number,
  px: (v: number) => number,
  py: (v: number) => number,
): string {
  const forth: string[] = [];
  const back: string[] = [];
  for (let i = 0; i < plot.x.length; i++) {
    const x = plot.x[i] ?? NaN;
    const low = line.band?.low[i];
    const high = line.band?.high[i];
    if (x < from || x > to || typeof low !== "number" || typeof high !== "number") continue;
    if (!Number.isFinite(py(low)) || !Number.isFinite(py(high))) continue;
    forth.push(`${px(x).toFixed(2)} ${py(high).toFixed(2)}`);
    back.unshift(`${px(x).toFixed(2)} ${py(low).toFixed(2)}`);
  }
  return forth.length === 0 ? "" : `M${[...forth, ...back].join("L")}Z`;
}

/** SVG document of a plot. */
export function plotAsSvg(plot: PlotData, from?: number, to?: number): string {
  const lines = plot.lines.filter((line) => !line.hidden);
  const first = from ?? plot.x[0] ?? 0;
  const last = to ?? plot.x[plot.x.length - 1] ?? 1;
  const [low, high] = extent(plot, first, last);
  const top = 34 + 18 * Math.ceil(lines.length / 4);
  const log = plot.logarithmic === true;
  const map = (v: number) => (log ? Math.log10(v) : v);
  const px = (v: number) => LEFT + ((v - first) / (last - first || 1)) * (WIDTH - LEFT - RIGHT);
  const py = (v: number) =>
    HEIGHT - BOTTOM - ((map(v) - map(low)) / (map(high) - map(low) || 1)) * (HEIGHT - BOTTOM - top);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${escape(plot.title)}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="20" font-size="15" font-weight="bold">${escape(plot.title)}</text>`,
  ];
  lines.forEach((line, k) => {
    const style = styleOf(line.style, false);
    const x = LEFT + (k % 4) * 160;
    const y = 38 + 18 * Math.floor(k / 4);
    parts.push(
      `<path d="M${x} ${y - 4}h24" stroke="${style.colour}" stroke-width="2" stroke-dasharray="${style.dash.join(" ")}"/>`,
    );
    parts.push(`<text x="${x + 30}" y="${y}">${escape(line.label)}</text>`);
  });
  const xs = ticks(first, last, 8);
  const ys = log
    ? ticks(Math.floor(map(low)), Math.ceil(map(high)), 6)
        .map((p) => 10 ** p)
        .filter((v) => v >= low && v <= high)
    : ticks(low, high, 6);
  const xStep = (xs[1] ?? 1) - (xs[0] ?? 0);
  const yStep = (ys[1] ?? 1) - (ys[0] ?? 0);
  for (const x of xs) {
    parts.push(`<path d="M${px(x).toFixed(2)} ${top}V${HEIGHT - BOTTOM}" stroke="#ddd"/>`);
    parts.push(
      `<text x="${px(x).toFixed(2)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${tickLabel(x, xStep)}</text>`,
    );
  }
  for (const y of ys) {
    parts.push(`<path d="M${LEFT} ${py(y).toFixed(2)}H${WIDTH - RIGHT}" stroke="#ddd"/>`);
    parts.push(
      `<text x="${LEFT - 6}" y="${(py(y) + 4).toFixed(2)}" text-anchor="end">${log ? y.toExponential(0) : tickLabel(y, yStep)}</text>`,
    );
  }
  for (const { at, line } of limitsOf(plot).filter(({ at }) => at >= low && at <= high))
    parts.push(
      `<path class="limit" d="M${LEFT} ${py(at).toFixed(2)}H${WIDTH - RIGHT}" stroke="${styleOf(line.style, false).colour}" stroke-opacity="0.7"/>`,
    );
  for (const line of lines) {
    const style = styleOf(line.style, false);
    if (line.band)
      parts.push(`<path d="${bandPath(plot, line, first, last, px, py)}" fill="${style.colour}" fill-opacity="0.18"/>`);
    parts.push(
      `<path d="${path(plot.x, line.values, first, last, px, py)}" fill="none" stroke="${style.colour}" stroke-width="1.6" stroke-dasharray="${style.dash.join(" ")}"/>`,
    );
  }
  parts.push(`<path d="M${LEFT} ${top}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#333"/>`);
  parts.push(
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escape(withUnit(plot.xLabel, plot.xUnit))}</text>`,
  );
  parts.push(
    `<text transform="translate(16 ${(top + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escape(withUnit(plot.yLabel, plot.yUnit))}</text>`,
  );
  parts.push("</svg>");
  return parts.join("\n") + "\n";
}
