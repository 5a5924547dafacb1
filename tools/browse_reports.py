#!/usr/bin/env python3
"""Opens reports in headless Chromium and says what is wrong with them.

    tools/browse_reports.py out/*/report.html [--shots DIR]

A report must ask for nothing, log no error, have no blank picture, fit a phone, and answer the
pointer and the keyboard: a cursor on all charts over the same axis, zoom by dragging, all of it
again by a double click. With --shots, pictures of each report are written: light, dark, and as
wide as a phone. Chromium is spoken to over a pipe (Chrome DevTools Protocol); nothing else is
needed. Ends with 1 if a report has a fault, and with 75 if there is no Chromium.
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"]


class Browser:
    """Chromium with one page."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(prefix="armlab-browser-")
        ours_out, theirs_in = os.pipe()
        theirs_out, ours_in = os.pipe()
        # Chromium reads file 3 and writes file 4.
        def wire():
            os.dup2(ours_out, 60)
            os.dup2(ours_in, 61)
            os.dup2(60, 3)
            os.dup2(61, 4)
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=wire, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(ours_out)
        os.close(ours_in)
        self.write = os.fdopen(theirs_in, "wb", buffering=0)
        self.read = os.fdopen(theirs_out, "rb")
        self.number, self.session, self.events = 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(f"{domain}.enable")

    def message(self):
        data = bytearray()
        while True:
            byte = self.read.read(1)
            if not byte:
                raise RuntimeError("Chromium went away")
            if byte == b"\0":
                return json.loads(data)
            data += byte

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.write.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['text']}")
        return answer["result"].get("value")

    def open(self, path, width, dark):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900,
                  deviceScaleFactor=1, mobile=False)
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events.clear()
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.message())

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def key(self, key):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def shot(self, path):
        height = min(16000, self.evaluate("Math.ceil(document.documentElement.scrollHeight)"))
        width = self.evaluate("innerWidth")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait(timeout=20)
        self.profile.cleanup()


def complaints(browser):
    """Errors and requests since the page was opened."""
    for event in browser.events:
        params = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            yield f"error: {params['exceptionDetails'].get('exception', {}).get('description')}"
        if event.get("method") == "Runtime.consoleAPICalled" and params["type"] == "error":
            yield f"console error: {params['args']}"
        if event.get("method") == "Log.entryAdded" and params["entry"]["level"] == "error":
            yield f"log: {params['entry']['text']}"
        if event.get("method") == "Network.requestWillBeSent":
            if params.get("type") != "Document":
                yield f"request: {params['request']['url'][:100]}"


BLANK = """[...document.querySelectorAll('figure svg')].filter(s => {
  const drawn = [...s.querySelectorAll('path,rect:not(.paper):not(.bpaper):not(.xpaper),circle')];
  return !drawn.some(d => { const b = d.getBBox(); return b.width + b.height > 5; });
}).map(s => s.getAttribute('aria-label'))"""
# Words of a chart that lie over one another, or leave the picture.
CROWDED = """[...document.querySelectorAll('figure svg')].flatMap(s => {
  const size = s.viewBox.baseVal;
  const words = [...s.querySelectorAll('text')].map(t => [t.getBBox(), t.textContent]);
  const out = words.filter(([b]) => b.x < -1 || b.x + b.width > size.width + 1);
  const over = words.filter(([a, t], i) => words.some(([b, u], j) => j > i &&
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 2 &&
    Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 5));
  return [...out.map(([, t]) => 'outside: ' + t), ...over.map(([, t]) => 'overlap: ' + t)];
})"""
FEW_CONTRAST = """(() => {
  const lightness = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(v => {
    v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const paper = lightness(getComputedStyle(document.body).backgroundColor);
  const poor = new Set();
  for (const e of document.querySelectorAll('p,td,th,figcaption,h1,h2,svg text')) {
    const ink = lightness(getComputedStyle(e)[e.tagName === 'text' ? 'fill' : 'color']);
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (ratio < 4.5) poor.add(e.tagName + ' ' + e.className + ' ' + ratio.toFixed(1));
  }
  return [...poor];
})()"""


