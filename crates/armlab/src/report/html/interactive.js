// Cursors and zoom for armlab's line charts. Everything is read from the pictures
// themselves: a chart carries the range of its axes, its lines are their points.
// Without this script the pictures stay as they are.
(() => {
"use strict";
const numbers = (text) => text.split(" ").map(Number);
const charts = [...document.querySelectorAll("svg.chart[data-x]")].map(readChart);
const shown = (v) => String(Number(v.toPrecision(4))).replace("-", "\u2212");

function readChart(svg) {
  const panels = [...svg.querySelectorAll("g.axes")].map((group) => ({
    group,
    box: numbers(group.dataset.box),
    range: numbers(group.dataset.y),
    lines: [...group.querySelectorAll("path.line")].map((path) => ({ path, points: null })),
  }));
  const chart = { svg, axis: svg.dataset.axis, range: numbers(svg.dataset.x), panels };
  chart.view = chart.range;
  return chart;
}

function element(parent, name, attributes, text) {
  // The picture knows the name of its own language, so that none stands here.
  const made = document.createElementNS(parent.namespaceURI, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

// Points of a line in the picture's units; a gap is a point without height.
function points(line) {
  if (line.points) return line.points;
  line.points = [];
  for (const [, command, x, y] of line.path.getAttribute("d").matchAll(/([ML])(\S+) ([^ML]+)/g)) {
    if (command === "M" && line.points.length) line.points.push([Number(x), NaN]);
    line.points.push([Number(x), Number(y)]);
  }
  return line.points;
}

const acrossUnzoomed = (chart, [l, , r], x) =>
  l + ((x - chart.range[0]) / (chart.range[1] - chart.range[0])) * (r - l);
const across = (chart, [l, , r], x) =>
  l + ((x - chart.view[0]) / (chart.view[1] - chart.view[0])) * (r - l);
// As many digits as the picture holds: heights are written to a hundredth of a unit.
function shownHeight({ box: [, t, , b], range: [low, high] }, value) {
  const digits = Math.ceil(Math.log10((0.01 * (high - low)) / (b - t)));
  const decimals = Math.min(12, Math.max(0, -digits));
  const size = Math.max(Math.abs(low), Math.abs(high));
  const text = size >= 1e5 || size < 1e-3 ? value.toPrecision(4) : value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "\u2212");
}
const valueOf = ({ box: [, t, , b], range: [low, high] }, y) => low + ((b - y) / (b - t)) * (high - low);

// Height of a line at x, by its neighbours; NaN in a gap or beyond its ends.
function heightAt(line, x) {
  const list = points(line);
  let low = 0, high = list.length - 1;
  if (high < 0 || x < list[0][0] - 0.06 || x > list[high][0] + 0.06) return NaN;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (list[middle][0] <= x) low = middle; else high = middle;
  }
  const [[x1, y1], [x2, y2]] = [list[low], list[high]];
  const part = x2 > x1 ? Math.min(1, Math.max(0, (x - x1) / (x2 - x1))) : 1;
  return y1 + part * (y2 - y1);
}

function marks(low, high, wanted) {
  const rough = (high - low) / wanted, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((f) => f * power >= 0.999 * rough);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
    list.push([k * step, (k * step + 0).toFixed(Math.min(decimals, 9)).replace("-", "\u2212")]);
  }
  return list;
}

// ---- the cursor
// For those who hear the page: what the keyboard's cursor stands on.
const spoken = document.createElement("div");
spoken.className = "spoken";
spoken.setAttribute("role", "status");
document.body.append(spoken);

function hideCursor(chart) {
  if (chart.cursor) chart.cursor.remove();
  chart.cursor = null;
}

function drawCursor(chart, x) {
  hideCursor(chart);
  if (!(x >= chart.view[0] && x <= chart.view[1])) return [];
  const layer = (chart.cursor = element(chart.svg, "g", { class: "cursor" }));
  const first = chart.panels[0].box, last = chart.panels[chart.panels.length - 1].box;
  const at = across(chart, first, x);
  element(layer, "line", { x1: at, x2: at, y1: first[1], y2: last[3] });
  const words = [];
  for (const panel of chart.panels) words.push(...readOut(chart, panel, layer, x, at));
  const label = element(layer, "text", { x: at, y: last[3] + 33, "text-anchor": "middle", class: "small" }, shown(x));
  const half = label.getBBox().width / 2;
  label.setAttribute("x", Math.min(Math.max(at, first[0] + half), first[2] - half));
  return words;
}

function readOut(chart, panel, layer, x, at) {
  const { box } = panel, unzoomed = acrossUnzoomed(chart, box, x), words = [];
  const group = element(layer, "g", {});
  const back = element(group, "rect", { class: "back", rx: 4 });
  let y = box[1] + 17, widest = 0;
  const texts = [];
  for (const line of panel.lines) {
    const height = heightAt(line, unzoomed);
    if (Number.isNaN(height)) continue;
    const value = shownHeight(panel, valueOf(panel, height));
    const name = line.path.querySelector("title").textContent;
    const dot = (panel.zoom ? panel.zoom.y(height) : height);
    const colour = getComputedStyle(line.path).stroke;
    if (dot >= box[1] && dot <= box[3]) {
      element(group, "circle", { cx: at, cy: dot, r: 3.2, fill: colour });
    }
    const text = element(group, "text", { y, class: "small" });
    const square = element(text, "tspan", {}, "\u25a0 ");
    square.style.fill = colour;
    text.append(`${name}: ${value}`);
    widest = Math.max(widest, text.getBBox().width);
    texts.push(text);
    words.push(`${name} ${value}`);
    y += 16;
  }
  const left = at + widest + 30 < box[2] ? at + 12 : Math.max(box[0], at - widest - 24);
  texts.forEach((text) => text.setAttribute("x", left + 6));
  if (texts.length) {
    const size = { x: left, y: box[1] + 4, width: widest + 12, height: 16 * texts.length + 4 };
    for (const key in size) back.setAttribute(key, size[key]);
  }
  return words;
}

function moveCursor(chart, x, aloud) {
  chart.at = x;
  for (const other of charts) {
    if (other.axis !== chart.axis) continue;
    other.at = x;
    const words = drawCursor(other, x);
    if (aloud && other === chart) spoken.textContent = `${chart.axis} ${shown(x)}: ${words.join(", ")}`;
  }
}

// ---- zoom
function zoom(chart, view) {
  for (const other of charts) {
    const linked = other.axis === chart.axis && other.range.join() === chart.range.join();
    if (linked) setView(other, view);
  }
  if (chart.at !== undefined) moveCursor(chart, chart.at);
}

function setView(chart, view) {
  const [low, high] = chart.range;
  const least = (high - low) / 2000;
  let [from, to] = view ? [Math.max(low, view[0]), Math.min(high, view[1])] : chart.range;
  if (!(to - from > least)) [from, to] = [Math.max(low, from - least), Math.min(high, from + least)];
  chart.view = [from, to];
  const whole = from === low && to === high;
  chart.panels.forEach((panel, k) => setPanel(chart, panel, whole, k));
}

function setPanel(chart, panel, whole, k) {
  const { group, box: [l, t, r, b], lines } = panel;
  group.querySelectorAll(".zoomed").forEach((old) => old.remove());
  group.querySelector(".ticks").style.display = whole ? "" : "none";
  const holder = group.querySelector(".lines");
  if (whole) {
    holder.removeAttribute("clip-path");
    lines.forEach(({ path }) => { path.removeAttribute("transform"); path.style.vectorEffect = ""; });
    panel.zoom = null;
    return;
  }
  const [from, to] = chart.view.map((x) => acrossUnzoomed(chart, panel.box, x));
  let top = Infinity, bottom = -Infinity;
  for (const line of lines) {
    const ends = [from, to].map((x) => heightAt(line, x));
    const inside = points(line).filter(([x]) => x >= from && x <= to).map(([, y]) => y);
    for (const y of [...ends, ...inside]) {
      if (!Number.isNaN(y)) [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  if (!(top <= bottom)) [top, bottom] = [t, b];
  const room = Math.max(0.06 * (bottom - top), 0.05);
  [top, bottom] = [top - room, bottom + room];
  const sx = (r - l) / (to - from), sy = (b - t) / (bottom - top);
  panel.zoom = { y: (y) => t + (y - top) * sy };
  const clip = `clip-${charts.indexOf(chart)}-${k}`;
  const defs = element(group, "clipPath", { id: clip, class: "zoomed" });
  element(defs, "rect", { x: l, y: t, width: r - l, height: b - t });
  holder.setAttribute("clip-path", `url(#${clip})`);
  const transform = `translate(${l - from * sx} ${t - top * sy}) scale(${sx} ${sy})`;
  for (const { path } of lines) {
    path.setAttribute("transform", transform);
    path.style.vectorEffect = "non-scaling-stroke";
  }
  const ticks = element(group, "g", { class: "zoomed" });
  holder.before(ticks);
  for (const [value, label] of marks(valueOf(panel, bottom), valueOf(panel, top), 5)) {
    const height = b - ((value - valueOf(panel, bottom)) / (valueOf(panel, top) - valueOf(panel, bottom))) * (b - t);
    element(ticks, "line", { x1: l, x2: r, y1: height, y2: height, class: value === 0 ? "zero" : "grid" });
    element(ticks, "text", { x: l - 9, y: height + 4, class: "small", "text-anchor": "end" }, label);
  }
  for (const [value, label] of marks(chart.view[0], chart.view[1], 8)) {
    const x = across(chart, panel.box, value);
    element(ticks, "line", { x1: x, x2: x, y1: t, y2: b, class: "grid" });
    if (k + 1 === chart.panels.length) {
      element(ticks, "text", { x, y: b + 19, class: "small", "text-anchor": "middle" }, label);
    }
  }
}

// ---- pointer and keys
function place(chart, event) {
  const matrix = chart.svg.getScreenCTM();
  const [l, , r] = chart.panels[0].box;
  const px = (event.clientX - matrix.e) / matrix.a;
  if (px < l - 8 || px > r + 8) return null;
  const part = Math.min(1, Math.max(0, (px - l) / (r - l)));
  return chart.view[0] + part * (chart.view[1] - chart.view[0]);
}

function listen(chart) {
  const { svg } = chart;
  let from = null, band = null;
  svg.tabIndex = 0;
  svg.addEventListener("pointermove", (event) => {
    const x = place(chart, event);
    if (x === null) return;
    moveCursor(chart, x);
    if (from === null) return;
    if (band) band.remove();
    const first = chart.panels[0].box, last = chart.panels[chart.panels.length - 1].box;
    const [a, b] = [from, x].map((v) => across(chart, first, v)).sort((p, q) => p - q);
    band = element(svg, "rect", { class: "band", x: a, width: b - a, y: first[1], height: last[3] - first[1] });
  });
  svg.addEventListener("pointerdown", (event) => {
    // A finger scrolls the page; it sets the cursor, but does not draw a range.
    if (event.button !== 0 || event.pointerType === "touch") return;
    from = place(chart, event);
    if (from !== null) svg.setPointerCapture(event.pointerId);
  });
  const release = (event) => {
    const x = from === null ? null : place(chart, event);
    const start = from;
    if (band) band.remove();
    from = band = null;
    if (x === null || event.type === "pointercancel") return;
    if (Math.abs(x - start) > 0.012 * (chart.view[1] - chart.view[0])) {
      zoom(chart, [Math.min(start, x), Math.max(start, x)]);
    }
  };
  svg.addEventListener("pointerup", release);
  svg.addEventListener("pointercancel", release);
  svg.addEventListener("dblclick", () => zoom(chart, null));
  svg.addEventListener("pointerleave", () => charts.forEach(hideCursor));
  svg.addEventListener("blur", () => charts.forEach(hideCursor));
  svg.addEventListener("keydown", (event) => press(chart, event));
}

function press(chart, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const [low, high] = chart.view, width = high - low;
  const at = Math.min(high, Math.max(low, chart.at ?? low + width / 2));
  const step = width * (event.shiftKey ? 0.1 : 0.01);
  const around = (factor) => zoom(chart, [at - (at - low) * factor, at + (high - at) * factor]);
  const keys = {
    ArrowLeft: () => moveCursor(chart, Math.max(low, at - step), true),
    ArrowRight: () => moveCursor(chart, Math.min(high, at + step), true),
    Home: () => moveCursor(chart, low, true),
    End: () => moveCursor(chart, high, true),
    "+": () => around(0.5),
    "=": () => around(0.5),
    "-": () => around(2),
    0: () => zoom(chart, null),
    Escape: () => zoom(chart, null),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

charts.forEach(listen);
if (charts.length) {
  const hint = document.createElement("p");
  hint.className = "hint";
  hint.textContent = "Point at a chart to read its values; charts over the same axis follow. Drag to " +
    "zoom, double-click to see all again. By keyboard: Tab to a chart, arrows move the cursor, + and \u2212 zoom, 0 resets.";
  charts[0].svg.closest("figure").before(hint);
}
// On paper everything is open.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
})();
