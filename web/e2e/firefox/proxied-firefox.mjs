#!/usr/bin/env node
// Firefox for Playwright: starts Firefox and stands between both. Playwright sends commands that this Firefox does not know
// yet; those are answered as if they had been done, nothing in the scenarios depends on them. Firefox gives downloads of
// links no name, without which Playwright does not see them; they get one.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { firefoxPath } from "../programs.mjs";

const { ws: Client, wsServer: Server } = createRequire(import.meta.url)("playwright-core/lib/utilsBundle");
const READY = /WebDriver BiDi listening on (ws:\S+)/;
const child = spawn(firefoxPath(), process.argv.slice(2), { stdio: ["ignore", "ignore", "pipe"] });
child.once("exit", (code) => process.exit(code ?? 0));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));

/** Names a download by its address and how many of that address there were before. */
function named(message, begun) {
  const { method, params } = message;
  if (!/^browsingContext\.download/.test(method ?? "") || params.download || params.navigation) return false;
  const known = begun.get(params.url) ?? 0;
  const count = method.endsWith("WillBegin") ? known + 1 : known;
  begun.set(params.url, count);
  params.download = `${params.url}#${count}`;
  return true;
}

/** Forwards messages, names downloads, and answers commands that Firefox does not know. */
function connect(page, address) {
  const browser = new Client(address);
  const waiting = [];
  const asked = new Map();
  const begun = new Map();
  page.on("message", (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    asked.set(id, method);
    if (browser.readyState === Client.OPEN) browser.send(text);
    else waiting.push(text);
  });
  browser.on("open", () => {
    for (const text of waiting) browser.send(text);
  });
  browser.on("message", (data) => {
    const text = data.toString();
    const message = JSON.parse(text);
    const method = asked.get(message.id);
    asked.delete(message.id);
    const unknown = message.error === "unknown command" && /^emulation\./.test(method ?? "");
    if (unknown) page.send(JSON.stringify({ type: "success", id: message.id, result: {} }));
    else page.send(named(message, begun) ? JSON.stringify(message) : text);
  });
  page.on("close", () => browser.close());
  browser.on("close", () => page.close());
}

let printed = "";
child.stderr.setEncoding("utf8").on("data", (chunk) => {
  const before = READY.exec(printed);
  printed += chunk;
  const found = READY.exec(printed);
  if (before || !found) return;
  const server = new Server({ host: "127.0.0.1", port: 0 });
  server.on("connection", (page) => connect(page, `${found[1]}/session`));
  server.on("listening", () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  );
});
