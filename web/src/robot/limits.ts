// Limits of a joint for a quantity, in display units.
import type { JointView } from "../contract";

/** Quantities that have limits. */
export type Limited = "q" | "qd" | "qdd" | "tau";

/** Lower and upper limit of a quantity times `factor`; `null` where there is none. */
export function jointLimits(
  { limits }: JointView,
  quantity: string,
  factor: number,
): { low: number | null; high: number | null } | null {
  const both = (size: number | null) => ({ low: size === null ? null : -size, high: size });
  const of: Record<Limited, { low: number | null; high: number | null }> = {
    q: { low: limits.lower, high: limits.upper },
    qd: both(limits.velocity),
    qdd: both(limits.acceleration),
    tau: both(limits.effort),
  };
  const found = of[quantity as Limited];
  if (found === undefined || (found.low === null && found.high === null)) return null;
  const shown = (value: number | null) => (value === null ? null : value * factor);
  return { low: shown(found.low), high: shown(found.high) };
}
