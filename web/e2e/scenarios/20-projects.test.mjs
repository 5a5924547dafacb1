// Projects: renamed, duplicated, deleted and brought back, exported and imported.
import { readFileSync } from "node:fs";
import { scenario } from "../studio.mjs";
import { goTo, pickRobot, until } from "../steps.mjs";

const names = (page) => page.$$eval(".project-list strong", (all) => all.map((one) => one.textContent));

scenario("a project is renamed, duplicated, deleted, brought back, exported and imported", {}, async ({ page }) => {
  await pickRobot(page, "scara");
  await goTo(page, "start");
  const item = page.locator(".project-item").first();
  await item.locator("button:has-text('Rename')").click();
  await item.locator("input").fill("cell 4");
  await item.locator("input").press("Enter");
  await until(
    "renamed",
    () => names(page),
    (all) => all.includes("cell 4"),
  );
  await item.locator("button:has-text('Duplicate')").click();
  await until(
    "duplicated",
    () => names(page),
    (all) => all.includes("cell 4 copy"),
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".project-item", { hasText: "cell 4 copy" }).locator("a:has-text('Export')").click(),
  ]);
  const archive = [...readFileSync(await download.path())];
  await page.locator(".project-item", { hasText: "cell 4 copy" }).locator("button:has-text('Delete')").click();
  await until(
    "deleted",
    () => names(page),
    (all) => !all.includes("cell 4 copy"),
  );
  await page.click("#status-action");
  await until(
    "brought back",
    () => names(page),
    (all) => all.includes("cell 4 copy"),
  );
  const transfer = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], "from-a-friend.tar"));
    return data;
  }, archive);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await until(
    "the archive is opened",
    () => page.evaluate(() => /project=([^&]+)/.exec(location.hash)?.[1]),
    (id) => id === "from-a-friend",
  );
  await until(
    "its name is shown",
    () => page.textContent("#project-name"),
    (name) => name === "cell 4 copy",
  );
});
