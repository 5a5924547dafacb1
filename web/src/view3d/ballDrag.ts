// Dragging the goal's ball itself: in the horizontal plane for planar robots, else in the plane that faces the
// camera; held to one axis when that is asked for. The handles of the gizmo are for those who want one axis at once.
import { Camera, Plane, Raycaster, Sphere, Vector2, Vector3 } from "three";

/** What the ball needs to know, asked when a drag begins. */
export interface BallDragging {
  /** The ball as it can be hit; nothing if it cannot be dragged now. */
  ball(): Sphere | null;
  planar(): boolean;
  axis(): "x" | "y" | "z" | null;
  started(): void;
  moved(to: Vector3): void;
  ended(): void;
}

/** Listens on the canvas before anyone else; call the result to stop. */
export function dragBall(canvas: HTMLElement, camera: Camera, events: BallDragging): () => void {
  const ray = new Raycaster();
  let plane: Plane | null = null;
  let begin = new Vector3();
  let grip = new Vector3();

  const aim = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    ray.setFromCamera(
      new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2),
      camera,
    );
    return ray.ray;
  };
  const down = (event: PointerEvent) => {
    const ball = events.ball();
    if (event.button !== 0 || ball === null || !aim(event).intersectsSphere(ball)) return;
    const normal = events.planar() ? new Vector3(0, 0, 1) : camera.getWorldDirection(new Vector3());
    plane = new Plane().setFromNormalAndCoplanarPoint(normal, ball.center);
    const hit = aim(event).intersectPlane(plane, new Vector3());
    if (hit === null) return void (plane = null);
    begin = ball.center.clone();
    grip = hit;
    event.stopImmediatePropagation();
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    events.started();
  };
  const move = (event: PointerEvent) => {
    if (plane === null) return;
    event.stopImmediatePropagation();
    const hit = aim(event).intersectPlane(plane, new Vector3());
    if (hit === null) return;
    const by = hit.sub(grip);
    const axis = events.axis();
    if (axis !== null) by.set(axis === "x" ? by.x : 0, axis === "y" ? by.y : 0, axis === "z" ? by.z : 0);
    events.moved(begin.clone().add(by));
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
