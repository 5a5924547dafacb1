// The shared playback clock of the time bar, the plots and the 3D view.
import { batch, computed, effect, signal } from "@preact/signals";
import { parseRange } from "../app/route";
import { route, updateView } from "../app/navigation";
import { advance, nearestSample, scrollTo, zoomAbout } from "./timeline";

/** Samples of joint coordinates over time. */
export interface Timeline {
  /** Unique identifier. */
  id: string;
  /** Display name. */
  label: string;
  times: Float64Array;
  /** Coordinates of each joint by name, passive joints included. */
  coordinates: Map<string, ArrayLike<number>>;
}

/** The current timeline. */
export const timeline = signal<Timeline | null>(null);
/** Cursor position (s). */
export const time = signal(Number(route.peek().parameters["t"] ?? 0) || 0);
/** Whether playback is running. */
export const playing = signal(false);
/** Playback speed factor. */
export const rate = signal(1);
/** Whether playback loops. */
export const loop = signal(false);
/** Visible time range of all plots; `null` shows everything. */
export const zoom = computed(() => parseRange(route.value.parameters["zoom"]));

/** Available playback speeds. */
export const RATES = [0.1, 0.25, 0.5, 1, 2, 5, 10];

/** First and last time of the timeline (s). */
export const span = computed<[number, number]>(() => {
  const times = timeline.value?.times;
  if (!times || times.length === 0) return [0, 0];
  return [times[0] ?? 0, times[times.length - 1] ?? 0];
});

/** Index of the sample at the cursor; −1 without a timeline. */
export const sample = computed(() => nearestSample(timeline.value?.times ?? [], time.value));

/** Time of that sample (s). */
export const sampleTime = computed(() => timeline.value?.times[sample.value] ?? 0);

/** Moves the cursor to the sample nearest to `t`. */
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

/** Starts or pauses playback; at the end it restarts. */
export function togglePlay(): void {
  if (timeline.peek() === null) return;
  if (!playing.peek() && time.peek() >= span.peek()[1]) time.value = span.peek()[0];
  playing.value = !playing.peek();
}

/** Sets the visible time range of all plots. */
export function setZoom(range: [number, number] | null): void {
  updateView({ zoom: range === null ? null : range.map((value) => String(Number(value.toPrecision(8)))).join(",") });
}

/** Scales the visible time range about the cursor. */
export function zoomBy(factor: number): void {
  const whole = span.peek();
  if (whole[1] > whole[0]) setZoom(zoomAbout(zoom.peek() ?? whole, time.peek(), factor, whole));
}

/** Loads a timeline; the cursor keeps its time if that is within the new one. */
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

// During playback zoomed plots scroll with the cursor.
effect(() => {
  const t = time.value;
  const shown = zoom.value;
  const next = playing.value && shown !== null ? scrollTo(shown, t) : null;
  if (next !== null) setZoom(next);
});

// Write the cursor time to the URL, debounced.
let waiting: ReturnType<typeof setTimeout> | undefined;
effect(() => {
  const t = sampleTime.value;
  if (playing.value || timeline.value === null) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => updateView({ t: t === 0 ? null : String(Number(t.toPrecision(10))) }), 150);
});
