// Box plots of a parameter's errors: quartiles and median as a box, smallest and largest as whiskers; one box per method,
// grouped by noise level.
import { theme } from "../../app/theme";
import { styleOf } from "../../plots/style";
import { tickLabel, ticks } from "../../plots/ticks";
import { formatNumber } from "../../robot/format";
import type { Box } from "./result";

const WIDTH = 420;
const HEIGHT = 220;
const LEFT = 54;
const BOTTOM = 24;
const TOP = 10;

/** The figure; boxes of one level stand beside each other. */
export function BoxPlot({
  title,
  full,
  unit,
  boxes,
  methods,
}: {
  title: string;
  /** The whole name, if the title is short. */
  full: string;
  unit: string;
  boxes: readonly Box[];
  /** All methods, for colours that do not change when some are hidden. */
  methods: readonly string[];
}) {
  const low = Math.min(0, ...boxes.map(({ spread }) => spread.least));
  const high = Math.max(0, ...boxes.map(({ spread }) => spread.most));
  const room = 0.05 * (high - low) || 1;
  const [from, to] = [low - room, high + room];
  const y = (value: number) => TOP + ((to - value) / (to - from)) * (HEIGHT - TOP - BOTTOM);
  const marks = ticks(from, to, 5);
  const step = (marks[1] ?? 1) - (marks[0] ?? 0);
  const levels = [...new Set(boxes.map((box) => box.level))];
  const shown = methods.filter((method) => boxes.some((box) => box.method === method));
  const group = (WIDTH - LEFT) / Math.max(1, levels.length);
  const slot = (group - 12) / Math.max(1, shown.length);
  const width = Math.min(26, slot * 0.7);
  const words = boxes
    .map((box) => `${box.method} at level ${formatNumber(box.level)}: median ${formatNumber(box.spread.median, 3)}`)
    .join("; ");
  return (
    <figure class="box-plot" data-parameter={full}>
      <figcaption title={full}>
        <strong>{title}</strong> <span class="muted">error, {unit}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Errors of ${title} (${unit}). ${words}`}>
        {marks.map((mark) => (
          <g key={mark}>
            <line class={mark === 0 ? "axis" : "grid"} x1={LEFT} x2={WIDTH} y1={y(mark)} y2={y(mark)} />
            <text x={LEFT - 6} y={y(mark) + 4} text-anchor="end">
              {tickLabel(mark, step)}
            </text>
          </g>
        ))}
        {levels.map((level, k) => (
          <g key={level}>
            {k > 0 && <line class="grid" x1={LEFT + k * group} x2={LEFT + k * group} y1={TOP} y2={HEIGHT - BOTTOM} />}
            <text x={LEFT + (k + 0.5) * group} y={HEIGHT - 7} text-anchor="middle">
              noise × {formatNumber(level)}
            </text>
          </g>
        ))}
        {boxes.map((box) => {
          const { colour, dash } = styleOf(methods.indexOf(box.method), theme.value === "dark");
          const x = LEFT + levels.indexOf(box.level) * group + 6 + (shown.indexOf(box.method) + 0.5) * slot;
          const { least, lower, median, upper, most } = box.spread;
          return (
            <g key={`${box.method} ${box.level}`} stroke={colour} data-method={box.method} data-level={box.level}>
              <title>
                {`${box.method}, noise × ${formatNumber(box.level)}: ${formatNumber(least, 3)} … ${formatNumber(lower, 3)} … median ${formatNumber(median, 3)} … ${formatNumber(upper, 3)} … ${formatNumber(most, 3)} ${unit}`}
              </title>
              <line x1={x} x2={x} y1={y(most)} y2={y(upper)} />
              <line x1={x} x2={x} y1={y(lower)} y2={y(least)} />
              <line x1={x - width / 4} x2={x + width / 4} y1={y(most)} y2={y(most)} />
              <line x1={x - width / 4} x2={x + width / 4} y1={y(least)} y2={y(least)} />
              <rect
                x={x - width / 2}
                width={width}
                y={y(upper)}
                height={Math.max(0.5, y(lower) - y(upper))}
                fill={colour}
                fill-opacity="0.18"
                stroke-dasharray={dash.join(" ")}
              />
              <line stroke-width="2.5" x1={x - width / 2} x2={x + width / 2} y1={y(median)} y2={y(median)} />
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
