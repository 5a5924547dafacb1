import assert from "node:assert/strict";
import { test } from "node:test";
import { compressed, Gif, quantised } from "../src/view3d/gif";

/** Indices from LZW blocks, as the specification says. */
function expanded(blocks: readonly number[]): number[] {
  const bytes: number[] = [];
  for (let k = 0; blocks[k] !== 0; k += 1 + blocks[k]!) bytes.push(...blocks.slice(k + 1, k + 1 + blocks[k]!));
  let [at, width] = [0, 9];
  const read = () => {
    let code = 0;
    for (let k = 0; k < width; k++, at++) code |= ((bytes[at >> 3]! >> (at & 7)) & 1) << k;
    return code;
  };
  const out: number[] = [];
  let table: number[][] = [];
  let before: number[] | null = null;
  for (;;) {
    const code = read();
    if (code === 257) return out;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, k) => [k]);
      [width, before] = [9, null];
      continue;
    }
    const found: number[] = table[code] ?? [...before!, before![0]!];
    assert.ok(code <= table.length, "no code from the future");
    if (before !== null && table.length < 4096) table.push([...before, found[0]!]);
    out.push(...found);
    before = found;
    if (table.length === 1 << width && width < 12) width += 1;
  }
}

function random(count: number, colours: number): number[] {
  let seed = 1;
  return Array.from({ length: count }, () => (seed = (seed * 48271) % 2147483647) % colours);
}

test("compressed pixels are read again as they were", () => {
  const cases = [[7], [1, 1], random(200_000, 256), random(100_000, 2), Array.from({ length: 70_000 }, () => 3)];
  // Every length near a change of the width of codes.
  for (let length = 250; length < 270; length++) cases.push(random(length, 256));
  for (let length = 3830; length < 3850; length++) cases.push(random(length, 256));
  for (const indices of cases) assert.deepEqual(expanded(compressed(indices)), indices, `${indices.length} pixels`);
});

test("few colours are kept, many are replaced by near ones", () => {
  const few = new Uint8ClampedArray([255, 0, 0, 255, 10, 200, 30, 255, 255, 0, 0, 255]);
  const { palette, indices } = quantised(few);
  const colours = [...indices].map((k) => [...palette.slice(3 * k, 3 * k + 3)]);
  assert.deepEqual(colours, [
    [255, 0, 0],
    [10, 200, 30],
    [255, 0, 0],
  ]);
  const many = new Uint8ClampedArray(random(4 * 20_000, 256));
  const found = quantised(many);
  const far = [...found.indices].map((index, k) =>
    Math.hypot(...[0, 1, 2].map((c) => many[4 * k + c]! - found.palette[3 * index + c]!)),
  );
  assert.ok(Math.max(...far) < 100, `${Math.max(...far)}`);
});

test("an animation has a header, its frames and an end", async () => {
  const gif = new Gif(2, 1);
  for (let k = 0; k < 3; k++) gif.add(new Uint8ClampedArray([k, 0, 0, 255, 0, k, 0, 255]), 5);
  const bytes = new Uint8Array(await gif.file().arrayBuffer());
  assert.equal(String.fromCharCode(...bytes.slice(0, 6)), "GIF89a");
  assert.equal(bytes.at(-1), 0x3b);
  assert.equal(bytes.filter((byte, k) => byte === 0x21 && bytes[k + 1] === 0xf9).length, 3);
});