def interaction(browser):
    """What does not answer."""
    charts = browser.evaluate("document.querySelectorAll('svg.chart').length")
    if not charts:
        return
    same = browser.evaluate("""(() => { const all = [...document.querySelectorAll('svg.chart')];
        return all.filter(s => s.dataset.axis === all[0].dataset.axis &&
            s.dataset.x === all[0].dataset.x).length; })()""")
    place = browser.evaluate("""(() => { const s = document.querySelector('svg.chart');
        s.scrollIntoView({block: 'center'}); const b = s.querySelector('g.axes .lines')
        .getBoundingClientRect();
        return [b.left, b.top, Math.min(b.width, innerWidth - b.left), b.height]; })()""")
    x, y, width, height = place
    middle = y + height / 2
    browser.mouse("mouseMoved", x + 0.3 * width, middle)
    if browser.evaluate("document.querySelectorAll('.cursor').length") < same:
        yield "the cursor is not on all charts over the same axis"
    if not browser.evaluate("document.querySelectorAll('.cursor text').length > 1"):
        yield "the cursor shows no value"
    browser.mouse("mousePressed", x + 0.3 * width, middle, button="left", clickCount=1, buttons=1)
    browser.mouse("mouseMoved", x + 0.6 * width, middle, button="left", buttons=1)
    browser.mouse("mouseReleased", x + 0.6 * width, middle, button="left", clickCount=1)
    zoomed = "document.querySelectorAll('svg.chart g.zoomed').length"
    if browser.evaluate(zoomed) < same:
        yield "dragging does not zoom"
    for count in [1, 2]:
        browser.mouse("mousePressed", x + 0.5 * width, middle, button="left", clickCount=count)
        browser.mouse("mouseReleased", x + 0.5 * width, middle, button="left", clickCount=count)
    if browser.evaluate(zoomed):
        yield "a double click does not show all again"
    browser.evaluate("document.querySelector('svg.chart').focus()")
    browser.key("ArrowRight")
    if not browser.evaluate("document.querySelector('.spoken').textContent.length > 5"):
        yield "the arrow keys do not move the cursor"
    browser.key("+")
    if not browser.evaluate(zoomed):
        yield "the plus key does not zoom"
    browser.key("0")
    if browser.evaluate(zoomed):
        yield "the key 0 does not show all again"


def faults(browser, path, shots):
    stem = pathlib.Path(path)
    stem = f"{stem.parent.name}-{stem.stem}"
    size = os.path.getsize(path)
    if size > 2_000_000:
        yield f"{size} bytes are more than two million"
    for name, width, dark in [("light", 1100, False), ("dark", 1100, True), ("phone", 390, False)]:
        browser.open(path, width, dark)
        for blank in browser.evaluate(BLANK):
            yield f"{name}: blank picture: {blank}"
        for words in browser.evaluate(CROWDED) if name == "light" else []:
            yield f"{name}: {words}"
        for words in browser.evaluate(FEW_CONTRAST):
            yield f"{name}: hard to read: {words}"
        if browser.evaluate("document.documentElement.scrollWidth > innerWidth + 1"):
            yield f"{name}: the page is wider than the window"
        if shots:
            browser.shot(pathlib.Path(shots) / f"{stem}-{name}.png")
        for fault in interaction(browser):
            yield f"{name}: {fault}"
        for complaint in complaints(browser):
            yield f"{name}: {complaint}"


def main():
    arguments = sys.argv[1:]
    shots = None
    if "--shots" in arguments:
        at = arguments.index("--shots")
        shots = arguments[at + 1]
        del arguments[at:at + 2]
        os.makedirs(shots, exist_ok=True)
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if not program:
        print("no Chromium: reports were not looked at", file=sys.stderr)
        return 75
    browser, bad = Browser(program), 0
    try:
        for path in arguments:
            found = list(faults(browser, path, shots))
            bad += bool(found)
            print(f"{path}: {'ok' if not found else ''}")
            for fault in dict.fromkeys(found):
                print(f"  {fault}")
    finally:
        browser.close()
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
