// Drives Firefox by WebDriver BiDi (W3C), without further packages. Node 20 needs --experimental-websocket.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Path of Firefox; `null` if it is not installed. */
export function firefoxPath() {
  for (const name of ["firefox-esr", "firefox"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // the next one
    }
  }
  return null;
}

/** Starts Firefox without a window; errors of pages are collected in `problems`. */
export async function launchFirefox() {
  const profile = mkdtempSync(join(tmpdir(), "armlab-firefox-"));
  const child = spawn(
    firefoxPath(),
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const exited = new Promise((done) => child.once("exit", done));
  let printed = "";
  const address = await new Promise((done, fail) => {
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      printed += chunk;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(printed);
      if (found) done(found[1]);
    });
    child.once("exit", () => fail(new Error(`Firefox ended:\n${printed}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((done, fail) => {
    socket.addEventListener("open", done);
    socket.addEventListener("error", () => fail(new Error(`no connection to ${address}`)));
  });
  const waiting = new Map();
  const problems = [];
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.method === "log.entryAdded" && message.params.level === "error") problems.push(message.params.text);
    const entry = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "error") entry?.fail(new Error(`${message.error}: ${message.message}`));
    else entry?.done(message.result);
  });
  let last = 0;
  const send = (method, params) =>
    new Promise((done, fail) => {
      waiting.set(++last, { done, fail });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await send("browsingContext.getTree", {});
  return {
    problems,
    page: new FirefoxPage(send, contexts[0].context),
    async close() {
      await send("browser.close", {}).catch(() => undefined);
      socket.close();
      child.kill();
      await exited;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** The page that is open. */
class FirefoxPage {
  constructor(send, context) {
    this.send = send;
    this.context = context;
  }

  /** Opens an address. */
  goto(url) {
    return this.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  /** Calls a function in the page; arguments and result are JSON. */
  async evaluate(fn, ...args) {
    const answer = await this.send("script.callFunction", {
      functionDeclaration: `async (json) => JSON.stringify((await (${fn})(...JSON.parse(json))) ?? null)`,
      arguments: [{ type: "string", value: JSON.stringify(args) }],
      target: { context: this.context },
      awaitPromise: true,
    });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  }

  /** Waits until a function of the page is true. */
  async until(what, fn, ...args) {
    for (let tries = 0; tries < 1200; tries++) {
      if (await this.evaluate(fn, ...args)) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`timeout: ${what}`);
  }

  /** Waits for an element. */
  wait(selector) {
    return this.until(selector, (selector) => document.querySelector(selector) !== null, selector);
  }

  /** Clicks the middle of an element with the mouse. */
  async click(selector) {
    await this.wait(selector);
    const [x, y] = await this.evaluate((selector) => {
      const element = document.querySelector(selector);
      element.scrollIntoView({ block: "center" });
      const box = element.getBoundingClientRect();
      return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
    }, selector);
    const mouse = (actions) => ({ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions });
    await this.send("input.performActions", {
      context: this.context,
      actions: [
        mouse([
          { type: "pointerMove", x, y },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ]),
      ],
    });
  }

  /** PNG of the page. */
  async screenshot() {
    const { data } = await this.send("browsingContext.captureScreenshot", { context: this.context });
    return Buffer.from(data, "base64");
  }
}
