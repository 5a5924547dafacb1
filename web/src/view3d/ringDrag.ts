// Three rings around the target that turn it: drawn about its own axes, dragged one at a time.
import {
  Camera,
  Euler,
  Group,
  Mesh,
  MeshBasicMaterial,
  Plane,
  Quaternion,
  Raycaster,
  TorusGeometry,
  Vector2,
  Vector3,
} from "three";
import type { Vector } from "../robot/transform";

/** State and callbacks of a turn. */
export interface RingDragging {
  started(): void;
  turned(rpy: Vector): void;
  ended(): void;
}

const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
/** Red, green and blue for x, y and z, as the arrows have them. */
const COLOURS = [0xd9483b, 0x3f9142, 0x3575c9];

/** Roll, pitch, yaw as a rotation, Rz(yaw) Ry(pitch) Rx(roll). */
export function quaternionOf(rpy: Vector): Quaternion {
  return new Quaternion().setFromEuler(new Euler(rpy[0], rpy[1], rpy[2], "ZYX"));
}

/** Roll, pitch, yaw of a rotation. */
export function rpyOfQuaternion(rotation: Quaternion): Vector {
  const { x, y, z } = new Euler().setFromQuaternion(rotation, "ZYX");
  return [x, y, z];
}

/** Rings of a target. */
export class Rings {
  /** Root object; its quaternion is the orientation. */
  readonly group = new Group();
  private readonly rings: Mesh<TorusGeometry, MeshBasicMaterial>[];
  private readonly picks: Mesh<TorusGeometry, MeshBasicMaterial>[];
  private readonly stop: () => void;

  constructor(
    canvas: HTMLElement,
    private readonly camera: Camera,
    private readonly radius: number,
    events: RingDragging,
  ) {
    const ring = (k: number, tube: number, visible: boolean) => {
      const mesh = new Mesh(
        new TorusGeometry(radius, tube, 8, 64),
        new MeshBasicMaterial({ color: COLOURS[k] ?? 0, transparent: true, opacity: 0.85, depthTest: false }),
      );
      mesh.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), AXES[k] ?? new Vector3());
      mesh.renderOrder = 4;
      mesh.material.visible = visible;
      return mesh;
    };
    this.rings = [0, 1, 2].map((k) => ring(k, radius * 0.02, true));
    this.picks = [0, 1, 2].map((k) => ring(k, radius * 0.08, false));
    this.group.add(...this.rings, ...this.picks);
    this.stop = this.listen(canvas, events);
  }

  /** Shows the rings about an orientation, or hides them; a turn that is going on is left alone. */
  show(rpy: Vector | null): void {
    this.group.visible = rpy !== null;
    if (rpy !== null && !this.turning) this.group.quaternion.copy(quaternionOf(rpy));
  }

  private turning = false;

  /** A point of a ring, by its angle. */
  point(ring: number, angle: number): Vector {
    const along = AXES[(ring + 1) % 3]?.clone().multiplyScalar(Math.cos(angle)) ?? new Vector3();
    along.addScaledVector(AXES[(ring + 2) % 3] ?? new Vector3(), Math.sin(angle));
    this.group.updateWorldMatrix(true, false);
    const { x, y, z } = this.group.localToWorld(along.multiplyScalar(this.radius));
    return [x, y, z];
  }

  private listen(canvas: HTMLElement, events: RingDragging): () => void {
    const ray = new Raycaster();
    let axis = new Vector3();
    let plane = new Plane();
    let first = new Vector3();
    let began = new Quaternion();
    const aim = (event: PointerEvent) => {
      const box = canvas.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * 2 - 1;
      ray.setFromCamera(new Vector2(x, 1 - ((event.clientY - box.top) / box.height) * 2), this.camera);
    };
    const centre = () => this.group.getWorldPosition(new Vector3());
    /** Direction from the centre to the pointer in the plane of the ring. */
    const arm = () => ray.ray.intersectPlane(plane, new Vector3())?.sub(centre()).normalize() ?? null;
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || !this.group.visible) return;
      aim(event);
      const hit = ray.intersectObjects(this.picks)[0];
      const index = this.picks.findIndex((pick) => pick === hit?.object);
      if (!hit || index < 0) return;
      began = this.group.quaternion.clone();
      axis = (AXES[index] ?? new Vector3()).clone().applyQuaternion(began);
      // A ring seen from its edge is turned in the plane that faces the camera instead.
      const sight = this.camera.getWorldDirection(new Vector3());
      const facing = axis.dot(sight);
      const normal = Math.abs(facing) > 0.15 ? axis : sight.clone().multiplyScalar(facing < 0 ? -1 : 1);
      plane = new Plane().setFromNormalAndCoplanarPoint(normal, centre());
      const from = arm();
      if (from === null) return;
      first = from;
      this.turning = true;
      event.stopImmediatePropagation();
      event.preventDefault();
      canvas.setPointerCapture(event.pointerId);
      events.started();
    };
    const move = (event: PointerEvent) => {
      if (!this.turning) return;
      event.stopImmediatePropagation();
      aim(event);
      const to = arm();
      if (to === null) return;
      const angle = Math.atan2(new Vector3().crossVectors(first, to).dot(plane.normal), first.dot(to));
      this.group.quaternion.setFromAxisAngle(axis, angle).multiply(began);
      events.turned(rpyOfQuaternion(this.group.quaternion));
    };
    const up = (event: PointerEvent) => {
      if (!this.turning) return;
      this.turning = false;
      event.stopImmediatePropagation();
      events.ended();
    };
    const handlers = [
      ["pointerdown", down],
      ["pointermove", move],
      ["pointerup", up],
      ["pointercancel", up],
    ] as const;
    for (const [name, handler] of handlers) canvas.addEventListener(name, handler, { capture: true });
    return () => {
      for (const [name, handler] of handlers) canvas.removeEventListener(name, handler, { capture: true });
    };
  }

  /** Removes the event listeners and frees the geometry. */
  dispose(): void {
    this.stop();
    for (const mesh of [...this.rings, ...this.picks]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }
}
