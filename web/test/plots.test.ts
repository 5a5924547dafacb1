import { nearestPoint } from "../src/plots/xy";
import assert from "node:assert/strict";
import { test } from "node:test";
import { plotAsCsv } from "../src/plots/csv";
import { extent, leavesLimits, limitsOf, type PlotData } from "../src/plots/data";
import { styleOf } from "../src/plots/style";
import { plotAsSvg } from "../src/plots/svg";
import { tickLabel, ticks } from "../src/plots/ticks";

const plot: PlotData = {
  title: "Efforts <b>",
  x: [0, 1, 2, 3],
  xLabel: "time",
  xUnit: "s",
  yLabel: "effort",
  yUnit: "N m",
  lines: [
    { label: 'joint "1", a', values: [0.1, NaN, null, -2.5], style: 0 },
    { label: "hidden", values: [9, 9, 9, 9], style: 1, hidden: true },
    { label: "b", values: [1, 2, 3, 4], style: 2, band: { low: [0, 1, 2, 3], high: [2, 3, 4, 5] } },
  ],
};

test("CSV contains the visible rows and lines, quotes where needed, and leaves gaps empty", () => {
  assert.equal(
    plotAsCsv(plot, 0.5, 3),
    'time (s),"joint ""1"", a (N m)",b (N m),b (N m) low,b (N m) high\r\n1,,2,1,3\r\n2,,3,2,4\r\n3,-2.5,4,3,5\r\n',
  );
});

test("the y range includes bands and ignores hidden lines", () => {
  const [low, high] = extent(plot, 0, 3);
  assert.ok(low < -2.5 && low > -3 && high > 5 && high < 5.5);
});

test("an SVG figure has title, units and dashes, and no unescaped markup", () => {
  const svg = plotAsSvg(plot);
  assert.ok(svg.includes("Efforts &lt;b&gt;") && svg.includes("effort (N m)") && svg.includes("time (s)"));
  assert.ok(!svg.includes("<b>") && !svg.includes("NaN"));
  assert.equal(svg.match(/stroke-dasharray/g)?.length, 4);
});

test("neighbouring styles differ in colour and in dash or marker", () => {
  for (let a = 0; a < 7; a++) {
    for (let b = a + 1; b < 7; b++) {
      const [one, two] = [styleOf(a, false), styleOf(b, false)];
      assert.notEqual(one.colour, two.colour);
      assert.ok(one.dash.join() !== two.dash.join() || one.marker !== two.marker);
    }
  }
});

test("ticks are round and within the range", () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
  assert.deepEqual(ticks(3, 3, 5), [3]);
  assert.equal(tickLabel(0.6000000000000001, 0.2), "0.6");
  assert.equal(tickLabel(-0, 0.5), "0.0");
});

test("a plot that ignores the initial transient is scaled by the values after it", () => {
  const wild: PlotData = {
    ...plot,
    x: Array.from({ length: 101 }, (_, i) => i),
    lines: [{ label: "a", values: Array.from({ length: 101 }, (_, i) => (i === 0 ? 1000 : 1)), style: 0 }],
  };
  assert.ok(extent(wild, 0, 100)[1] > 900);
  assert.ok(extent({ ...wild, ignoreTransient: true }, 0, 100)[1] < 2);
});

test("near limits are shown and drawn, far ones do not flatten the curves, and a line beyond them is told", () => {
  const limited = (high: number): PlotData => ({
    ...plot,
    lines: [{ label: "a", values: [0, 1, 2, 3], style: 0, limits: { low: null, high } }],
  });
  assert.ok(extent(limited(4), 0, 3)[1] > 4, "near");
  assert.ok(extent(limited(40), 0, 3)[1] < 4, "far");
  assert.ok(plotAsSvg(limited(4)).includes('class="limit"') && !plotAsSvg(limited(40)).includes('class="limit"'));
  assert.deepEqual(
    limitsOf(limited(4)).map(({ at }) => at),
    [4],
  );
  assert.ok(leavesLimits(limited(2.9).lines[0]!) && !leavesLimits(limited(3).lines[0]!));
});

test("the point of a cloud that is nearest to the mouse is found, none far from all", () => {
  const clouds = [
    { label: "a", x: [0, 1], y: [0, 1], style: 0 },
    { label: "b", x: [0.5, null], y: [0.2, 3], style: 1 },
  ];
  const place = (x: number, y: number): [number, number] => [100 * x, 100 * (1 - y)];
  assert.deepEqual(nearestPoint(clouds, place, [52, 78]), { label: "b", x: 0.5, y: 0.2 });
  assert.equal(nearestPoint(clouds, place, [50, 10]), null);
});
