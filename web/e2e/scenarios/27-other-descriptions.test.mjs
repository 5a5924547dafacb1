// SDF, MJCF and xacro descriptions, and a folder with meshes.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { dropFiles, goTo, project, until } from "../steps.mjs";

const SDF = `<?xml version="1.0"?>
<sdf version="1.7"><model name="two"><link name="base"/>
<link name="arm"><inertial><pose>0.2 0 0 0 0 0</pose><mass>2</mass><inertia><ixx>0.01</ixx><iyy>0.05</iyy><izz>0.05</izz></inertia></inertial>
<visual name="v"><pose>0.2 0 0 0 0 0</pose><geometry><box><size>0.4 0.1 0.1</size></box></geometry></visual></link>
<joint name="world" type="fixed"><parent>world</parent><child>base</child></joint>
<joint name="shoulder" type="revolute"><parent>base</parent><child>arm</child><axis><xyz>0 0 1</xyz><limit><lower>-2</lower><upper>2</upper></limit></axis></joint>
</model></sdf>`;
const MJCF = `<mujoco model="pendulum"><worldbody><body name="arm"><joint name="hinge" axis="0 1 0" range="-90 90"/>
<inertial pos="0 0 -0.3" mass="1.5" diaginertia="0.02 0.02 0.001"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.6"/></body></worldbody></mujoco>`;
const XACRO = `<?xml version="1.0"?><robot name="folded" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:include filename="parts/arm.xacro"/><link name="base"/><xacro:arm mass="3"/></robot>`;
const PART = `<?xml version="1.0"?><robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="arm" params="mass">
<link name="arm"><visual><geometry><mesh filename="meshes/arm.stl"/></geometry></visual>
<inertial><origin xyz="0.1 0 0"/><mass value="\${mass}"/><inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="9" velocity="2"/></joint>
</xacro:macro></robot>`;
const corner = (x, y, z) => `vertex ${x} ${y} ${z}`;
const facet = (...points) =>
  `facet normal 0 0 0\nouter loop\n${points.map((p) => corner(...p)).join("\n")}\nendloop\nendfacet`;
const [O, X, Y, Z] = [
  [0, 0, 0],
  [0.3, 0, 0],
  [0, 0.3, 0],
  [0, 0, 0.3],
];
// A tetrahedron: a closed surface with a volume of 0.0045 m³.
const STL = `solid arm\n${[facet(O, Y, X), facet(O, X, Z), facet(O, Z, Y), facet(X, Y, Z)].join("\n")}\nendsolid arm\n`;

const driven = async (page) => {
  const { model } = await project(page);
  return model.driven.map((index) => model.joints[index].name);
};

scenario("SDF, MJCF and a folder of xacro files with a mesh become projects", {}, async ({ page }) => {
  await dropFiles(page, [{ name: "two.sdf", text: SDF }]);
  await page.waitForSelector("#links [data-link=arm]");
  assert.deepEqual(await driven(page), ["shoulder"]);
  assert.equal((await project(page)).model.links.find((link) => link.name === "arm").mass.value, 2);
  await goTo(page, "start");
  await dropFiles(page, [{ name: "pendulum.xml", text: MJCF }]);
  await until(
    "the pendulum is opened",
    () => page.textContent("#project-name"),
    (name) => name === "pendulum",
  );
  assert.deepEqual(await driven(page), ["hinge"]);
  // Folders cannot be made by a script: their files are passed as the page would.
  await goTo(page, "start");
  const files = { "cell/folded.xacro": XACRO, "cell/parts/arm.xacro": PART, "cell/meshes/arm.stl": STL };
  await page.evaluate((files) => {
    const entry = (name, children) =>
      typeof children === "string"
        ? { name, isFile: true, isDirectory: false, file: (done) => done(new File([children], name)) }
        : {
            name,
            isFile: false,
            isDirectory: true,
            createReader: () => {
              let left = Object.entries(children).map(([key, value]) => entry(key, value));
              return { readEntries: (done) => done(left.splice(0)) };
            },
          };
    const tree = {};
    for (const [path, text] of Object.entries(files)) {
      const parts = path.split("/");
      let at = tree;
      for (const part of parts.slice(0, -1)) at = at[part] ??= {};
      at[parts.at(-1)] = text;
    }
    const event = new Event("drop", { bubbles: true, cancelable: true });
    const items = Object.entries(tree).map(([name, value]) => ({ webkitGetAsEntry: () => entry(name, value) }));
    event.dataTransfer = { types: ["Files"], files: [new File([""], "cell")], items };
    document.body.dispatchEvent(event);
  }, files);
  await until(
    "the folder is opened",
    () => page.textContent("#project-name"),
    (name) => name === "folded",
  );
  assert.deepEqual(await driven(page), ["turn"]);
  assert.equal(await page.isVisible("#missing-meshes"), false, "the mesh is there");
  // Inertials from the mesh: a tetrahedron of 0.0045 m³ at 1000 kg/m³.
  await page.click("#links [data-link=arm]");
  await page.click("#solid");
  await page.fill("#solid-density", "1000");
  await page.press("#solid-density", "Enter");
  await page.click("#solid-compute");
  await page.click("#solid-apply");
  const arm = await until(
    "the inertials are used",
    async () => (await project(page)).model.links.find((link) => link.name === "arm"),
    (link) => link.mass.value !== 3,
  );
  assert.ok(Math.abs(arm.mass.value - 4.5) < 1e-9, `${arm.mass.value} kg`);
  for (const value of arm.centre.value) assert.ok(Math.abs(value - 0.075) < 1e-9, arm.centre.value.join());
});
