// Plot: title, chart, legend with values at the mouse or the time cursor, table, export buttons.
import { effect, signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { download, fileName } from "../app/download";
import { theme } from "../app/theme";
import { sampleTime, seek, setZoom, timeline, zoom } from "../time/clock";
import { Chart } from "./chart";
import { plotAsCsv } from "./csv";
import { withUnit, type PlotData } from "./data";
import { DataTable } from "./DataTable";
import { hiddenLines, hideLines } from "./hidden";
import { Legend } from "./Legend";
import { plotAsPng } from "./png";
import { plotAsSvg } from "./svg";

/** A plot; `linked` plots have time as x axis and share cursor and zoom. */
export function Plot({ plot, linked = true, tall = false }: { plot: PlotData; linked?: boolean; tall?: boolean }) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  const [ownHidden, setOwnHidden] = useState<ReadonlySet<string>>(new Set());
  const [asTable, setAsTable] = useState(false);
  const hovered = useMemo(() => signal<number | null>(null), []);
  const [ownZoom, setOwnZoom] = useState<[number, number] | null>(null);
  const dark = theme.value === "dark";
  // Lines hidden in one linked plot are hidden in all, and stored in the URL.
  const hidden = linked ? hiddenLines.value : ownHidden;
  const range = linked ? zoom.value : ownZoom;
  const shown: PlotData = {
    ...plot,
    lines: plot.lines.map((line) => ({ ...line, hidden: line.hidden === true || hidden.has(line.label) })),
  };
  const structure = [
    theme.value,
    asTable,
    plot.title,
    plot.yLabel,
    plot.yUnit,
    plot.logarithmic,
    ...shown.lines.map((line) => [line.label, line.style, line.hidden, line.pale, line.band !== undefined].join()),
  ].join("|");
  useEffect(() => {
    if (host.current === null || asTable) return;
    const made = new Chart(host.current, shown, dark, range, {
      seek: (x) => linked && seek(x),
      zoom: (next) => (linked ? setZoom(next) : setOwnZoom(next)),
      hover: (index) => (hovered.value = index),
    });
    chart.current = made;
    const watch = new ResizeObserver(() => made.fit());
    watch.observe(host.current);
    const stop = linked ? effect(() => made.setCursor(timeline.value === null ? null : sampleTime.value)) : undefined;
    return () => {
      stop?.();
      watch.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, [structure]);
  useEffect(() => {
    chart.current?.update(shown, range);
    if (linked) chart.current?.setCursor(timeline.peek() === null ? null : sampleTime.peek());
  }, [plot, range?.[0], range?.[1], structure]);
  const [from, to] = range ?? [undefined, undefined];
  const toggle = (label: string) => {
    const next = new Set(hidden);
    if (!next.delete(label)) next.add(label);
    if (linked) hideLines(next);
    else setOwnHidden(next);
  };
  return (
    <figure
      class={tall ? "plot tall" : "plot"}
      aria-label={`${plot.title}, ${withUnit(plot.yLabel, plot.yUnit)} over ${plot.xLabel}`}
    >
      <figcaption>
        <h3>{plot.title}</h3>
        <span class="plot-tools">
          {!linked && ownZoom && <button onClick={() => setOwnZoom(null)}>Reset zoom</button>}
          <button
            aria-pressed={asTable}
            aria-label={`${plot.title}: show as table`}
            onClick={() => setAsTable(!asTable)}
          >
            Table
          </button>
          <button
            aria-label={`${plot.title}: download visible data as CSV`}
            onClick={() => download(fileName(plot.title, "csv"), plotAsCsv(shown, from, to), "text/csv")}
          >
            CSV
          </button>
          <button
            aria-label={`${plot.title}: download as PNG`}
            disabled={asTable}
            onClick={() =>
              chart.current &&
              void plotAsPng(shown, chart.current.canvas, dark).then((blob) =>
                download(fileName(plot.title, "png"), blob),
              )
            }
          >
            PNG
          </button>
          <button
            aria-label={`${plot.title}: download as SVG`}
            onClick={() => download(fileName(plot.title, "svg"), plotAsSvg(shown, from, to), "image/svg+xml")}
          >
            SVG
          </button>
        </span>
      </figcaption>
      {asTable ? <DataTable plot={shown} range={range} /> : <div class="plot-host" ref={host} />}
      <Legend plot={shown} linked={linked} hovered={hovered} onToggle={toggle} />
    </figure>
  );
}
