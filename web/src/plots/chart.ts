// Chart drawn with uPlot. The time cursor is an element above the canvas, so moving it causes no repaint.
import uPlot from "uplot";
import { extent, limitsOf, withUnit, type PlotData } from "./data";
import { styleOf } from "./style";
import { tickLabel } from "./ticks";

/** Chart callbacks. */
export interface ChartEvents {
  seek(x: number): void;
  zoom(range: [number, number] | null): void;
  /** The mouse is at a sample; `null` when it leaves. */
  hover(index: number | null): void;
}

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** uPlot columns: x, lines, then low and high of each band. */
function columns(plot: PlotData): uPlot.AlignedData {
  const out: ArrayLike<number | null>[] = [plot.x];
  for (const line of plot.lines) out.push(line.values);
  for (const line of plot.lines) if (line.band) out.push(line.band.low, line.band.high);
  return out.map((column) =>
    Array.from(column, (value) => (typeof value === "number" && Number.isFinite(value) ? value : null)),
  ) as unknown as uPlot.AlignedData;
}

function marker(ink: CanvasRenderingContext2D, kind: string, x: number, y: number, r: number): void {
  ink.beginPath();
  if (kind === "circle") ink.arc(x, y, r, 0, 2 * Math.PI);
  else if (kind === "square") ink.rect(x - r, y - r, 2 * r, 2 * r);
  else if (kind === "triangle") {
    ink.moveTo(x, y - r * 1.2);
    ink.lineTo(x + r * 1.1, y + r);
    ink.lineTo(x - r * 1.1, y + r);
    ink.closePath();
  } else {
    ink.moveTo(x, y - r * 1.3);
    ink.lineTo(x + r * 1.3, y);
    ink.lineTo(x, y + r * 1.3);
    ink.lineTo(x - r * 1.3, y);
    ink.closePath();
  }
  ink.fill();
}

/** Tick labels, independent of the locale of the browser. */
function tickLabels(_: uPlot, splits: number[]): string[] {
  const step = Math.abs((splits[1] ?? 1) - (splits[0] ?? 0)) || 1;
  return splits.map((value) => tickLabel(value, step));
}

/** Tick label of a logarithmic axis. */
function powerLabel(value: number): string {
  const exponent = Math.round(Math.log10(value));
  return Math.abs(exponent) <= 3 || Math.abs(value / 10 ** exponent - 1) > 1e-9
    ? String(Number(value.toPrecision(2))).replace("-", "−")
    : `1e${exponent}`.replace("-", "−");
}

/** A chart in a host element. */
export class Chart {
  private readonly chart: uPlot;
  private readonly cursorLine = document.createElement("div");

  constructor(
    private readonly host: HTMLElement,
    private plot: PlotData,
    dark: boolean,
    range: [number, number] | null,
    events: ChartEvents,
  ) {
    this.cursorLine.className = "plot-cursor";
    this.cursorLine.hidden = true;
    this.range = range;
    const bands: uPlot.Band[] = [];
    const series: uPlot.Series[] = [{ label: plot.xLabel }];
    plot.lines.forEach((line) => {
      const style = styleOf(line.style, dark);
      series.push({
        label: line.label,
        stroke: line.pale ? `${style.colour}77` : style.colour,
        width: line.pale ? 1 : 1.7,
        dash: style.dash,
        points: { show: false },
        show: line.hidden !== true,
        spanGaps: false,
      });
    });
    plot.lines.forEach((line) => {
      if (!line.band) return;
      const low = series.length;
      series.push(
        { show: line.hidden !== true, stroke: "transparent", points: { show: false } },
        { show: line.hidden !== true, stroke: "transparent", points: { show: false } },
      );
      bands.push({ series: [low + 1, low], fill: `${styleOf(line.style, dark).colour}33` });
    });
    const axis = {
      stroke: css("--plot-axis"),
      grid: { stroke: css("--plot-grid"), width: 1 },
      ticks: { stroke: css("--plot-grid"), width: 1 },
      font: "11px system-ui, sans-serif",
      labelFont: "11px system-ui, sans-serif",
    };
    this.chart = new uPlot(
      {
        width: Math.max(120, host.clientWidth),
        height: Math.max(90, host.clientHeight),
        series,
        bands,
        legend: { show: false },
        cursor: { drag: { x: true, y: false, setScale: false }, points: { show: false }, y: false },
        scales: {
          x: { time: false, range: () => this.shownRange() },
          y: { distr: plot.logarithmic ? 3 : 1, range: () => extent(this.plot, ...this.shownRange()) },
        },
        axes: [
          {
            ...axis,
            size: 24,
            gap: 3,
            label: withUnit(plot.xLabel, plot.xUnit),
            labelSize: 17,
            labelGap: 0,
            ticks: { show: false },
            values: tickLabels,
          },
          {
            ...axis,
            size: 50,
            gap: 4,
            label: withUnit(plot.yLabel, plot.yUnit),
            labelSize: 16,
            labelGap: 0,
            ticks: { show: false },
            ...(plot.logarithmic
              ? {
                  splits: () => this.powers(),
                  filter: (_: uPlot, splits: number[]) => splits,
                  values: (_: uPlot, splits: number[]) => splits.map(powerLabel),
                }
              : { values: tickLabels }),
          },
        ],
        hooks: {
          setSelect: [
            (u) => {
              if (u.select.width < 4) return;
              const from = u.posToVal(u.select.left, "x");
              const to = u.posToVal(u.select.left + u.select.width, "x");
              u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
              events.zoom([from, to]);
            },
          ],
          setCursor: [(u) => events.hover(u.cursor.idx ?? null)],
          draw: [
            (u) => {
              this.drawLimits(u, dark);
              this.drawMarkers(u, dark);
            },
          ],
        },
      },
      columns(plot),
      host,
    );
    this.chart.over.append(this.cursorLine);
    let down = 0;
    this.chart.over.addEventListener("mousedown", (event) => (down = event.clientX));
    this.chart.over.addEventListener("click", (event) => {
      if (Math.abs(event.clientX - down) > 3) return; // end of a zoom drag
      const box = this.chart.over.getBoundingClientRect();
      events.seek(this.chart.posToVal(event.clientX - box.left, "x"));
    });
    this.chart.over.addEventListener("dblclick", () => events.zoom(null));
  }

