// Directions from which the robot is looked at by name.
import type { Vector } from "../robot/transform";

/** A view: its name, and the direction from the robot to the camera. */
export interface StandardView {
  name: string;
  from: Vector | undefined;
}

/** The views; from above almost along z, as the camera keeps z upwards. */
export const STANDARD_VIEWS: readonly StandardView[] = [
  { name: "Oblique", from: undefined },
  { name: "Front (along y)", from: [0, -1, 0] },
  { name: "Side (along x)", from: [1, 0, 0] },
  { name: "Top (along z)", from: [0, -1e-3, 1] },
];
