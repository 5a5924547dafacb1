// Homogeneous transforms as row-major 4x4 matrices. Poses from the server are x, y, z and a unit quaternion x, y, z, w.

/** A point or a direction. */
export type Vector = [number, number, number];

/** A homogeneous transform, row-major. */
export type Transform = readonly number[];

/** The identity transform. */
export const IDENTITY: Transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The product a · b. */
export function compose(a: Transform, b: Transform): Transform {
  const out = new Array<number>(16);
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += (a[4 * row + k] ?? 0) * (b[4 * k + column] ?? 0);
      out[4 * row + column] = sum;
    }
  }
  return out;
}

/** Transform from x, y, z and a unit quaternion x, y, z, w. */
export function fromPose(pose: readonly number[]): Transform {
  const [px = 0, py = 0, pz = 0, x = 0, y = 0, z = 0, w = 1] = pose;
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    px,
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    py,
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
    pz,
    0,
    0,
    0,
    1,
  ];
}

/** Rotation by `angle` about a unit axis (Rodrigues' formula). */
export function rotation(axis: readonly number[], angle: number): Transform {
  const [x = 0, y = 0, z = 0] = axis;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const v = 1 - c;
  return [
    c + x * x * v,
    x * y * v - z * s,
    x * z * v + y * s,
    0,
    y * x * v + z * s,
    c + y * y * v,
    y * z * v - x * s,
    0,
    z * x * v - y * s,
    z * y * v + x * s,
    c + z * z * v,
    0,
    0,
    0,
    0,
    1,
  ];
}

/** Translation by `distance` along a unit axis. */
export function translation(axis: readonly number[], distance: number): Transform {
  const [x = 0, y = 0, z = 0] = axis;
  return [1, 0, 0, x * distance, 0, 1, 0, y * distance, 0, 0, 1, z * distance, 0, 0, 0, 1];
}

/** Transforms a point. */
export function apply(a: Transform, point: readonly number[]): Vector {
  const [x = 0, y = 0, z = 0] = point;
  const at = (row: number) =>
    (a[4 * row] ?? 0) * x + (a[4 * row + 1] ?? 0) * y + (a[4 * row + 2] ?? 0) * z + (a[4 * row + 3] ?? 0);
  return [at(0), at(1), at(2)];
}

/** Origin of the transformed frame. */
export function originOf(a: Transform): Vector {
  return [a[3] ?? 0, a[7] ?? 0, a[11] ?? 0];
}

/** Roll, pitch and yaw of a transform, Rz(yaw) Ry(pitch) Rx(roll), as in URDF. */
export function rpyOf(a: Transform): Vector {
  const at = (row: number, column: number) => a[4 * row + column] ?? 0;
  const flat = Math.hypot(at(0, 0), at(1, 0));
  const pitch = Math.atan2(-at(2, 0), flat);
  // Upright or upside down: roll and yaw turn about the same axis.
  if (flat < 1e-9) return [Math.atan2(-at(1, 2), at(1, 1)), pitch, 0];
  return [Math.atan2(at(2, 1), at(2, 2)), pitch, Math.atan2(at(1, 0), at(0, 0))];
}

/** Distance of two points. */
export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0), (a[2] ?? 0) - (b[2] ?? 0));
}
