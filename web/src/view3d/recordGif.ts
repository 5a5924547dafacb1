// The motion as an animated GIF: the view at even times, drawn smaller.
import { download } from "../app/download";
import { playing, seek, span, time, togglePlay } from "../time/clock";
import { Gif } from "./gif";
import { moves, recording } from "./recordVideo";

/** Width of the pictures (px). */
const WIDTH = 480;
/** Time between pictures (s); longer where there would be too many. */
const STEP = 0.05;
const MOST = 240;

/** What is drawn: a view that draws itself on a canvas. */
export interface Drawn {
  /** Height over width. */
  aspect(): number;
  drawOn(context: CanvasRenderingContext2D, width: number, height: number): void;
}

/** Draws the motion once from its start and saves it; ends without a file when `view` is no longer shown. */
export async function recordGif(view: Drawn, shown: () => boolean): Promise<void> {
  if (recording.peek() || !moves.peek()) return;
  const [width, height] = [WIDTH, Math.max(1, Math.round(WIDTH * view.aspect()))];
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return;
  const before = time.peek();
  if (playing.peek()) togglePlay();
  recording.value = true;
  const [from, to] = span.peek();
  const step = Math.max(STEP, (to - from) / MOST);
  const gif = new Gif(width, height);
  try {
    for (let t = from; t < to + step / 2; t += step) {
      seek(t);
      view.drawOn(context, width, height);
      gif.add(context.getImageData(0, 0, width, height).data, Math.round(100 * step));
      await new Promise((done) => setTimeout(done)); // the page stays usable
      if (!shown()) return;
    }
    download("motion.gif", gif.file());
  } finally {
    recording.value = false;
    seek(before);
  }
}
