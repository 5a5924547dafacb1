// What is drawn beside the robot: the way of its tool, what it can reach, the forces it bears.
import {
  ArrowHelper,
  BufferAttribute,
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Points,
  PointsMaterial,
  Vector3,
} from "three";
import type { Vector } from "../robot/transform";
import type { ForceArrow, Overlays } from "../state/scene";
import type { Colours } from "./materials";

/** The layers of one picture. */
export class Layers {
  /** What to add to a scene. */
  readonly group = new Group();
  private readonly arrows = new Group();
  private readonly border = new Group();
  private readonly path: Line<BufferGeometry, LineBasicMaterial>;
  private readonly cloud: Points<BufferGeometry, PointsMaterial>;

  constructor(
    private readonly size: number,
    private readonly colours: Colours,
  ) {
    const line = new LineBasicMaterial({ color: colours.trail, transparent: true, opacity: 0.65 });
    const dots = { color: colours.cloud, size: size * 0.008, transparent: true, opacity: 0.4, depthWrite: false };
    this.path = new Line(new BufferGeometry(), line);
    this.cloud = new Points(new BufferGeometry(), new PointsMaterial(dots));
    this.group.add(this.path, this.cloud, this.border, this.arrows);
  }

  /** Shows what is asked for. */
  show(overlays: Overlays): void {
    this.cloud.visible = overlays.workspace;
    this.border.visible = overlays.workspace;
    this.path.visible = overlays.trail;
    this.arrows.visible = overlays.forces;
  }

  /** Points of the tool's way, if it is shown. */
  wayPoints(): Vector3[] {
    const way = this.path.geometry.getAttribute("position");
    if (!this.path.visible || way === undefined) return [];
    return Array.from({ length: way.count }, (_, i) => new Vector3().fromBufferAttribute(way, i));
  }

  /** Draws the way of the tool. */
  follow(points: readonly Vector[]): void {
    this.path.geometry.dispose();
    this.path.geometry = new BufferGeometry().setFromPoints(points.map((point) => new Vector3(...point)));
  }

  /** Draws the points that can be reached. */
  reachable(points: Float32Array | null): void {
    this.cloud.geometry.dispose();
    this.cloud.geometry = new BufferGeometry();
    this.cloud.geometry.setAttribute("position", new BufferAttribute(points ?? new Float32Array(), 3));
  }

  /** Draws lines around what can be reached, on the ground. */
  outline(lines: readonly (readonly (readonly [number, number])[])[]): void {
    for (const line of this.border.children) if (line instanceof Line) line.geometry.dispose();
    this.border.clear();
    for (const points of lines) {
      const closed = points.length > 2 ? [...points, points[0] ?? ([0, 0] as const)] : points;
      const geometry = new BufferGeometry().setFromPoints(closed.map(([x, y]) => new Vector3(x, y, 0)));
      this.border.add(new Line(geometry, new LineBasicMaterial({ color: this.colours.cloud })));
    }
  }

  /** Draws forces as arrows, the longest two fifths of the robot's size. */
  push(arrows: readonly ForceArrow[]): void {
    this.arrows.clear();
    const largest = Math.max(1e-12, ...arrows.map(({ force }) => Math.hypot(...force)));
    for (const { at, force } of arrows) {
      const length = Math.hypot(...force);
      if (!(length > largest * 1e-6)) continue;
      const long = Math.max(this.size * 0.04, (length / largest) * this.size * 0.4);
      const direction = new Vector3(...force).divideScalar(length);
      const head = [this.size * 0.05, this.size * 0.03] as const;
      this.arrows.add(new ArrowHelper(direction, new Vector3(...at), long, this.colours.force, ...head));
    }
  }
}
