// Animated GIF (89a): each frame with its own palette of the most frequent colours, compressed by LZW.

/** Bits a channel by which colours are counted. */
const BITS = 5;
const COLOURS = 256;
const LARGEST_CODE = 4096;

/** Bin of a colour. */
function binOf(red: number, green: number, blue: number): number {
  const shift = 8 - BITS;
  return ((red >> shift) << (2 * BITS)) | ((green >> shift) << BITS) | (blue >> shift);
}

/** Palette (red, green, blue) of the most frequent colours, and each pixel's index in it. */
export function quantised(rgba: Uint8ClampedArray): { palette: Uint8Array; indices: Uint8Array } {
  const pixels = rgba.length / 4;
  const sums = Array.from({ length: 4 }, () => new Float64Array(1 << (3 * BITS))) as Float64Array[];
  const [red, green, blue, count] = sums as [Float64Array, Float64Array, Float64Array, Float64Array];
  const bins = new Uint16Array(pixels);
  for (let k = 0; k < pixels; k++) {
    const [r, g, b] = [rgba[4 * k] as number, rgba[4 * k + 1] as number, rgba[4 * k + 2] as number];
    const bin = (bins[k] = binOf(r, g, b));
    (red[bin] as number) += r;
    (green[bin] as number) += g;
    (blue[bin] as number) += b;
    (count[bin] as number) += 1;
  }
  const counted = (bin: number) => count[bin] ?? 0;
  const mean = (bin: number) => [red, green, blue].map((sum) => (sum[bin] ?? 0) / counted(bin));
  const used = [...new Set(bins)].sort((a, b) => counted(b) - counted(a) || a - b);
  const chosen = used.slice(0, COLOURS).map(mean);
  const palette = new Uint8Array(3 * COLOURS);
  chosen.forEach((colour, k) => colour.forEach((value, c) => (palette[3 * k + c] = Math.round(value))));
  const indexOf = new Uint8Array(1 << (3 * BITS));
  used.forEach((bin, k) => (indexOf[bin] = k < COLOURS ? k : nearest(mean(bin), chosen)));
  const indices = new Uint8Array(pixels);
  for (let k = 0; k < pixels; k++) indices[k] = indexOf[bins[k] as number] as number;
  return { palette, indices };
}

function nearest(colour: readonly number[], among: readonly (readonly number[])[]): number {
  const distance = (other: readonly number[]) =>
    colour.reduce((sum, value, c) => sum + (value - (other[c] ?? 0)) ** 2, 0);
  return among.reduce((best, other, k) => (distance(other) < distance(among[best] ?? []) ? k : best), 0);
}

/** Indices as LZW codes of 9 to 12 bits, in blocks of at most 255 bytes. */
export function compressed(indices: ArrayLike<number>): number[] {
  const [clear, end] = [COLOURS, COLOURS + 1];
  const bytes: number[] = [];
  let [buffer, filled, width] = [0, 0, 9];
  const write = (code: number) => {
    buffer |= code << filled;
    for (filled += width; filled >= 8; filled -= 8, buffer >>>= 8) bytes.push(buffer & 255);
  };
  let known = new Map<number, number>();
  let next = end + 1;
  write(clear);
  let code = indices[0] ?? 0;
  for (let k = 1; k < indices.length; k++) {
    const pixel = indices[k] ?? 0;
    const pair = code * COLOURS + pixel;
    const longer = known.get(pair);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    write(code);
    if (next < LARGEST_CODE) {
      if (next === 1 << width) width += 1;
      known.set(pair, next++);
    } else {
      write(clear);
      [known, next, width] = [new Map(), end + 1, 9];
    }
    code = pixel;
  }
  write(code);
  // The reader's table grows by this code, too.
  if (next === 1 << width && width < 12) width += 1;
  write(end);
  if (filled > 0) bytes.push(buffer & 255);
  const blocks: number[] = [];
  for (let k = 0; k < bytes.length; k += 255) {
    const block = bytes.slice(k, k + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

const word = (value: number) => [value & 255, (value >> 8) & 255];
const text = (value: string) => [...value].map((letter) => letter.charCodeAt(0));

/** An animation that repeats, frame by frame. */
export class Gif {
  private readonly parts: Uint8Array<ArrayBuffer>[];

  /** An empty animation of a size in pixels. */
  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    const repeat = [0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.parts = [new Uint8Array([...text("GIF89a"), ...word(width), ...word(height), 0, 0, 0, ...repeat])];
  }

  /** Adds a frame that is shown for hundredths of a second. */
  add(rgba: Uint8ClampedArray, hundredths: number): void {
    const { palette, indices } = quantised(rgba);
    const control = [0x21, 0xf9, 4, 0, ...word(hundredths), 0, 0];
    const place = [0x2c, ...word(0), ...word(0), ...word(this.width), ...word(this.height), 0x87];
    this.parts.push(new Uint8Array([...control, ...place, ...palette, 8, ...compressed(indices)]));
  }

  /** The file. */
  file(): Blob {
    return new Blob([...this.parts, new Uint8Array([0x3b])], { type: "image/gif" });
  }
}
