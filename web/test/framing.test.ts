import assert from "node:assert/strict";
import { test } from "node:test";
import { BoxGeometry, Group, Mesh, PerspectiveCamera, Vector3 } from "three";
import { cornersOf, framing } from "../src/view3d/framing";

test("at the computed distance all points are visible and one is at the edge of the view", () => {
  const points = [
    new Vector3(-0.2, 0.1, 0),
    new Vector3(1.1, 0.4, 0.7),
    new Vector3(0, 0, 2),
    new Vector3(0.3, -0.4, 0.1),
  ];
  for (const aspect of [0.5, 1, 2.7]) {
    const camera = new PerspectiveCamera(40, aspect, 0.01, 100);
    camera.up.set(0, 0, 1);
    const from = new Vector3(0.75, -0.75, 0.5).normalize();
    const { target, distance } = framing(points, from, camera);
    camera.position.copy(target).addScaledVector(from, distance);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    const edge = Math.max(
      ...points.flatMap((point) => [point.clone().project(camera)].flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)])),
    );
    assert.ok(Math.abs(edge - 1) < 1e-12, `the outermost point is at ${edge}`);
  }
});

test("hidden meshes are ignored", () => {
  const group = new Group();
  const hidden = new Mesh(new BoxGeometry(100, 100, 100));
  hidden.visible = false;
  group.add(new Mesh(new BoxGeometry(2, 2, 2)), hidden);
  assert.deepEqual(
    cornersOf(group).map((corner) => Math.hypot(corner.x, corner.y, corner.z)),
    Array.from({ length: 8 }, () => Math.sqrt(3)),
  );
});
