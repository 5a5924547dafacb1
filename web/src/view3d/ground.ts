// Ground grid and the names of its axes. Each cell edge is a separate line, because software renderers drop lines that pass behind the camera.
import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments } from "three";
import type { Colours } from "./materials";

const CELLS = 12;

/** Grid with cell size `cell` around the origin; the axes are emphasised. */
export function ground(cell: number, colours: Colours): LineSegments {
  const points: number[] = [];
  const tints: number[] = [];
  const plain = new Color(colours.grid);
  const axis = new Color(colours.gridMain);
  for (let i = -CELLS; i <= CELLS; i++) {
    const tint = i === 0 ? axis : plain;
    for (let k = -CELLS; k < CELLS; k++) {
      points.push(
        i * cell,
        k * cell,
        0,
        i * cell,
        (k + 1) * cell,
        0,
        k * cell,
        i * cell,
        0,
        (k + 1) * cell,
        i * cell,
        0,
      );
      for (let corner = 0; corner < 4; corner++) tints.push(tint.r, tint.g, tint.b);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(tints), 3));
  return new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true }));
}

/** Strokes of the letters x and y, from −1 to 1. */
const LETTERS: [number, number][][] = [
  [
    [-0.7, -1],
    [0.7, 1],
    [-0.7, 1],
    [0.7, -1],
  ],
  [
    [-0.7, 1],
    [0, 0],
    [0.7, 1],
    [0, 0],
    [0, 0],
    [0, -1],
  ],
];

/** The letters x and y beside their axes, at a distance from the origin, lying on the ground. */
export function axisNames(at: number, height: number, colours: Colours): LineSegments {
  const points = LETTERS.flatMap((strokes, axis) =>
    strokes.flatMap(([x, y]) => {
      const [alongX, alongY] = axis === 0 ? [at, -height] : [height, at];
      return [alongX + (x * height) / 2, alongY + (y * height) / 2, 0];
    }),
  );
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: colours.slider }));
}
