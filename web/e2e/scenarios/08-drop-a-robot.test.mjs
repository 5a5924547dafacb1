// Drop a URDF with a missing mesh: generated shapes and a list of missing files; the mesh is added. Broken XML: line and column.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { dropFiles, goTo, robotViewIsNotBlank, pickRobot, project, until } from "../steps.mjs";

const URDF = `<?xml version="1.0"?>
<robot name="two_links">
  <link name="base"/>
  <link name="arm">
    <visual><geometry><mesh filename="package://two_links/meshes/arm.stl"/></geometry></visual>
    <inertial><origin xyz="0.2 0 0"/><mass value="1.5"/><inertia ixx="0.001" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><origin xyz="0 0 0.1"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/>
  </joint>
</robot>`;

const STL = `solid arm
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 0.4 0 0
vertex 0 0.1 0
endloop
endfacet
endsolid arm
`;

scenario("a dropped robot lists missing files, and broken files leave the model unchanged", {}, async ({ page }) => {
  await dropFiles(page, [{ name: "two_links.urdf", text: URDF }]);
  await page.waitForSelector("#links [data-link=arm]");
  await until(
    "the missing mesh is listed",
    () => page.textContent(".inspector"),
    (text) => text.includes("arm.stl"),
  );
  await robotViewIsNotBlank(page);
  await dropFiles(page, [{ name: "arm.stl", text: STL }]);
  await page.waitForSelector("#missing-meshes", { state: "detached" });
  const before = (await project(page)).model;
  await dropFiles(page, [{ name: "broken.urdf", text: URDF.replace("</joint>", "</joynt>") }]);
  await page.waitForSelector(".status [data-kind=bad]");
  assert.match(await page.textContent(".status"), /line \d+.*column \d+|\d+:\d+/s);
  assert.deepEqual((await project(page)).model, before, "the model is unchanged");
  await goTo(page, "start");
  await pickRobot(page, "scara");
});
