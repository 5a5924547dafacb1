import assert from "node:assert/strict";
import { test } from "node:test";

// The module listens to keys as soon as it is read; Node has no page to listen to.
Object.assign(globalThis, { addEventListener: () => undefined });
const { keyName, matching } = await import("../src/app/commands");

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", boolean>> = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

test("keys have one name on every keyboard", () => {
  assert.equal(press("Z", { ctrlKey: true, shiftKey: true }), "ctrl+shift+z");
  assert.equal(press("z", { metaKey: true }), "ctrl+z");
  assert.equal(press("?", { shiftKey: true }), "?");
  assert.equal(press("ArrowLeft", { shiftKey: true }), "shift+arrowleft");
});

test("the palette finds all words in any order and prefers the beginning", () => {
  const list = ["Go to Simulate", "Simulate now", "Other"].map((title) => ({ id: title, title, run: () => undefined }));
  assert.deepEqual(
    matching(list, "sim").map((command) => command.title),
    ["Simulate now", "Go to Simulate"],
  );
  assert.deepEqual(
    matching(list, "simulate to").map((command) => command.title),
    ["Go to Simulate"],
  );
  assert.equal(matching(list, "").length, 3);
});
