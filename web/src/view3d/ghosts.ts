// Other solutions of inverse kinematics: pale arms that are chosen by a click.
import { CylinderGeometry, Group, Mesh, MeshBasicMaterial, type Raycaster, SphereGeometry, Vector3 } from "three";
import type { Vector } from "../robot/transform";
import type { Colours } from "./materials";

const UP = new Vector3(0, 1, 0);

/** An arm to draw: lines from joint to joint and to the tool. */
export interface Ghost {
  /** What is passed on when it is clicked. */
  index: number;
  lines: readonly (readonly [Vector, Vector])[];
}

/** The pale arms of a scene. */
export class Ghosts {
  /** Root object. */
  readonly group = new Group();
  private readonly rod: CylinderGeometry;
  private readonly ball: SphereGeometry;
  private readonly material: MeshBasicMaterial;

  constructor(radius: number, colours: Colours) {
    this.rod = new CylinderGeometry(radius * 0.5, radius * 0.5, 1, 10);
    this.ball = new SphereGeometry(radius * 0.75, 12, 8);
    this.material = new MeshBasicMaterial({
      color: colours.selected,
      transparent: true,
      opacity: 0.28,
      depthWrite: false,
    });
  }

  /** Draws these arms instead of those before. */
  set(ghosts: readonly Ghost[]): void {
    this.group.clear();
    for (const { index, lines } of ghosts) {
      const arm = new Group();
      arm.userData["ghost"] = index;
      for (const [from, to] of lines) {
        const [a, b] = [new Vector3(...from), new Vector3(...to)];
        const along = new Vector3().subVectors(b, a);
        const length = along.length();
        const ball = new Mesh(this.ball, this.material);
        ball.position.copy(b);
        arm.add(ball);
        if (length < 1e-9) continue;
        const rod = new Mesh(this.rod, this.material);
        rod.position.copy(a).addScaledVector(along, 0.5);
        rod.quaternion.setFromUnitVectors(UP, along.divideScalar(length));
        rod.scale.y = length;
        arm.add(rod);
      }
      this.group.add(arm);
    }
  }

  /** The arm that a ray meets first, and how far away. */
  hit(ray: Raycaster): { index: number; distance: number } | null {
    const first = ray.intersectObject(this.group, true)[0];
    const index: unknown = first?.object.parent?.userData["ghost"];
    return first && typeof index === "number" ? { index, distance: first.distance } : null;
  }

  /** Releases what is shared. */
  dispose(): void {
    this.rod.dispose();
    this.ball.dispose();
    this.material.dispose();
  }
}
