// Hooks for browser tests and benchmarks; only with `?test` in the URL.
import { ghosts, goal, goalOrientation, toolPosition, toolRpy } from "../state/scene";
import type { Vector } from "../robot/transform";
import type { RobotScene } from "./scene";

const wanted = new URLSearchParams(location.search).has("test");
const lab: Record<string, unknown> = { draws: 0, dragTimes: [] };
let answered: number | null = null;
if (wanted) (globalThis as Record<string, unknown>)["__lab"] = lab;

/** Called by the view; no effect without `?test`. */
export const exposeForTests = {
  scene(scene: RobotScene): void {
    if (!wanted) return;
    lab["onScreen"] = (point: Vector) => scene.onScreen(point);
    lab["tool"] = () => toolPosition.value;
    lab["goal"] = () => goal.value;
    lab["orientation"] = () => goalOrientation.value;
    lab["toolRpy"] = () => toolRpy.value;
    lab["onRing"] = (ring: number, angle: number) => scene.onScreen(scene.ringPoint(ring, angle));
    lab["ghosts"] = () => ghosts.value;
  },
  /** The robot was moved to a target dragged at this time. */
  answered(at: number): void {
    if (wanted) answered ??= at;
  },
  drawn(started: number): void {
    if (!wanted) return;
    if (answered !== null) (lab["dragTimes"] as number[]).push(performance.now() - answered);
    answered = null;
    lab["draws"] = Number(lab["draws"]) + 1;
    lab["lastDraw"] = performance.now();
    lab["firstFrame"] ??= performance.now() - started;
    lab["firstFrameAt"] ??= performance.now();
  },
};
