// How far a camera must be from the middle of a box to see all of it: each corner must lie within the pyramid of
// view, |x| ≤ (d − z) tan(h) and |y| ≤ (d − z) tan(v), with z towards the camera.
import { Box3, PerspectiveCamera, Vector3 } from "three";

/** The distance along `from`, a unit vector from the middle to the camera. */
export function distanceToSee(box: Box3, from: Vector3, camera: PerspectiveCamera): number {
  const right = new Vector3().crossVectors(camera.up, from).normalize();
  const up = new Vector3().crossVectors(from, right);
  const centre = box.getCenter(new Vector3());
  const vertical = Math.tan((camera.fov * Math.PI) / 360);
  const sideways = vertical * camera.aspect;
  let distance = 0;
  for (const x of [box.min.x, box.max.x]) {
    for (const y of [box.min.y, box.max.y]) {
      for (const z of [box.min.z, box.max.z]) {
        const corner = new Vector3(x, y, z).sub(centre);
        const near = corner.dot(from);
        distance = Math.max(distance, near + Math.abs(corner.dot(right)) / sideways, near + Math.abs(corner.dot(up)) / vertical);
      }
    }
  }
  return distance;
}
