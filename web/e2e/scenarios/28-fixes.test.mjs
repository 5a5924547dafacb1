// Model checks with fixes by a click.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { dropFiles, project, until } from "../steps.mjs";

const URDF = `<robot name="odd"><link name="base"/>
<link name="arm"><inertial><origin xyz="0.5 0 0"/><mass value="2"/><inertia ixx="0.001" iyy="0.51" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-90" upper="90" effort="9" velocity="2"/></joint>
</robot>`;

scenario("model checks are fixed by clicks, and undone", {}, async ({ page }) => {
  await dropFiles(page, [{ name: "odd.urdf", text: URDF }]);
  await page.waitForSelector("#links [data-link=arm]");
  const codes = () => page.$$eval(".findings [data-code]", (all) => all.map((one) => one.dataset.code));
  await until("the limits are suspected", codes, (all) => all.includes("angle-unit"));
  await page.locator('section:has(#checks-title) [data-code="angle-unit"] [data-fix]').click();
  const { model } = await until(
    "the limits are read in degrees",
    () => project(page),
    ({ model }) => Math.abs(model.joints[0].limits.upper - Math.PI / 2) < 1e-9,
  );
  assert.ok(Math.abs(model.joints[0].limits.lower + Math.PI / 2) < 1e-9);
  const inertia = page.locator('section:has(#checks-title) [data-code^="inertia"] [data-fix]').first();
  await inertia.waitFor();
  const before = (await project(page)).model.findings.length;
  await inertia.click();
  await until(
    "the finding is gone",
    async () => (await project(page)).model.findings.length,
    (count) => count < before,
  );
  await page.waitForSelector('button[aria-label="Undo (Ctrl Z)"]:enabled');
  await page.keyboard.press("Control+z");
  await until(
    "undone",
    async () => (await project(page)).model.findings.length,
    (count) => count === before,
  );
});
