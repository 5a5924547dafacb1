// What the page shows is what is saved and computed.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, project, setField, until } from "../steps.mjs";

/** Reads what a field shows. */
const shows = (page, selector) => () => page.inputValue(selector);

scenario(
  "a refused value comes back with the reason, an unsent one says so and is sent later",
  { allow: [/ERR_CONNECTION|Failed to load resource|net::|422/] },
  async (lab) => {
    const { page } = lab;
    await pickRobot(page, "scara");
    await goTo(page, "model");
    await page.click("#links [data-link]");
    const upper = await page.inputValue("#limit-upper");
    await page.fill("#limit-upper", "-500");
    await page.press("#limit-upper", "Enter");
    await page.waitForSelector("#limit-upper-error");
    assert.match(await page.textContent("#limit-upper-error"), /Not saved: .*leave no room/);
    await until("the saved value is shown", shows(page, "#limit-upper"), (text) => text === upper);
    await lab.server.stop("SIGKILL");
    await page.fill("#mass", "4.5");
    await page.press("#mass", "Enter");
    await page.waitForSelector("#mass-error");
    assert.match(await page.textContent("#mass-error"), /Not saved: no connection/);
    assert.match(await page.textContent("#saved"), /Not saved/);
    await lab.restart();
    await until(
      "the mass is sent",
      async () => (await project(page)).model?.links[0].mass.value,
      (mass) => mass === 4.5,
    );
    await until(
      "the page says so",
      () => page.textContent("#saved"),
      (text) => text === "All changes saved",
    );
    await page.waitForSelector("#mass-error", { state: "detached" });
  },
);

scenario(
  "a mass that is zero for a while keeps the centre of gravity, and blank is the original's mass",
  {},
  async ({ page }) => {
    await pickRobot(page, "scara");
    await goTo(page, "model");
    await page.click("#links [data-link]");
    const original = (await project(page)).model.links[0].mass.value;
    await setField(page, "#mass", 11);
    await setField(page, "#centre-x", 250);
    await setField(page, "#mass", 0);
    await setField(page, "#mass", 11);
    await until("the centre is kept", shows(page, "#centre-x"), (text) => text === "250");
    await setField(page, "#mass", "");
    assert.equal((await project(page)).model.links[0].mass.value, original);
  },
);

scenario("the workspace of the planar arm has its exact bounds and open arcs", {}, async ({ page }) => {
  await pickRobot(page, "planar6");
  await goTo(page, "kinematics");
  await page.click("#workspace");
  await page.waitForSelector("#workspace-text");
  assert.match(await page.textContent("#workspace-text"), /Exact bounds: x −400 … 600 mm/);
  const { id } = await project(page);
  const answer = await page.evaluate(
    async (path) =>
      (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" })).json(),
    `/api/v1/projects/${id}/workspace`,
  );
  // Neighbours of a line are close together: no arc is closed by a chord.
  for (const line of answer.outline)
    for (let k = 1; k < line.length; k++)
      assert.ok(Math.hypot(line[k][0] - line[k - 1][0], line[k][1] - line[k - 1][1]) < 0.05 || line.length === 2);
});

scenario("units can be switched, and every number follows", {}, async ({ page }) => {
  await pickRobot(page, "planar6");
  await goTo(page, "model");
  await page.click("#links [data-link]");
  await until("degrees", shows(page, "#limit-upper"), (text) => text === "90");
  await page.click("#angle-unit");
  await page.click("#length-unit");
  await until("radians", shows(page, "#limit-upper"), (text) => text === "1.5708");
  await until("metres", shows(page, "#centre-y"), (text) => text === "0.0317");
  await page.reload();
  await until(
    "the pose is in metres",
    () => page.textContent("#pose-text"),
    (text) => / m/.test(text),
  );
});

scenario("a simulation that breaks off is a failure", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await goTo(page, "model");
  for (const link of await page.$$eval("#links [data-link]", (all) => all.map((one) => one.dataset.link))) {
    await page.click(`#links [data-link="${link}"]`);
    await page.waitForSelector(`#link-title:has-text("${link}")`);
    await setField(page, "#mass", 0);
    for (const axis of ["Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"])
      if ((await page.inputValue(`#inertia-${axis}`)) !== "0") await setField(page, `#inertia-${axis}`, 0);
    if (await page.isVisible('label:has-text("Rotor inertia") input')) {
      const rotor = page.locator('label:has-text("Rotor inertia") input');
      if ((await rotor.inputValue()) !== "0") {
        await rotor.fill("0");
        await rotor.press("Enter");
      }
    }
  }
  await goTo(page, "simulate");
  await page.click("#simulate");
  await page.waitForSelector("#runs [data-state=failed]", { timeout: 60_000 });
  assert.equal(await page.isVisible("text=Identify from this log"), false);
});
