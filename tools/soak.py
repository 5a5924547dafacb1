#!/usr/bin/env python3
"""An hour of steady work in a few minutes: memory must stay constant, and the estimate must stand where a batch stands.

    tools/soak.py [--binary target/release/armlab] [--hours 1] [--only follow,studio]

    follow     `identify --follow` on a pipe of 1000 samples a second
    studio     a request a second: poses, inverse kinematics, previews, changes, the whole project

Time is not waited for: everything goes as fast as it is answered. Talks to 127.0.0.1 only. Exit 1 if memory grows by more than
8 MB after the first tenth, or a request fails.
"""

import argparse
import json
import math
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from torture import Torture

ROOT = Path(__file__).resolve().parent.parent
MOST_GROWTH_KB = 8 << 10

PENDULUM = """name = "pendulum"
[[joint]]
name = "j"
kind = "revolute"
axis = [0, 1, 0]
link = { name = "l", mass = 1, center = [0, 0, -0.3], inertia = { xx = 0.1, yy = 0.1, zz = 0.01 } }
"""


def resident(pid):
    """kB of memory that a process has."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def judged(name, what, sizes, seconds):
    tenth, last = sizes[len(sizes) // 10], sizes[-1]
    print(f"{name}: {what} in {seconds:.0f} s; memory {tenth} kB after a tenth, {last} kB at the end, {max(sizes)} kB at most")
    return last - tenth <= MOST_GROWTH_KB


def lines(samples, chunk=5000):
    """A pendulum with viscous friction along a motion that never repeats, as a log."""
    yield b"t,q1,qd1,tau1\n"
    w1, w2 = 1.3, 3.1 * math.sqrt(2)
    for start in range(0, samples, chunk):
        text = []
        for k in range(start, min(start + chunk, samples)):
            t = k * 0.001
            q = 1.1 * math.sin(w1 * t) + 0.4 * math.sin(w2 * t)
            qd = 1.1 * w1 * math.cos(w1 * t) + 0.4 * w2 * math.cos(w2 * t)
            qdd = -1.1 * w1 * w1 * math.sin(w1 * t) - 0.4 * w2 * w2 * math.sin(w2 * t)
            noise = ((k * 7919) % 1009 / 1009 - 0.5) * 0.02
            tau = 0.19 * qdd + 9.80665 * 0.3 * math.sin(q) + 0.1 * qd + noise
            text.append(f"{t:.3f},{q:.7f},{qd:.7f},{tau:.5f}\n")
        yield "".join(text).encode()


def follow(torture, hours):
    robot = torture.folder / "pendulum.toml"
    robot.write_text(PENDULUM)
    samples = round(hours * 3600 * 1000)
    began = time.monotonic()
    child = subprocess.Popen(
        [torture.binary, "identify", str(robot), "--log", "-", "--follow", "--method", "rls-sqrt", "--state",
         str(torture.folder / "soak.json"), "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    # What it says at the end is read meanwhile, so that it never waits for us.
    said = []
    reader = threading.Thread(target=lambda: said.append(child.stdout.read()))
    reader.start()
    sizes = []
    for piece in lines(samples):
        child.stdin.write(piece)
        sizes.append(resident(child.pid))
    child.stdin.close()
    reader.join()
    code = child.wait()
    good = judged("follow", f"{samples} samples", sizes, time.monotonic() - began)
    if code != 0 or not said[0]:
        print(f"follow: exit code {code}")
        return False
    method = json.loads(said[0])["methods"][0]
    print("follow: " + ", ".join(f"{value:.6g}" for value in method["values"]))
    return good


def studio(torture, hours):
    folder = torture.folder / "soak-projects"
    requests = round(hours * 3600)
    began = time.monotonic()
    process, address = torture.serve(folder, "scara")
    sizes, failed = [], 0
    try:
        project = torture.ask(address, "GET", "/projects/scara")
        revision, link = project["revision"], project["model"]["links"][0]["name"]
        motion = {"motion": project["motion"]}
        for k in range(requests):
            x = 0.3 + 0.05 * math.sin(0.01 * k)
            kind = k % 10
            if kind < 4:
                answer = torture.ask(address, "POST", "/projects/scara/poses", {"q": [[x, -x, 0.01]] * 20})
            elif kind < 7:
                answer = torture.ask(address, "POST", "/projects/scara/ik", {"target": [x, 0.15]})
            elif kind == 7:
                answer = torture.ask(address, "POST", "/projects/scara/motion/preview", motion)
            elif kind == 8:
                change = {"links": {link: {"mass": 1 + x}}}
                answer = torture.ask(address, "PATCH", "/projects/scara/model", change, revision)
                revision = answer["revision"] if answer else revision
            else:
                answer = torture.ask(address, "GET", "/projects/scara")
            failed += answer is None
            if k % 20 == 0:
                sizes.append(resident(process.pid))
    finally:
        process.terminate()
        process.wait(20)
    good = judged("studio", f"{requests} requests, {failed} failed", sizes, time.monotonic() - began)
    return good and failed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=ROOT / "target/release/armlab")
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--only", default="follow,studio")
    options = parser.parse_args()
    torture = Torture(options.binary, 0)
    try:
        good = [{"follow": follow, "studio": studio}[name](torture, options.hours) for name in options.only.split(",")]
    finally:
        shutil.rmtree(torture.folder, ignore_errors=True)
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
