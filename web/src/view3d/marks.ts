// Markers on links: frames, centres of mass, inertia ellipsoids.
import {
  AxesHelper,
  Group,
  type LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  SphereGeometry,
  Vector3,
} from "three";
import { fromPose } from "../robot/transform";
import type { Overlays, RobotShape } from "../state/scene";
import { toMatrix, type Body } from "./body";
import type { Colours } from "./materials";

/** Markers attached to the links of a robot. */
export class Marks {
  private readonly frames: Group[] = [];
  private readonly centres: Group[] = [];
  private readonly ellipsoids: Group[] = [];

  constructor(robot: RobotShape, body: Body, radius: number, colours: Colours) {
    for (const link of [robot.geometry.base, ...robot.geometry.links]) {
      const host = body.linkGroup(link.link);
      if (!host) continue;
      const axes = new AxesHelper(radius * 4.5);
      (axes.material as LineBasicMaterial).depthTest = false;
      axes.renderOrder = 3;
      this.frames.push(new Group().add(axes) as Group);
      host.add(this.frames[this.frames.length - 1] as Group);
      if (link.centre !== null) {
        const ball = new Mesh(
          new SphereGeometry(radius * 0.55, 16, 12),
          new MeshBasicMaterial({ color: colours.centre, depthTest: false, transparent: true, opacity: 0.9 }),
        );
        ball.renderOrder = 2;
        ball.position.set(...link.centre);
        const group = new Group().add(ball) as Group;
        host.add(group);
        this.centres.push(group);
      }
      if (link.ellipsoid !== null) {
        const [a, b, c] = link.ellipsoid.half_axes;
        const ball = new Mesh(
          new SphereGeometry(1, 28, 18),
          new MeshStandardMaterial({ color: colours.ellipsoid, transparent: true, opacity: 0.38, depthWrite: false }),
        );
        const least = radius * 0.02;
        ball.matrixAutoUpdate = false;
        ball.matrix = toMatrix(fromPose(link.ellipsoid.pose)).scale(
          new Vector3(Math.max(a, least), Math.max(b, least), Math.max(c, least)),
        );
        const group = new Group().add(ball) as Group;
        host.add(group);
        this.ellipsoids.push(group);
      }
    }
  }

  /** Sets the visibility. */
  show(overlays: Overlays): void {
    for (const mark of this.frames) mark.visible = overlays.frames;
    for (const mark of this.centres) mark.visible = overlays.centres;
    for (const mark of this.ellipsoids) mark.visible = overlays.ellipsoids;
  }
}
