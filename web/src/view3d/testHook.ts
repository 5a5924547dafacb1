// Where things are on the canvas, for browser tests and benchmarks; only with `?test` in the address.
import { goal, toolPosition } from "../state/scene";
import type { Vector } from "../robot/transform";
import type { RobotScene } from "./scene";

const wanted = new URLSearchParams(location.search).has("test");
const lab: Record<string, unknown> = { draws: 0 };
if (wanted) (globalThis as Record<string, unknown>)["__lab"] = lab;

/** Told by the view; does nothing in use. */
export const exposeForTests = {
  scene(scene: RobotScene): void {
    if (!wanted) return;
    lab["onScreen"] = (point: Vector) => scene.onScreen(point);
    lab["tool"] = () => toolPosition.value;
    lab["goal"] = () => goal.value;
  },
  drawn(started: number): void {
    if (!wanted) return;
    lab["draws"] = Number(lab["draws"]) + 1;
    lab["lastDraw"] = performance.now();
    lab["firstFrame"] ??= performance.now() - started;
    lab["firstFrameAt"] ??= performance.now();
  },
};
