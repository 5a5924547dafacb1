import assert from "node:assert/strict";
import { test } from "node:test";

// The module adds a key listener when it is imported; Node has no document.
Object.assign(globalThis, { addEventListener: () => undefined });
const { keyName, matching } = await import("../src/app/commands");

const press = (key: string, modifiers: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", boolean>> = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers });

test("key presses have the same name with Ctrl and with Meta", () => {
  assert.equal(press("Z", { ctrlKey: true, shiftKey: true }), "ctrl+shift+z");
  assert.equal(press("z", { metaKey: true }), "ctrl+z");
  assert.equal(press("?", { shiftKey: true }), "?");
  assert.equal(press("ArrowLeft", { shiftKey: true }), "shift+arrowleft");
});

test("the palette matches all words in any order and prefers titles that start with the query", () => {
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
