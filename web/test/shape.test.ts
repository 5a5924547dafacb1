import assert from "node:assert/strict";
import { test } from "node:test";
import type { JointView, Model } from "../src/contract";
import { isPlanar } from "../src/robot/shape";

const joint = (
  kind: string,
  axis: [number, number, number],
  origin: JointView["origin"],
  parent: number | null,
): JointView => ({
  name: kind,
  kind,
  parent,
  origin,
  rpy: [0, 0, 0],
  dh: null,
  from: [0, 0, 0],
  to: [0, 0, 0],
  axis,
  limits: { lower: null, upper: null, velocity: null, acceleration: null, effort: null },
  home: 0,
  driven: true,
  coordinate: 0,
  rotor_inertia: 0,
  friction: [],
  position_unit: "rad",
  effort_unit: "N m",
});
const model = (joints: JointView[]) => ({ joints }) as Model;
const HALF = Math.SQRT1_2;

test("a robot with vertical revolute and horizontal prismatic axes is planar", () => {
  assert.equal(
    isPlanar(
      model([
        joint("revolute", [0, 0, 1], [0, 0, 0, 0, 0, 0, 1], null),
        joint("prismatic", [0, 0, 1], [0.2, 0, 0, -HALF, 0, 0, HALF], 0),
      ]),
    ),
    true,
  );
});

test("a vertical prismatic or a horizontal revolute axis is not planar", () => {
  assert.equal(isPlanar(model([joint("prismatic", [0, 0, 1], [0, 0, 0, 0, 0, 0, 1], null)])), false);
  assert.equal(isPlanar(model([joint("revolute", [0, 1, 0], [0, 0, 0, 0, 0, 0, 1], null)])), false);
});
