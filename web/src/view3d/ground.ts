// Ground grid and the names of its axes. Each cell edge is a separate line, because software renderers drop lines that pass behind the camera.
import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  LineBasicMaterial,
  LineSegments,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
} from "three";
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

/** The letters x and y at their axes, at a distance from the origin; they face the camera. */
export function axisNames(at: number, height: number, colours: Colours): Sprite[] {
  return ["x", "y"].map((name, axis) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const pen = canvas.getContext("2d");
    if (pen) {
      pen.font = "600 52px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillStyle = `#${colours.slider.toString(16).padStart(6, "0")}`;
      pen.fillText(name, 32, 30);
    }
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    const letter = new Sprite(new SpriteMaterial({ map: texture, depthTest: false }));
    letter.scale.set(height, height, 1);
    letter.position.set(axis === 0 ? at : 0, axis === 0 ? 0 : at, height * 0.6);
    return letter;
  });
}
