// Dragging of the target marker: in the horizontal plane for planar robots, otherwise in the plane that faces the
// camera; optionally constrained to one axis.
import { Camera, Plane, Raycaster, Sphere, Vector2, Vector3 } from "three";

/** State and callbacks of a drag. */
export interface BallDragging {
  /** Hit sphere of the marker; `null` if it cannot be dragged. */
  ball(): Sphere | null;
  planar(): boolean;
  axis(): "x" | "y" | "z" | null;
  started(): void;
  moved(to: Vector3): void;
  ended(): void;
}

/** Handles pointer events in the capture phase; the returned function unsubscribes. */
export function dragBall(canvas: HTMLElement, camera: Camera, events: BallDragging): () => void {
  const ray = new Raycaster();
  let plane: Plane | null = null;
  let start = new Vector3();
  let grabPoint = new Vector3();

  const pointerRay = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    ray.setFromCamera(
      new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2),
      camera,
    );
    return ray.ray;
  };
  const down = (event: PointerEvent) => {
    const ball = events.ball();
    if (event.button !== 0 || ball === null || !pointerRay(event).intersectsSphere(ball)) return;
    const normal = events.planar() ? new Vector3(0, 0, 1) : camera.getWorldDirection(new Vector3());
    plane = new Plane().setFromNormalAndCoplanarPoint(normal, ball.center);
    const hit = pointerRay(event).intersectPlane(plane, new Vector3());
    if (hit === null) return void (plane = null);
    start = ball.center.clone();
    grabPoint = hit;
    event.stopImmediatePropagation();
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    events.started();
  };
  const move = (event: PointerEvent) => {
    if (plane === null) return;
    event.stopImmediatePropagation();
    const hit = pointerRay(event).intersectPlane(plane, new Vector3());
    if (hit === null) return;
    const by = hit.sub(grabPoint);
    const axis = events.axis();
    if (axis !== null) by.set(axis === "x" ? by.x : 0, axis === "y" ? by.y : 0, axis === "z" ? by.z : 0);
    events.moved(start.clone().add(by));
  };
  const up = (event: PointerEvent) => {
    if (plane === null) return;
    plane = null;
    event.stopImmediatePropagation();
    events.ended();
  };
  const options = { capture: true };
  canvas.addEventListener("pointerdown", down, options);
  canvas.addEventListener("pointermove", move, options);
  canvas.addEventListener("pointerup", up, options);
  canvas.addEventListener("pointercancel", up, options);
  return () => {
    canvas.removeEventListener("pointerdown", down, options);
    canvas.removeEventListener("pointermove", move, options);
    canvas.removeEventListener("pointerup", up, options);
    canvas.removeEventListener("pointercancel", up, options);
  };
}
