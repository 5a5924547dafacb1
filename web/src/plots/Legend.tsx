// Legend: name, dash and marker of each line, its value at the mouse or the time cursor, a button to hide it.
import type { ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { theme } from "../app/theme";
import { formatAtScale, formatNumber } from "../robot/format";
import { nearestSample } from "../time/timeline";
import { sampleTime, timeline } from "../time/clock";
import { largestMagnitude, leavesLimits, type Line, type PlotData } from "./data";
import { styleOf, type SeriesStyle } from "./style";

/** Sample of a line style. */
export function Swatch({ style }: { style: SeriesStyle }) {
  return (
    <svg class="swatch" viewBox="0 0 28 12" aria-hidden="true">
      <line
        x1="0"
        y1="6"
        x2="28"
        y2="6"
        stroke={style.colour}
        stroke-width="2.4"
        stroke-dasharray={style.dash.join(" ")}
      />
      {style.marker === "circle" && <circle cx="14" cy="6" r="3.4" fill={style.colour} />}
      {style.marker === "square" && <rect x="11" y="3" width="6" height="6" fill={style.colour} />}
      {style.marker === "triangle" && <path d="M14 1.5l4 8h-8z" fill={style.colour} />}
      {style.marker === "diamond" && <path d="M14 1l5 5-5 5-5-5z" fill={style.colour} />}
    </svg>
  );
}

/** `limits −90 … 90`, and whether the line leaves them. */
function Limits({ line, unit }: { line: Line; unit: string }) {
  const beyond = useMemo(() => leavesLimits(line), [line.values, line.limits]);
  const { low = null, high = null } = line.limits ?? {};
  if (low === null && high === null) return null;
  const range = [low, high].map((value) => (value === null ? "any" : formatNumber(value, 4))).join(" … ");
  return (
    <span class={beyond ? "legend-limits beyond" : "legend-limits"} title={`Limits of ${line.label}: ${range} ${unit}`}>
      {beyond ? `✕ beyond ${range}` : `within ${range}`}
    </span>
  );
}

/** Plot legend. */
export function Legend({
  plot,
  linked,
  hovered,
  onToggle,
}: {
  plot: PlotData;
  linked: boolean;
  /** The sample under the mouse. */
  hovered: ReadonlySignal<number | null>;
  onToggle: (label: string) => void;
}) {
  const under = hovered.value;
  const index = under ?? (linked && timeline.value !== null ? nearestSample(plot.x, sampleTime.value) : -1);
  const scales = useMemo(() => plot.lines.map((line) => largestMagnitude(line.values)), [plot]);
  return (
    <ul class="legend">
      {plot.lines.map((line, k) => (
        <li key={line.label}>
          <button
            aria-pressed={!line.hidden}
            title={line.hidden ? "Show this line" : "Hide this line"}
            onClick={() => onToggle(line.label)}
          >
            <Swatch style={styleOf(line.style, theme.value === "dark")} />
            <span class={line.hidden ? "line-hidden" : ""}>{line.label}</span>
            {!line.hidden && line.limits && <Limits line={line} unit={plot.yUnit} />}
            {!line.hidden && (
              <output class="legend-value">
                {index >= 0 ? formatAtScale(line.values[index], scales[k] ?? 0) : ""}
              </output>
            )}
          </button>
        </li>
      ))}
      {under !== null && (
        <li class="legend-at" aria-hidden="true">
          {plot.xLabel} {formatNumber(plot.x[under], 5)} {plot.xUnit}
        </li>
      )}
    </ul>
  );
}
