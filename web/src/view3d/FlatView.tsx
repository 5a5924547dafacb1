// 2D fallback without WebGL: top or side view of joints and links in SVG.
import { signal } from "@preact/signals";
import type { Vector } from "../robot/transform";
import { originOf } from "../robot/transform";
import { goal, goalMode, poses, reach, shape, toolPosition, toolPath } from "../state/scene";

const side = signal<"top" | "side">("top");

/** The 2D view; `onGoal` receives the position of a click. */
export function FlatView({ onGoal }: { onGoal: (to: Vector) => void }) {
  const robot = shape.value;
  if (robot === null) return null;
  const size = reach.value * 1.15;
  const flat = (point: Vector): [number, number] =>
    side.value === "top" ? [point[0], -point[1]] : [point[0], -point[2]];
  const at = (point: Vector) =>
    flat(point)
      .map((value) => value.toFixed(5))
      .join(",");
  const width = size * 0.02;
  const place = (event: MouseEvent) => {
    if (!goalMode.value) return;
    const picture = event.currentTarget as SVGSVGElement;
    const matrix = picture.getScreenCTM();
    if (!matrix) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const old = goal.value?.position ?? toolPosition.value;
    onGoal(side.value === "top" ? [point.x, -point.y, old[2]] : [point.x, old[1], -point.y]);
  };
  return (
    <div class="flat-view">
      <svg
        viewBox={`${-size} ${-size} ${2 * size} ${2 * size}`}
        role="img"
        aria-label={`Robot, ${side.value} view`}
        onClick={place}
      >
        <path class="flat-axis" d={`M${-size} 0H${size}M0 ${-size}V${size}`} stroke-width={width / 6} />
        <polyline class="flat-tool-path" points={toolPath.value.map(at).join(" ")} stroke-width={width / 4} />
        {robot.joints.map((joint) => {
          const from = poses.value.links.get(joint.parent);
          const to = poses.value.links.get(joint.child);
          if (!from || !to) return null;
          return (
            <polyline
              key={joint.name}
              class="flat-link"
              points={`${at(originOf(from))} ${at(originOf(to))}`}
              stroke-width={width * 1.4}
            />
          );
        })}
        <polyline
          class="flat-link"
          points={`${at(originOf(poses.value.links.get(robot.tool.link) ?? []))} ${at(toolPosition.value)}`}
          stroke-width={width}
        />
        {robot.joints.map((joint) => {
          const to = poses.value.links.get(joint.child);
          if (!to || joint.kind === "fixed") return null;
          const [x, y] = flat(originOf(to));
          return joint.kind === "prismatic" ? (
            <rect
              key={joint.name}
              class="flat-joint"
              x={x - width}
              y={y - width}
              width={2 * width}
              height={2 * width}
            />
          ) : (
            <circle key={joint.name} class="flat-joint" cx={x} cy={y} r={width * 1.1} />
          );
        })}
        {goal.value && (
          <g class={`flat-goal ${goal.value.state}`} stroke-width={width / 2}>
            {goal.value.nearest && goal.value.state === "out-of-reach" && (
              <polyline
                points={`${at(goal.value.position)} ${at(goal.value.nearest)}`}
                stroke-dasharray={`${width} ${width / 2}`}
              />
            )}
            <circle cx={flat(goal.value.position)[0]} cy={flat(goal.value.position)[1]} r={width * 1.3} />
          </g>
        )}
      </svg>
      <div class="view-tools">
        <button aria-pressed={side.value === "top"} onClick={() => (side.value = "top")}>
          Top view
        </button>
        <button aria-pressed={side.value === "side"} onClick={() => (side.value = "side")}>
          Side view
        </button>
        <span class="badge">2D view: WebGL is not available</span>
      </div>
    </div>
  );
}
