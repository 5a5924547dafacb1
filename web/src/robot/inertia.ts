// The solid ellipsoid of a body's mass and inertia. With principal moments I₁, I₂, I₃ about the centre,
// the second moments are σᵢ = (I₁ + I₂ + I₃)/2 − Iᵢ and a solid ellipsoid of mass m has half-axes
// aᵢ = √(5 σᵢ / m). A negative σ breaks the triangle inequality: no such body exists.
import { eigen } from "./symmetric";

/** An ellipsoid: half-axes with the turn that brings them to the link's axes (row-major, columns are axes). */
export interface Ellipsoid {
  axes: [number, number, number];
  turn: number[];
  /** Whether a body with these moments can exist. */
  possible: boolean;
}

/** The ellipsoid of a link; nothing for a link without mass or inertia. */
export function ellipsoidOf(mass: number, [xx, xy, xz, yy, yz, zz]: readonly [number, number, number, number, number, number]): Ellipsoid | null {
  if (!(mass > 0) || ![xx, xy, xz, yy, yz, zz].every(Number.isFinite)) return null;
  if (xx === 0 && yy === 0 && zz === 0) return null;
  const { values, vectors } = eigen(xx, xy, xz, yy, yz, zz);
  const half = (values[0] + values[1] + values[2]) / 2;
  const moments = values.map((value) => half - value);
  const floor = -1e-12 * half;
  const [a = 0, b = 0, c = 0] = moments.map((moment) => Math.sqrt((5 * Math.max(0, moment)) / mass));
  return { axes: [a, b, c], turn: vectors, possible: moments.every((moment) => moment >= floor) };
}

/** The largest radius of gyration: how far out a ring of this mass would have to be. */
export function gyrationRadius(mass: number, inertia: readonly [number, number, number, number, number, number]): number {
  if (!(mass > 0)) return NaN;
  const [xx, xy, xz, yy, yz, zz] = inertia;
  return Math.sqrt(Math.max(0, ...eigen(xx, xy, xz, yy, yz, zz).values) / mass);
}
