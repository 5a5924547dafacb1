// Records the 3D view while the motion plays once, as WebM.
import { computed, effect, signal } from "@preact/signals";
import { download } from "../app/download";
import { showStatus } from "../app/status";
import { poseSource } from "../state/scene";
import { loop, playing, seek, span, timeline, togglePlay } from "../time/clock";

/** Whether a video is being recorded. */
export const recording = signal(false);

/** Whether the view shows a motion. */
export const moves = computed(() => timeline.value !== null && poseSource.value === "timeline");

/** Whether the view shows a motion, and the browser can record videos. */
export function canRecord(): boolean {
  return (
    moves.value &&
    typeof MediaRecorder !== "undefined" &&
    typeof HTMLCanvasElement.prototype.captureStream === "function"
  );
}

/** Plays the motion once from its start and saves what the canvas shows. */
export function recordVideo(canvas: HTMLCanvasElement): void {
  if (recording.peek() || !moves.peek()) return;
  const type = ["video/webm;codecs=vp9", "video/webm"].find((name) => MediaRecorder.isTypeSupported(name));
  if (type === undefined) return showStatus("warn", "This browser cannot record WebM videos.");
  const parts: Blob[] = [];
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: type, videoBitsPerSecond: 8e6 });
  const looped = loop.peek();
  recorder.ondataavailable = ({ data }) => data.size > 0 && parts.push(data);
  recorder.onstop = () => {
    recording.value = false;
    loop.value = looped;
    download("motion.webm", new Blob(parts, { type: "video/webm" }));
  };
  if (playing.peek()) togglePlay();
  loop.value = false;
  seek(span.peek()[0]);
  recording.value = true;
  recorder.start(250);
  togglePlay();
  // The clock stops at the end of the motion, or when the user pauses it.
  const stop = effect(() => {
    if (playing.value) return;
    queueMicrotask(() => stop());
    setTimeout(() => recorder.state !== "inactive" && recorder.stop(), 200);
  });
}
