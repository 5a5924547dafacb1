// The unit in which an implausible inertia was probably given.

/** A unit of inertia with its factor to kg m². */
export interface InertiaUnit {
  unit: string;
  factor: number;
}

const UNITS: readonly InertiaUnit[] = [
  { unit: "kg cm²", factor: 1e-4 },
  { unit: "kg mm²", factor: 1e-6 },
  { unit: "g cm²", factor: 1e-7 },
  { unit: "g mm²", factor: 1e-9 },
];

/** The largest usual unit in which the radius of gyration fits within the reach; `null` if none does. */
export function inertiaUnitFor(radius: number, reach: number): InertiaUnit | null {
  return UNITS.find(({ factor }) => radius * Math.sqrt(factor) <= reach) ?? null;
}
