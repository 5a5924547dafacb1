// Ten tabs share one event stream, and pages do not leak.
import assert from "node:assert/strict";
import { inFirefox, scenario } from "../studio.mjs";
import { goTo, pickRobot, setField, until } from "../steps.mjs";

scenario("ten tabs work and follow each other", {}, async ({ page, context }) => {
  await pickRobot(page, "scara");
  await goTo(page, "model");
  const tabs = [];
  for (let k = 0; k < 9; k++) {
    const tab = await context.newPage();
    await tab.goto(page.url());
    await tab.waitForSelector("#links [data-link]");
    tabs.push(tab);
  }
  await page.click("#links [data-link]");
  await setField(page, "#mass", 7.25);
  for (const tab of tabs) {
    await tab.click("#links [data-link]");
    await until(
      "the mass is there",
      () => tab.inputValue("#mass"),
      (value) => value === "7.25",
    );
  }
  // The tab that listens to the server is closed: another takes over.
  await page.close();
  await setField(tabs[0], "#mass", 8.5);
  await until(
    "the others follow",
    () => tabs[8].inputValue("#mass"),
    (value) => value === "8.5",
  );
});

/** Counts the WebGL contexts that the page has made and not given back, without keeping them. */
function countContexts() {
  const made = [];
  const own = HTMLCanvasElement.prototype.getContext;
  const known = new WeakSet();
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    const found = own.call(this, kind, ...rest);
    if (/webgl/.test(kind) && found && !known.has(found)) {
      known.add(found);
      made.push(new WeakRef(found));
    }
    return found;
  };
  globalThis.contexts = () => made.filter((kept) => kept.deref()?.isContextLost() === false).length;
}

scenario("two hundred page visits keep the heap and the WebGL contexts", {}, async ({ page }) => {
  await page.addInitScript(countContexts);
  await page.reload();
  await pickRobot(page, "scara");
  // The heap is measured by Chromium's protocol.
  const session = inFirefox ? null : await page.context().newCDPSession(page);
  const heap = async () => {
    if (session === null) return 0;
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
  };
  const visit = async (rounds) => {
    for (let k = 0; k < rounds; k++)
      for (const name of ["model", "motion", "kinematics", "identify"]) await goTo(page, name);
  };
  await visit(5);
  const first = await heap();
  await visit(45);
  const last = await heap();
  assert.ok(last - first < 8, `the heap grew from ${first.toFixed(1)} to ${last.toFixed(1)} MB`);
  const contexts = await page.evaluate(() => globalThis.contexts());
  assert.ok(contexts >= 1 && contexts <= 2, `${contexts} WebGL contexts`);
});
