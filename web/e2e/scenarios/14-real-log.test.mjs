// A real robot's description and log, dropped on the page and identified by mouse, as on the command line.
// The recorded logs stand beside the repository where they may be used; without them this is skipped, loudly.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertSameAsCommandLine } from "../sameAsCommandLine.mjs";
import { scenario } from "../studio.mjs";
import { dropFiles, until } from "../steps.mjs";

const data = process.env.ARMLAB_LOGS ?? join(dirname(fileURLToPath(import.meta.url)), "../../../../shared/data");

if (!existsSync(join(data, "emps/ident.csv"))) {
  console.error("*** SKIPPED: the recorded logs are not at hand (../shared/data beside the repository) ***");
} else {
  scenario("a recorded log is dropped and identified", {}, async ({ page }) => {
    const file = (name) => ({ name, text: readFileSync(join(data, "emps", name), "utf8") });
    await dropFiles(page, [file("emps.urdf")]);
    await page.waitForSelector("#links [data-link]");
    await dropFiles(page, [file("ident.csv")]);
    await page.waitForSelector("#log-detail");
    await until(
      "the log can be used",
      () => page.textContent("#log-detail header"),
      (text) => text.includes("can be used"),
    );
    await page.click("#identify");
    await page.waitForSelector("#rank tbody tr", { timeout: 120_000 });
    await assertSameAsCommandLine(page);
  });
}
