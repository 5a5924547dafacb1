#!/usr/bin/env python3
"""Opens reports in headless Chromium and says what is wrong with them.

    tools/browse_reports.py out/*/report.html [--shots DIR]
    tools/browse_reports.py --self-test

A report must ask for nothing, log no error, have no blank picture, fit a phone, be readable
(contrast of at least 4.5, letters of at least 9 pixels) in light, dark and on a phone, and answer
the pointer and the keyboard: a cursor on all charts over the same axis, zoom by dragging, all of it
again by a double click. With --shots, pictures of each report are written: light, dark, and as
wide as a phone. A page called summary.html must fit on one sheet of paper. With --self-test, pages with one fault each are opened, and each must be found.
Chromium is spoken to over a pipe (Chrome DevTools Protocol); nothing else is needed. Ends with 1
if a report has a fault, and with 75 if there is no Chromium.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

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


def of_one_colour(png):
    """Whether next to nothing differs from its neighbour in a picture."""
    at, packed = 8, b""
    rows = struct.unpack(">I", png[20:24])[0]
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IDAT":
            packed += png[at + 8:at + 8 + size]
        at += 12 + size
    data = zlib.decompress(packed)
    stride = len(data) // rows
    # Rows come as differences, after a byte that says of what; where they do not, equal neighbours
    # are equal bytes.
    rows = [data[k + 1:k + stride] for k in range(0, len(data), stride)]
    changes = sum(a != b for row in rows[1:] for a, b in zip(row[4:], row[8:]))
    return changes < 0.002 * len(data)


def unpainted(browser):
    """Pictures that come out in one colour, whatever their elements say."""
    for x, y, width, height, label in browser.evaluate(PICTURES):
        if width * height == 0:
            yield label
            continue
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 0.4}
        data = browser.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        if of_one_colour(base64.b64decode(data)):
            yield label


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
# Where pictures are, and what they are called.
PICTURES = """[...document.querySelectorAll('figure svg')].map(s => {
  const b = s.getBoundingClientRect();
  return [b.left + scrollX, b.top + scrollY, b.width, b.height, s.getAttribute('aria-label')];
})"""
# Against what is painted below the words, which may be a row's or a box's own colour.
FEW_CONTRAST = """(() => {
  const lightness = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(v => {
    v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const clear = c => c === 'transparent' || /, 0\\)$/.test(c);
  const paper = e => { for (; e; e = e.parentElement) {
    const c = getComputedStyle(e).backgroundColor; if (!clear(c)) return lightness(c); } return 1; };
  const poor = new Set();
  for (const e of document.querySelectorAll('p,li,a,td,th,caption,summary,figcaption,h1,h2,svg text')) {
    if (!e.textContent.trim() || !e.getClientRects().length) continue;
    const ink = lightness(getComputedStyle(e)[e.tagName === 'text' ? 'fill' : 'color']);
    const below = paper(e);
    const ratio = (Math.max(ink, below) + 0.05) / (Math.min(ink, below) + 0.05);
    if (ratio < 4.5) poor.add(e.tagName + ' ' + (e.getAttribute('class') || '') + ' ' + ratio.toFixed(1));
  }
  return [...poor];
})()"""
SMALL = """(() => {
  const small = new Set();
  for (const e of document.querySelectorAll('p,li,a,td,th,caption,summary,figcaption,svg text')) {
    if (!e.textContent.trim() || !e.getClientRects().length) continue;
    const scale = e.tagName === 'text' ? e.getScreenCTM().a : 1;
    const size = scale * parseFloat(getComputedStyle(e).fontSize);
    if (size < 9) small.add(e.tagName + ' ' + (e.getAttribute('class') || '') + ' of ' + size.toFixed(1) + ' px');
  }
  return [...small];
})()"""


def interaction(browser):
    """What does not answer."""
    charts = browser.evaluate("document.querySelectorAll('svg.chart').length")
    if not charts:
        return
    same = browser.evaluate("""(() => { const all = [...document.querySelectorAll('svg.chart')];
        return all.filter(s => s.dataset.axis === all[0].dataset.axis &&
            s.dataset.x === all[0].dataset.x).length; })()""")
    # The first panel: a chart of many panels is taller than the window.
    place = browser.evaluate("""(() => { const panel = document.querySelector('svg.chart g.axes .lines');
        panel.scrollIntoView({block: 'center'}); const b = panel.getBoundingClientRect();
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
        for blank in unpainted(browser) if name == "light" else []:
            yield f"{name}: a picture of one colour: {blank}"
        for words in browser.evaluate(SMALL):
            yield f"{name}: too small to read: {words}"
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
    if pathlib.Path(path).name == "summary.html":
        pages = sheets(browser)
        if pages != 1:
            yield f"a summary takes {pages} sheets of paper instead of one"


def sheets(browser):
    """Sheets of paper that the page takes."""
    pdf = base64.b64decode(browser.call("Page.printToPDF", preferCSSPageSize=True)["data"])
    return len(re.findall(rb"/Type\s*/Page[^s]", pdf))


SVG = '<figure><svg aria-label="x" viewBox="0 0 100 50" width="300">%s</svg></figure>'
DRAWN = SVG % '<path d="M0 0 20 50 40 0 60 50 80 0 100 50" fill="none" stroke="#06c"/>'
# Pages with one fault each, and a word of the complaint it must lead to.
FAULTY = {
    "error": (DRAWN + "<script>null.x</script>", "error:"),
    "console": (DRAWN + "<script>console.error('no')</script>", "console error"),
    "request": (DRAWN + "<img src='missing.png' alt=''>", "request:"),
    "blank": (SVG % "", "blank picture"),
    "unpainted": (SVG % '<rect width="60" height="40" fill="#fff" opacity="0.01"/>', "one colour"),
    "pale": (DRAWN + "<p style='color:#bbb'>pale</p>", "hard to read"),
    "pale on a box": (DRAWN + "<div style='background:#334'><p style='color:#445'>dark</p></div>", "hard to read"),
    "small": (DRAWN + "<p style='font-size:7px'>small</p>", "too small"),
    "small in a picture": (SVG % '<rect width="9" height="9"/><text y="30" font-size="2">tiny</text>', "too small"),
    "wide": (DRAWN + "<div style='width:3000px'>wide</div>", "wider than the window"),
    "overlap": (SVG % '<rect width="9" height="9"/><text y="30">one</text><text y="30">two</text>', "overlap"),
}


def self_test(browser):
    """What is not found although it is there, or found although it is not."""
    page = "<!doctype html><html><body style='background:#fff;color:#111;font:16px serif'>%s</body></html>"
    with tempfile.TemporaryDirectory(prefix="armlab-pages-") as folder:
        path = pathlib.Path(folder) / "page.html"
        path.write_text(page % (DRAWN + "<p>good</p>"))
        for fault in faults(browser, path, None):
            yield f"a good page is blamed: {fault}"
        for name, (body, word) in FAULTY.items():
            path.write_text(page % body)
            found = list(faults(browser, path, None))
            if not any(word in fault for fault in found):
                yield f"`{name}` is not found, only {found}"


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
        if "--self-test" in arguments:
            arguments.remove("--self-test")
            found = list(self_test(browser))
            bad += bool(found)
            print(f"{len(FAULTY)} faults are found" if not found else "\n".join(found))
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
