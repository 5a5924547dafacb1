// What a diagnosis advises, as far as a click can do it.

/** Mappings that a fix names: `--map "q2=b"`, or lines of a mapping file. */
export function mapsIn(fix: string): string[] {
  const lines = /\[columns\] (.*)$/.exec(fix)?.[1]?.split("; ") ?? [];
  const options = [...fix.matchAll(/--map (?:'([^']+)'|"([^"]+)"|(\S+))/g)];
  return [...options.map((found) => found[1] ?? found[2] ?? found[3] ?? ""), ...lines];
}

/** Gravity that a fix names: `--gravity 0.00,0.00,9.81`. */
export function gravityIn(fix: string): [number, number, number] | null {
  const numbers = /--gravity (-?[\d.]+),(-?[\d.]+),(-?[\d.]+)/.exec(fix)?.slice(1).map(Number);
  return numbers?.length === 3 && numbers.every(Number.isFinite) ? (numbers as [number, number, number]) : null;
}
