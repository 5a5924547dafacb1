// Robot meshes from the geometry of the server: shapes of the description, or shapes generated from the joints. A thin
// rod shows the extension of a prismatic joint.
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  SRGBColorSpace,
  Vector3,
} from "three";
import { STLLoader } from "three/examples/jsm/loaders/STLLoader.js";
import type { LinkGeometry, Shape } from "../contract";
import type { Poses } from "../robot/poses";
import { fromPose, type Transform } from "../robot/transform";
import type { RobotShape } from "../state/scene";
import type { Colours } from "./materials";

const UP = new Vector3(0, 1, 0);

/** Converts a transform to a three.js matrix. */
export function toMatrix(t: Transform): Matrix4 {
  const m = new Matrix4();
  m.set(...(t as unknown as Parameters<Matrix4["set"]>));
  return m;
}

/** Places a unit cylinder (along y) from a to b. */
function placeRod(rod: Mesh, a: Vector3, b: Vector3): void {
  const along = new Vector3().subVectors(b, a);
  const length = along.length();
  rod.visible = length > 1e-6;
  if (!rod.visible) return;
  rod.position.copy(a).addScaledVector(along, 0.5);
  rod.quaternion.copy(new Quaternion().setFromUnitVectors(UP, along.divideScalar(length)));
  rod.scale.y = length;
}

/** three.js geometry of a shape; cylinders are along z here and along y in three.js. */
function geometryOf(shape: Shape): BufferGeometry | null {
  const [a = 0.01, b = 0.01, c = 0.01] = shape.size;
  if (shape.kind === "box") return new BoxGeometry(a, b, c);
  if (shape.kind === "sphere") return new SphereGeometry(a, 24, 16);
  if (shape.kind === "cylinder") return new CylinderGeometry(a, a, b, 28).rotateX(Math.PI / 2);
  if (shape.kind === "capsule") return new CapsuleGeometry(a, b, 8, 20).rotateX(Math.PI / 2);
  return null;
}

/** The meshes of a robot. */
export class Body {
  /** Root object. */
  readonly group = new Group();
  private readonly links = new Map<string, Group>();
  private readonly prismaticRods: { joint: string; link: string; rod: Mesh }[] = [];
  private readonly materials = new Map<string, MeshStandardMaterial>();

  constructor(
    robot: RobotShape,
    radius: number,
    private readonly colours: Colours,
    private readonly redraw: () => void,
  ) {
    for (const link of [robot.geometry.base, ...robot.geometry.links]) this.addLink(link, robot);
    for (const joint of robot.joints) {
      if (joint.kind !== "prismatic") continue;
      const material = new MeshStandardMaterial({ color: colours.slider, roughness: 0.35, metalness: 0.4 });
      const rod = new Mesh(new CylinderGeometry(radius * 0.45, radius * 0.45, 1, 16), material);
      this.prismaticRods.push({ joint: joint.name, link: joint.child, rod });
      this.group.add(rod);
    }
  }

  /** Sets the pose. */
  pose(poses: Poses): void {
    for (const [name, group] of this.links) {
      const t = poses.links.get(name);
      if (t) group.matrix.copy(toMatrix(t));
      group.matrixWorldNeedsUpdate = true;
    }
    for (const { joint, link, rod } of this.prismaticRods) {
      const from = poses.joints.get(joint);
      const to = poses.links.get(link);
      if (from && to) placeRod(rod, new Vector3(from[3], from[7], from[11]), new Vector3(to[3], to[7], to[11]));
    }
  }

  /** Highlights the selected link. */
  selectLink(link: string | null): void {
    for (const [name, material] of this.materials)
      material.color.set(name === link ? this.colours.selected : this.colours.link);
  }

  /** The group of a link, for markers. */
  linkGroup(name: string): Group | undefined {
    return this.links.get(name);
  }

  private addLink(link: LinkGeometry, robot: RobotShape): void {
    const group = new Group();
    group.matrixAutoUpdate = false;
    group.userData["link"] = link.link;
    const own = new MeshStandardMaterial({ color: this.colours.link, roughness: 0.55, metalness: 0.12 });
    this.materials.set(link.link, own);
    const driven = robot.joints.find((joint) => joint.child === link.link)?.driven ?? false;
    const jointMaterial = new MeshStandardMaterial({
      color: driven ? this.colours.actuated : this.colours.passive,
      roughness: 0.5,
      metalness: 0.2,
    });
    for (const shape of link.shapes) {
      const material = shape.part === "joint" ? jointMaterial : this.coloured(shape, own);
      const geometry = geometryOf(shape);
      if (geometry !== null) this.add(group, geometry, shape, material);
      else if (shape.url !== null) void this.addMesh(group, shape, material);
    }
    this.links.set(link.link, group);
    this.group.add(group);
  }

  private add(
    group: Group,
    geometry: BufferGeometry,
    shape: Shape,
    material: MeshStandardMaterial,
    scale?: readonly number[],
  ): void {
    const part = new Mesh(geometry, material);
    part.matrixAutoUpdate = false;
    part.matrix = toMatrix(fromPose(shape.pose));
    part.userData["standIn"] = shape.part === "stand-in";
    if (scale) part.matrix.scale(new Vector3(scale[0] ?? 1, scale[1] ?? 1, scale[2] ?? 1));
    group.add(part);
  }

  /** The material of a shape: that of the link, or one of the shape's own colour. */
  private coloured(shape: Shape, own: MeshStandardMaterial): MeshStandardMaterial {
    if (!shape.colour) return own;
    const [red, green, blue, opacity] = shape.colour;
    const material = new MeshStandardMaterial({
      roughness: 0.55,
      metalness: 0.12,
      opacity,
      transparent: opacity < 1,
    });
    material.color.setRGB(red, green, blue, SRGBColorSpace);
    return material;
  }

  // The server sends every format as STL; the stand-in of the link stays until a mesh is there.
  private async addMesh(group: Group, shape: Shape, material: MeshStandardMaterial): Promise<void> {
    if (shape.url === null) return;
    try {
      const geometry = await new STLLoader().loadAsync(shape.url);
      // Some programs write normals of zero, which would be black.
      const normal = geometry.getAttribute("normal");
      const [x, y, z] = [normal?.getX(0) ?? 0, normal?.getY(0) ?? 0, normal?.getZ(0) ?? 0];
      if (!(Math.hypot(x, y, z) > 0.5)) geometry.computeVertexNormals();
      this.add(group, geometry, shape, material, shape.size);
      for (const part of group.children) if (part.userData["standIn"] === true) part.visible = false;
      this.redraw();
    } catch {
      // the server lists missing files; the generated shapes stay
    }
  }
}
