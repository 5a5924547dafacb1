// Keys typed before the next frame of a slow machine, and while an earlier value is being saved, are kept.
import assert from "node:assert/strict";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, project, until } from "../steps.mjs";

scenario("what is typed before the next frame and while another value is saved is kept", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await goTo(page, "start");
  await page.waitForSelector(".project-item");
  // All in one task: no frame is drawn between the click and the keys.
  await page.evaluate(async () => {
    const item = document.querySelector(".project-item");
    [...item.querySelectorAll("button")].find((button) => button.textContent === "Rename").click();
    await Promise.resolve();
    await Promise.resolve();
    const input = item.querySelector("input");
    input.focus();
    input.value = "cell 4";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await Promise.resolve();
    await Promise.resolve();
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  });
  await until(
    "renamed",
    () => page.textContent(".project-list strong"),
    (name) => name === "cell 4",
  );
  await goTo(page, "model");
  await page.click("#links [data-link]");
  await page.waitForSelector("#mass");
  // The answer to the first change waits until the second value was typed.
  await page.evaluate(() => {
    const ask = globalThis.fetch;
    const held = new Promise((done) => (globalThis.answer = done));
    globalThis.fetch = async (address, options) => {
      const response = await ask(address, options);
      if (String(address).endsWith("/model")) await held;
      return response;
    };
  });
  await page.fill("#mass", "4.5");
  await page.press("#mass", "Enter");
  await page.fill("#centre-x", "111");
  await page.press("#centre-x", "Enter");
  await page.fill("#centre-y", "22");
  await page.press("#centre-y", "Enter");
  await page.fill("#mass", "6.5");
  await page.evaluate(() => globalThis.answer());
  await until(
    "all that was entered is saved",
    async () => (await project(page)).model.links[0],
    (link) =>
      link.mass.value === 4.5 && [0.111, 0.022].every((value, k) => Math.abs(link.centre.value[k] - value) < 1e-12),
  );
  await until(
    "the page has the answers",
    () => page.textContent("#saved"),
    (text) => text === "All changes saved",
  );
  assert.equal(await page.inputValue("#mass"), "6.5", "what is still being typed stays");
  await page.press("#mass", "Enter");
  await until(
    "it is saved",
    async () => (await project(page)).model.links[0].mass.value,
    (mass) => mass === 6.5,
  );
});
