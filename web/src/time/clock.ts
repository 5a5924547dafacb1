// One clock for everything: the time bar, all plots and the 3D view read it, and anyone may set it.
import { batch, computed, effect, signal } from "@preact/signals";
import { parseRange } from "../app/route";
import { route, updateView } from "../app/navigation";
import { advance, following, nearestSample, zoomAbout } from "./timeline";

/** What is played: samples of joint coordinates over time. */
export interface Timeline {
  /** Tells one timeline from another. */
  id: string;
  /** What it is, for people. */
  label: string;
  times: Float64Array;
  /** Coordinates of each joint by name, passive joints included. */
  coordinates: Map<string, ArrayLike<number>>;
}

/** What is played now. */
export const timeline = signal<Timeline | null>(null);
/** Where the cursor is, in seconds. */
export const time = signal(Number(route.peek().parameters["t"] ?? 0) || 0);
/** Whether the clock runs. */
export const playing = signal(false);
/** Seconds of the motion per second of the wall clock. */
export const rate = signal(1);
/** Whether the end leads back to the start. */
export const loop = signal(false);
/** The part of the time axis that plots show; all of it if nothing. */
export const zoom = computed(() => parseRange(route.value.parameters["zoom"]));

/** The rates on offer. */
export const RATES = [0.1, 0.25, 0.5, 1, 2, 5, 10];

/** First and last time of the timeline. */
export const span = computed<[number, number]>(() => {
  const times = timeline.value?.times;
  if (!times || times.length === 0) return [0, 0];
  return [times[0] ?? 0, times[times.length - 1] ?? 0];
});

/** The sample under the cursor; −1 without a timeline. */
export const sample = computed(() => nearestSample(timeline.value?.times ?? [], time.value));

/** The time of that sample: what every read-out shows. */
export const sampleTime = computed(() => timeline.value?.times[sample.value] ?? 0);

/** Moves the cursor to the sample nearest to t. */
export function seek(t: number): void {
  const times = timeline.peek()?.times;
  if (!times || times.length === 0) return;
  time.value = times[nearestSample(times, t)] ?? 0;
}

/** Moves the cursor by samples. */
export function step(by: number): void {
  const times = timeline.peek()?.times;
  if (!times || times.length === 0) return;
  const index = Math.min(times.length - 1, Math.max(0, nearestSample(times, time.peek()) + by));
  batch(() => {
    playing.value = false;
    time.value = times[index] ?? 0;
  });
}

/** Starts or stops; from the end it starts over. */
export function togglePlay(): void {
  if (timeline.peek() === null) return;
  if (!playing.peek() && time.peek() >= span.peek()[1]) time.value = span.peek()[0];
  playing.value = !playing.peek();
}

/** Shows a part of the time axis in all plots, or all of it. */
export function setZoom(range: [number, number] | null): void {
  updateView({ zoom: range === null ? null : range.map((value) => String(Number(value.toPrecision(8)))).join(",") });
}

/** Zooms all plots about the cursor: below 1 in, above 1 out. */
export function zoomBy(factor: number): void {
  const whole = span.peek();
  if (whole[1] > whole[0]) setZoom(zoomAbout(zoom.peek() ?? whole, time.peek(), factor, whole));
}

/** Plays another timeline; the cursor stays where it is if the new one has that time. */
export function play(next: Timeline | null): void {
  if (timeline.peek()?.id === next?.id && timeline.peek()?.times === next?.times) return;
  batch(() => {
    timeline.value = next;
    const [start, end] = span.peek();
    if (time.peek() < start || time.peek() > end) time.value = start;
    if (next === null) playing.value = false;
  });
}

effect(() => {
  if (!playing.value) return;
  let last = performance.now();
  let frame = requestAnimationFrame(function tick(now: number) {
    const result = advance(time.peek(), ((now - last) / 1000) * rate.peek(), span.peek(), loop.peek());
    last = now;
    time.value = result.t;
    if (result.ended) playing.value = false;
    else frame = requestAnimationFrame(tick);
  });
  return () => cancelAnimationFrame(frame);
});

// Zoomed plots follow the cursor when it runs out of them.
effect(() => {
  const t = time.value;
  const shown = zoom.value;
  const next = playing.value && shown !== null ? following(shown, t) : null;
  if (next !== null) setZoom(next);
});

// The address follows the cursor, but not sixty times a second.
let waiting: ReturnType<typeof setTimeout> | undefined;
effect(() => {
  const t = sampleTime.value;
  if (playing.value || timeline.value === null) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => updateView({ t: t === 0 ? null : String(Number(t.toPrecision(10))) }), 150);
});
