// Overlays of the 3D view: tool path, workspace, forces.
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

/** Overlays of a scene. */
export class SceneOverlays {
  /** Root object. */
  readonly group = new Group();
  private readonly arrows = new Group();
  private readonly border = new Group();
  private readonly path: Line<BufferGeometry, LineBasicMaterial>;
  private readonly cloud: Points<BufferGeometry, PointsMaterial>;

  constructor(
    private readonly size: number,
    private readonly colours: Colours,
  ) {
    const line = new LineBasicMaterial({ color: colours.toolPath, transparent: true, opacity: 0.65 });
    const dots = { color: colours.cloud, size: size * 0.008, transparent: true, opacity: 0.4, depthWrite: false };
    this.path = new Line(new BufferGeometry(), line);
    this.cloud = new Points(new BufferGeometry(), new PointsMaterial(dots));
    this.group.add(this.path, this.cloud, this.border, this.arrows);
  }

  /** Sets the visibility. */
  show(overlays: Overlays): void {
    this.cloud.visible = overlays.workspace;
    this.border.visible = overlays.workspace;
    this.path.visible = overlays.toolPath;
    this.arrows.visible = overlays.forces;
  }

  /** Points of the tool path, if visible. */
  toolPathPoints(): Vector3[] {
    const positions = this.path.geometry.getAttribute("position");
    if (!this.path.visible || positions === undefined) return [];
    return Array.from({ length: positions.count }, (_, i) => new Vector3().fromBufferAttribute(positions, i));
  }

  /** Draws the tool path. */
  setToolPath(points: readonly Vector[]): void {
    this.path.geometry.dispose();
    this.path.geometry = new BufferGeometry().setFromPoints(points.map((point) => new Vector3(...point)));
  }

  /** Draws reachable points. */
  setWorkspaceCloud(points: Float32Array | null): void {
    this.cloud.geometry.dispose();
    this.cloud.geometry = new BufferGeometry();
    this.cloud.geometry.setAttribute("position", new BufferAttribute(points ?? new Float32Array(), 3));
  }

  /** Draws the workspace boundary in the xy plane. */
  setWorkspaceOutline(lines: readonly (readonly (readonly [number, number])[])[]): void {
    for (const line of this.border.children) if (line instanceof Line) line.geometry.dispose();
    this.border.clear();
    for (const points of lines) {
      const geometry = new BufferGeometry().setFromPoints(points.map(([x, y]) => new Vector3(x, y, 0)));
      this.border.add(new Line(geometry, new LineBasicMaterial({ color: this.colours.cloud })));
    }
  }

  /** Draws force arrows; the longest is 0.4 times the robot's reach. */
  setForces(arrows: readonly ForceArrow[]): void {
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
