// PNG export. Title and legend are not part of the uPlot canvas, so they are drawn above a copy of it. Nothing is
// loaded from a URL (content security policy).
import { withUnit, type PlotData } from "./data";
import { styleOf } from "./style";

const PADDING = 16;

/** PNG of the canvas with title, legend and background. */
export function plotAsPng(plot: PlotData, canvas: HTMLCanvasElement, dark: boolean): Promise<Blob> {
  const scale = devicePixelRatio || 1;
  const lines = plot.lines.filter((line) => !line.hidden);
  const perRow = Math.max(1, Math.floor((canvas.width / scale - PADDING) / 150));
  const header = 40 + 18 * Math.ceil(lines.length / perRow);
  const out = document.createElement("canvas");
  out.width = canvas.width + 2 * PADDING * scale;
  out.height = canvas.height + (header + PADDING) * scale;
  const ink = out.getContext("2d");
  if (ink === null) return Promise.reject(new Error("PNG export is not available: the browser has no 2D canvas"));
  ink.fillStyle = dark ? "#182028" : "#ffffff";
  ink.fillRect(0, 0, out.width, out.height);
  ink.scale(scale, scale);
  ink.fillStyle = dark ? "#e6edf3" : "#17212b";
  ink.font = "bold 15px sans-serif";
  ink.fillText(`${plot.title}: ${withUnit(plot.yLabel, plot.yUnit)}`, PADDING, 24);
  ink.font = "12px sans-serif";
  lines.forEach((line, k) => {
    const style = styleOf(line.style, dark);
    const x = PADDING + (k % perRow) * 150;
    const y = 44 + 18 * Math.floor(k / perRow);
    ink.strokeStyle = style.colour;
    ink.lineWidth = 2;
    ink.setLineDash(style.dash);
    ink.beginPath();
    ink.moveTo(x, y - 4);
    ink.lineTo(x + 24, y - 4);
    ink.stroke();
    ink.fillText(line.label, x + 30, y, 112);
  });
  ink.setTransform(1, 0, 0, 1, 0, 0);
  ink.drawImage(canvas, PADDING * scale, header * scale);
  return new Promise((done, fail) => {
    out.toBlob((blob) => (blob ? done(blob) : fail(new Error("the browser could not encode the PNG"))), "image/png");
  });
}