  private range: [number, number] | null;

  /** Updates the values of the same lines. */
  update(plot: PlotData, range: [number, number] | null): void {
    this.plot = plot;
    this.range = range;
    this.chart.setData(columns(plot), true);
  }

  /** Moves the cursor line; `null` hides it. */
  setCursor(x: number | null): void {
    const [from, to] = this.shownRange();
    this.cursorLine.hidden = x === null || x < from || x > to;
    if (x !== null && !this.cursorLine.hidden)
      this.cursorLine.style.transform = `translateX(${this.chart.valToPos(x, "x").toFixed(1)}px)`;
  }

  /** Resizes to the host element. */
  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width > 0 && height > 0) this.chart.setSize({ width, height });
  }

  /** The canvas, for PNG export. */
  get canvas(): HTMLCanvasElement {
    return this.chart.ctx.canvas;
  }

  /** Releases all resources. */
  dispose(): void {
    this.chart.destroy();
  }

  /** Visible x range. */
  shownRange(): [number, number] {
    const x = this.plot.x;
    const first = x.length > 0 ? (x[0] ?? 0) : 0;
    const last = x.length > 0 ? (x[x.length - 1] ?? 1) : 1;
    const [from, to] = this.range ?? [first, last];
    return to > from ? [from, to] : [from - 0.5, from + 0.5];
  }

  /** Powers of ten within the visible range, at most about six. */
  private powers(): number[] {
    const [low, high] = extent(this.plot, ...this.shownRange());
    const first = Math.ceil(Math.log10(low));
    const last = Math.floor(Math.log10(high));
    const stride = Math.max(1, Math.ceil((last - first) / 6));
    const out: number[] = [];
    for (let exponent = first; exponent <= last; exponent += stride) out.push(10 ** exponent);
    return out.length > 1 ? out : [low, high];
  }

  /** Limits as level lines with strokes on the forbidden side. */
  private drawLimits(u: uPlot, dark: boolean): void {
    const ink = u.ctx;
    const { left, top, width, height } = u.bbox;
    ink.save();
    ink.beginPath();
    ink.rect(left, top, width, height);
    ink.clip();
    for (const { at, line } of limitsOf(this.plot)) {
      const y = u.valToPos(at, "y", true);
      if (!(y >= top - 1 && y <= top + height + 1)) continue;
      const outward = (at === line.limits?.low ? 5 : -5) * devicePixelRatio;
      ink.strokeStyle = styleOf(line.style, dark).colour;
      ink.lineWidth = devicePixelRatio;
      ink.setLineDash([]); // uPlot leaves that of its last line
      ink.beginPath();
      ink.moveTo(left, y);
      ink.lineTo(left + width, y);
      for (let x = left; x < left + width; x += 14 * devicePixelRatio) {
        ink.moveTo(x, y);
        ink.lineTo(x + Math.abs(outward), y + outward);
      }
      ink.stroke();
    }
    ink.restore();
  }

  private drawMarkers(u: uPlot, dark: boolean): void {
    const [from, to] = this.shownRange();
    u.ctx.save();
    this.plot.lines.forEach((line, k) => {
      const style = styleOf(line.style, dark);
      if (line.hidden || line.pale || style.marker === "none") return;
      u.ctx.fillStyle = style.colour;
      const x = this.plot.x;
      const stride = Math.max(1, Math.floor(x.length / 9));
      for (let i = Math.floor(stride / 2) + k; i < x.length; i += stride) {
        const at = x[i] ?? NaN;
        const y = line.values[i];
        if (at < from || at > to || typeof y !== "number" || !Number.isFinite(y)) continue;
        marker(u.ctx, style.marker, u.valToPos(at, "x", true), u.valToPos(y, "y", true), 3 * devicePixelRatio);
      }
    });
    u.ctx.restore();
  }
}
