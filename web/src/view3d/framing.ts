// Camera placement that shows all points: viewed along `from`, the target is the centre of their extent, and the
// distance d satisfies |x| ≤ (d − z) tan(h) and |y| ≤ (d − z) tan(v) for each point, with z towards the camera.
import { Box3, Mesh, Object3D, PerspectiveCamera, Vector3 } from "three";

/** Corners of the bounding boxes of all visible meshes, in world coordinates. */
export function cornersOf(root: Object3D): Vector3[] {
  const out: Vector3[] = [];
  root.updateMatrixWorld(true);
  root.traverseVisible((part) => {
    if (!(part instanceof Mesh)) return;
    part.geometry.computeBoundingBox();
    const box: Box3 | null = part.geometry.boundingBox;
    if (box === null || box.isEmpty()) return;
    for (const x of [box.min.x, box.max.x])
      for (const y of [box.min.y, box.max.y])
        for (const z of [box.min.z, box.max.z]) out.push(new Vector3(x, y, z).applyMatrix4(part.matrixWorld));
  });
  return out;
}

/** Camera target and distance along `from`, a unit vector towards the camera. */
export function framing(
  points: readonly Vector3[],
  from: Vector3,
  camera: PerspectiveCamera,
): { target: Vector3; distance: number } {
  const right = new Vector3().crossVectors(camera.up, from).normalize();
  const up = new Vector3().crossVectors(from, right);
  const axes = [right, up, from];
  const target = new Vector3();
  for (const axis of axes) {
    const along = points.map((point) => point.dot(axis));
    target.addScaledVector(axis, (Math.min(...along) + Math.max(...along)) / 2);
  }
  const vertical = Math.tan((camera.fov * Math.PI) / 360);
  const sideways = vertical * camera.aspect;
  let distance = 0;
  for (const point of points) {
    const seen = point.clone().sub(target);
    distance = Math.max(
      distance,
      seen.dot(from) + Math.abs(seen.dot(right)) / sideways,
      seen.dot(from) + Math.abs(seen.dot(up)) / vertical,
    );
  }
  return { target, distance };
}
