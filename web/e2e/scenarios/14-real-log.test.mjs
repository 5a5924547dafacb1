// Description and recorded log of a real robot, dropped on the page and identified, as on the command line.
// The recorded logs are beside the repository; without them the scenario is skipped with a message.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertSameAsCommandLine } from "../sameAsCommandLine.mjs";
import { scenario } from "../studio.mjs";
import { dropFiles, until } from "../steps.mjs";

const data = process.env.ARMLAB_LOGS ?? join(dirname(fileURLToPath(import.meta.url)), "../../../../shared/data");

if (!existsSync(join(data, "emps/ident.csv"))) {
  console.error("*** SKIPPED: the recorded logs were not found (../shared/data beside the repository) ***");
} else {
  scenario("a recorded log is dropped and identified", {}, async ({ page }) => {
    const file = (name) => ({ name, text: readFileSync(join(data, "emps", name), "utf8") });
    await dropFiles(page, [file("emps.urdf")]);
    await page.waitForSelector("#links [data-link]");
    await dropFiles(page, [file("ident.csv")]);
    await page.waitForSelector("#log-detail");
    await until(
      "the log is usable",
      () => page.textContent("#log-detail header"),
      (text) => text.includes("✓ usable"),
    );
    await page.click("#identify");
    await page.waitForSelector("#rank[data-finished=true] tbody tr", { timeout: 120_000 });
    await assertSameAsCommandLine(page);
  });
}
