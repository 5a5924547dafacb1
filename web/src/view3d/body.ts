// The robot's body: rods from a link's frame to the joints it carries, barrels for turning joints,
// boxes for sliding ones, and a thin rod for how far a slide is out. Meshes replace the rods of a link.
import { BoxGeometry, CylinderGeometry, Group, Matrix4, Mesh, MeshStandardMaterial, Object3D, Quaternion, SphereGeometry, Vector3 } from "three";
import type { Poses } from "../robot/poses";
import type { Transform } from "../robot/transform";
import type { RobotShape } from "../state/scene";
import type { Colours } from "./materials";

const UP = new Vector3(0, 1, 0);

/** A transform of ours as one of three's. */
export function toMatrix(t: Transform): Matrix4 {
  const m = new Matrix4();
  m.set(...(t as unknown as Parameters<Matrix4["set"]>));
  return m;
}

/** Lays a unit cylinder (along y) from a to b. */
export function layRod(rod: Object3D, a: Vector3, b: Vector3): void {
  const along = new Vector3().subVectors(b, a);
  const length = along.length();
  rod.visible = length > 1e-6;
  if (!rod.visible) return;
  rod.position.copy(a).addScaledVector(along, 0.5);
  rod.quaternion.copy(new Quaternion().setFromUnitVectors(UP, along.divideScalar(length)));
  rod.scale.y = length;
}

/** The body of one robot. */
export class Body {
  /** What to add to a scene. */
  readonly group = new Group();
  private readonly links = new Map<string, Group>();
  private readonly joints = new Map<string, Group>();
  private readonly slides: { joint: string; link: string; rod: Mesh }[] = [];
  private readonly materials = new Map<string, MeshStandardMaterial>();

  constructor(robot: RobotShape, radius: number, private readonly colours: Colours) {
    for (const name of [robot.base, ...robot.joints.map((joint) => joint.child)]) {
      const group = new Group();
      group.matrixAutoUpdate = false;
      group.userData["link"] = name;
      this.materials.set(name, new MeshStandardMaterial({ color: colours.link, roughness: 0.55, metalness: 0.15 }));
      this.links.set(name, group);
      this.group.add(group);
    }
    const depth = new Map([[robot.base, 0]]);
    for (const joint of robot.joints) {
      const level = (depth.get(joint.parent) ?? 0) + 1;
      depth.set(joint.child, level);
      // Thinner towards the tool, as arms are.
      const thickness = radius * Math.max(0.45, 1 - 0.08 * level);
      this.rod(joint.parent, [0, 0, 0], joint.origin.xyz, thickness);
      this.joint(joint.name, joint.kind, joint.axis, thickness, joint.actuated);
      if (joint.kind === "prismatic") this.slide(joint.name, joint.child, thickness * 0.5);
    }
    this.rod(robot.tool.link, [0, 0, 0], robot.tool.xyz, radius * 0.5);
    this.ball(robot.tool.link, robot.tool.xyz, radius * 0.6);
    this.ball(robot.base, [0, 0, 0], radius * 1.2);
  }

  /** Moves everything to a pose. */
  pose(poses: Poses): void {
    for (const [name, group] of this.links) {
      const t = poses.links.get(name);
      if (t) group.matrix.copy(toMatrix(t));
    }
    for (const [name, group] of this.joints) {
      const t = poses.joints.get(name);
      if (t) group.matrix.copy(toMatrix(t));
    }
    for (const { joint, link, rod } of this.slides) {
      const from = poses.joints.get(joint);
      const to = poses.links.get(link);
      if (from && to) layRod(rod, new Vector3(from[3], from[7], from[11]), new Vector3(to[3], to[7], to[11]));
    }
  }

  /** Marks the selected link. */
  choose(link: string | null): void {
    for (const [name, material] of this.materials) material.color.set(name === link ? this.colours.chosen : this.colours.link);
  }

  /** The group of a link, to which meshes and marks may be added. */
  linkGroup(name: string): Group | undefined {
    return this.links.get(name);
  }

  /** The material of a link. */
  materialOf(name: string): MeshStandardMaterial | undefined {
    return this.materials.get(name);
  }

  private rod(link: string, from: readonly number[], to: readonly number[], radius: number): void {
    const group = this.links.get(link);
    if (!group) return;
    const rod = new Mesh(new CylinderGeometry(radius, radius, 1, 20), this.materials.get(link));
    layRod(rod, new Vector3(...from), new Vector3(...to));
    rod.userData["rod"] = true;
    group.add(rod);
  }

  private ball(link: string, at: readonly number[], radius: number): void {
    const ball = new Mesh(new SphereGeometry(radius, 20, 14), this.materials.get(link));
    ball.position.set(at[0] ?? 0, at[1] ?? 0, at[2] ?? 0);
    this.links.get(link)?.add(ball);
  }

  private joint(name: string, kind: string, axis: readonly number[], radius: number, actuated: boolean): void {
    if (kind === "fixed") return;
    const material = new MeshStandardMaterial({ color: actuated ? this.colours.actuated : this.colours.passive, roughness: 0.5, metalness: 0.2 });
    const geometry = kind === "prismatic" ? new BoxGeometry(radius * 2.3, radius * 2.3, radius * 2.3) : new CylinderGeometry(radius * 1.45, radius * 1.45, radius * 2.7, 28);
    const mesh = new Mesh(geometry, material);
    mesh.quaternion.setFromUnitVectors(UP, new Vector3(axis[0], axis[1], axis[2]).normalize());
    const group = new Group();
    group.matrixAutoUpdate = false;
    group.add(mesh);
    this.joints.set(name, group);
    this.group.add(group);
  }

  private slide(joint: string, link: string, radius: number): void {
    const rod = new Mesh(new CylinderGeometry(radius, radius, 1, 16), new MeshStandardMaterial({ color: this.colours.slider, roughness: 0.35, metalness: 0.4 }));
    this.slides.push({ joint, link, rod });
    this.group.add(rod);
  }
}
