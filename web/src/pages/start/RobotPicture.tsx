// Isometric line drawing of a robot in its home configuration.
import type { RobotCard } from "../../contract";

/** Isometric projection: x to the lower right, y to the lower left, z up. */
function flat(x: number, y: number, z: number): [number, number] {
  return [0.87 * (x - y), 0.4 * (x + y) - z];
}

/** The drawing. */
export function RobotPicture({ robot }: { robot: RobotCard }) {
  const lines = robot.lines.map(([ax, ay, az, bx, by, bz]) => [flat(ax, ay, az), flat(bx, by, bz)] as const);
  const points = lines.flat();
  if (points.length === 0) return <svg class="robot-picture" viewBox="0 0 10 10" aria-hidden="true" />;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const size = Math.max(right - left, (bottom - top) * 1.7, 1e-6);
  const width = size * 1.25;
  const height = width / 1.7;
  const box = [(left + right - width) / 2, (top + bottom - height) / 2, width, height]
    .map((value) => value.toPrecision(6))
    .join(" ");
  return (
    <svg class="robot-picture" viewBox={box} aria-hidden="true">
      {lines.map(([a, b], k) => (
        <line key={k} x1={a[0]} y1={a[1]} x2={b[0]} y2={b[1]} stroke-width={size * 0.035} />
      ))}
      {points.map(([x, y], k) => (
        <circle key={k} cx={x} cy={y} r={size * 0.024} />
      ))}
    </svg>
  );
}
