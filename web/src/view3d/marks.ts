// Marks on links: frames, centres of mass, inertia ellipsoids.
import { AxesHelper, Group, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, SphereGeometry } from "three";
import { ellipsoidOf } from "../robot/inertia";
import type { Overlays, RobotShape } from "../state/scene";
import type { Body } from "./body";
import type { Colours } from "./materials";

/** The marks of one robot, attached to its links. */
export class Marks {
  private readonly frames: Group[] = [];
  private readonly centres: Group[] = [];
  private readonly ellipsoids: Group[] = [];

  constructor(robot: RobotShape, body: Body, radius: number, colours: Colours) {
    for (const name of [robot.base, ...robot.joints.map((joint) => joint.child)]) {
      const frame = new Group();
      const axes = new AxesHelper(radius * 4.5);
      (axes.material as MeshBasicMaterial).depthTest = false;
      axes.renderOrder = 3;
      frame.add(axes);
      body.linkGroup(name)?.add(frame);
      this.frames.push(frame);
    }
    for (const link of robot.links) {
      const host = body.linkGroup(link.name);
      if (!host || !(link.mass > 0)) continue;
      const centre = new Group();
      centre.position.set(...link.centre);
      const ball = new Mesh(new SphereGeometry(radius * 0.55, 16, 12), new MeshBasicMaterial({ color: colours.centre, depthTest: false, transparent: true, opacity: 0.9 }));
      ball.renderOrder = 2;
      centre.add(ball);
      host.add(centre);
      this.centres.push(centre);
      const ellipsoid = ellipsoidOf(link.mass, link.inertia);
      if (ellipsoid === null) continue;
      const group = new Group();
      const [r0 = 0, r1 = 0, r2 = 0, r3 = 0, r4 = 0, r5 = 0, r6 = 0, r7 = 0, r8 = 0] = ellipsoid.turn;
      const [a, b, c] = ellipsoid.axes.map((half) => Math.max(half, radius * 0.02)) as [number, number, number];
      const [x, y, z] = link.centre;
      group.matrixAutoUpdate = false;
      group.matrix = new Matrix4().set(r0 * a, r1 * b, r2 * c, x, r3 * a, r4 * b, r5 * c, y, r6 * a, r7 * b, r8 * c, z, 0, 0, 0, 1);
      const colour = ellipsoid.possible ? colours.ellipsoid : colours.bad;
      group.add(new Mesh(new SphereGeometry(1, 28, 18), new MeshStandardMaterial({ color: colour, transparent: true, opacity: 0.35, depthWrite: false })));
      host.add(group);
      this.ellipsoids.push(group);
    }
  }

  /** Shows what is asked for. */
  show(overlays: Overlays): void {
    for (const mark of this.frames) mark.visible = overlays.frames;
    for (const mark of this.centres) mark.visible = overlays.centres;
    for (const mark of this.ellipsoids) mark.visible = overlays.ellipsoids;
  }
}
