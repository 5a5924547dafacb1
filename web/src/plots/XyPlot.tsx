// A plot of one column against another.
import { useState } from "preact/hooks";
import { download, fileName } from "../app/download";
import { theme } from "../app/theme";
import { formatNumber } from "../robot/format";
import { withUnit } from "./data";
import { Swatch } from "./Legend";
import { styleOf } from "./style";
import { nearestPoint, strokeOf, xyAsCsv, xyFigure, type XyData } from "./xy";

const WIDTH = 460;
const HEIGHT = 300;

function placed([cx, cy]: [number, number]) {
  return { cx, cy };
}

/** The plot, with its legend and export buttons. */
export function XyPlot({ data }: { data: XyData }) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [under, setUnder] = useState<{ label: string; x: number; y: number } | null>(null);
  const dark = theme.value === "dark";
  const shown = { ...data, clouds: data.clouds.filter((cloud) => !hidden.has(cloud.label)) };
  const figure = xyFigure(shown, WIDTH, HEIGHT);
  const { box } = figure;
  const toggle = (label: string) => {
    const next = new Set(hidden);
    if (!next.delete(label)) next.add(label);
    setHidden(next);
  };
  return (
    <figure class="plot xy-plot" aria-label={`${data.title}: ${data.yLabel} over ${data.xLabel}`}>
      <figcaption>
        <h3>{data.title}</h3>
        <span class="plot-tools">
          <button
            aria-label={`${data.title}: download as CSV`}
            onClick={() => download(fileName(data.title, "csv"), xyAsCsv(shown), "text/csv")}
          >
            CSV
          </button>
          <button
            aria-label={`${data.title}: download as SVG`}
            onClick={(event) => {
              const svg = event.currentTarget.closest("figure")?.querySelector("svg.xy");
              if (svg)
                download(fileName(data.title, "svg"), new XMLSerializer().serializeToString(svg), "image/svg+xml");
            }}
          >
            SVG
          </button>
        </span>
      </figcaption>
      <svg
        class="xy"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={data.title}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const scale = WIDTH / box.width;
          const at = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale] as const;
          setUnder(nearestPoint(shown.clouds, figure.place, at));
        }}
        onPointerLeave={() => setUnder(null)}
      >
        {figure.xTicks.map(({ at, text }) => (
          <g key={`x${text}`}>
            <path class="xy-grid" d={`M${at} ${box.top}V${box.bottom}`} />
            <text x={at} y={box.bottom + 14} text-anchor="middle">
              {text}
            </text>
          </g>
        ))}
        {figure.yTicks.map(({ at, text }) => (
          <g key={`y${text}`}>
            <path class="xy-grid" d={`M${box.left} ${at}H${box.right}`} />
            <text x={box.left - 5} y={at + 4} text-anchor="end">
              {text}
            </text>
          </g>
        ))}
        {shown.clouds.map((cloud, k) => (
          <path
            key={cloud.label}
            d={figure.paths[k]}
            fill="none"
            stroke={strokeOf(cloud, dark)}
            stroke-width={data.joined ? 1.5 : 2.6}
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        ))}
        {under && <circle class="xy-under" r="4" {...placed(figure.place(under.x, under.y))} />}
        <text x={(box.left + box.right) / 2} y={HEIGHT - 6} text-anchor="middle">
          {withUnit(data.xLabel, data.xUnit)}
        </text>
        <text transform={`translate(12 ${(box.top + box.bottom) / 2}) rotate(-90)`} text-anchor="middle">
          {withUnit(data.yLabel, data.yUnit)}
        </text>
      </svg>
      {under && (
        <p class="xy-at" aria-hidden="true">
          {under.label}: {formatNumber(under.x, 4)} {data.xUnit}, {formatNumber(under.y, 4)} {data.yUnit}
        </p>
      )}
      <ul class="legend">
        {data.clouds.map((cloud) => (
          <li key={cloud.label}>
            <button aria-pressed={!hidden.has(cloud.label)} onClick={() => toggle(cloud.label)}>
              <Swatch style={{ ...styleOf(cloud.style, dark), dash: [] }} />
              <span class={hidden.has(cloud.label) ? "line-hidden" : ""}>{cloud.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </figure>
  );
}
