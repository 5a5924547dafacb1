import assert from "node:assert/strict";
import { test } from "node:test";
import { Box3, PerspectiveCamera, Vector3 } from "three";
import { distanceToSee } from "../src/view3d/framing";

test("from the distance found every corner is in the picture and one is at its edge", () => {
  for (const aspect of [0.5, 1, 2.7]) {
    const camera = new PerspectiveCamera(40, aspect, 0.01, 100);
    camera.up.set(0, 0, 1);
    const box = new Box3(new Vector3(-0.2, 0.1, 0), new Vector3(1.1, 0.4, 0.7));
    const from = new Vector3(0.75, -0.75, 0.5).normalize();
    const centre = box.getCenter(new Vector3());
    camera.position.copy(centre).addScaledVector(from, distanceToSee(box, from, camera));
    camera.lookAt(centre);
    camera.updateMatrixWorld();
    let edge = 0;
    for (const x of [box.min.x, box.max.x]) for (const y of [box.min.y, box.max.y]) for (const z of [box.min.z, box.max.z]) {
      const seen = new Vector3(x, y, z).project(camera);
      edge = Math.max(edge, Math.abs(seen.x), Math.abs(seen.y));
    }
    assert.ok(Math.abs(edge - 1) < 1e-12, `the outermost corner is at ${edge}`);
  }
});
