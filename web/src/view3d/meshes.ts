// Meshes of a description, where the project has their files: they replace the rods of their link.
// STL only, which is what the loader of three.js reads without further parts; others stay rods.
import { Mesh } from "three";
import type { RobotShape } from "../state/scene";
import { compose, fromOrigin } from "../robot/transform";
import { toMatrix, type Body } from "./body";

/** Loads what there is, link by link; a file that cannot be read leaves its link as it was. */
export function dressInMeshes(robot: RobotShape, body: Body, redraw: () => void): void {
  for (const link of robot.links) {
    for (const mesh of link.meshes) {
      if (!mesh.address.toLowerCase().split("?")[0]?.endsWith(".stl")) continue;
      void (async () => {
        const { STLLoader } = await import("three/examples/jsm/loaders/STLLoader.js");
        const geometry = await new STLLoader().loadAsync(mesh.address);
        const part = new Mesh(geometry, body.materialOf(link.name));
        const [x = 1, y = 1, z = 1] = mesh.scale;
        part.matrixAutoUpdate = false;
        part.matrix = toMatrix(compose(fromOrigin(mesh.xyz, mesh.rpy), [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1]));
        const group = body.linkGroup(link.name);
        for (const rod of group?.children ?? []) if (rod.userData["rod"] === true) rod.visible = false;
        group?.add(part);
        redraw();
      })().catch(() => undefined);
    }
  }
}
