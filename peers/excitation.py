#!/usr/bin/env python3
"""Is a designed excitation better than the best of many random ones, and does it keep its distances?

`armlab excite` designs a motion. Here, with Pinocchio's regressor and kinematics and nothing of armlab's:
- the condition number (columns of unit length) and ln det of the motion's base regressor beside the best ones of random Fourier
  series within the same limits of position, speed and acceleration, which need not keep clear of anything; and both times;
- on a grid twenty times finer than the design's, by splines through its samples: limits, and the distances of the joints'
  lines from each other and from the floor, less the radius that armlab states.

    .venv/bin/python peers/excitation.py [--robots ur5,panda] [--random 1000]

Writes out/bench/excitation.json. Exit 0 well, 1 random search is better or a limit is broken, 75 Pinocchio or SciPy is not here.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

try:
    import numpy
    import pinocchio
    from scipy.interpolate import make_interp_spline
except ImportError:
    print("EXCITATION SKIPPED: NumPy, SciPy or Pinocchio is not here (peers/setup.sh)", file=sys.stderr)
    sys.exit(75)

from test_against_pinocchio import without_continuous

BINARY = "target/release/armlab"
FINER = 20
HARMONICS = 5


def armlab(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, check=True).stdout


class Arm:
    def __init__(self, name):
        self.description = json.loads(armlab("robots", name, "--json"))
        self.model = pinocchio.buildModelFromXML(without_continuous(armlab("robots", name, "--urdf")))
        self.model.gravity.linear = numpy.array(self.description["gravity"], dtype=float)
        self.data = self.model.createData()
        self.n = self.model.nq
        self.base = self.base_columns()

    def regressor(self, q, qd, qdd):
        """Rows of all samples; rotor inertias last."""
        rows = []
        for a, b, c in zip(q, qd, qdd):
            bodies = pinocchio.computeJointTorqueRegressor(self.model, self.data, a, b, c)
            rows.append(numpy.hstack([bodies, numpy.diag(c)]))
        return numpy.vstack(rows)

    def base_columns(self):
        """From columns of link parameters to those of the base parameters that armlab names: `Y p = Y B⁺ (B p)`."""
        names = ["m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"]
        links = {j["name"]: j["child"] for j in self.description["joints"] if j["kind"] != "fixed"}
        joints = list(self.model.names[1:])
        order = {f"{links[j]}.{n}": 10 * k + i for k, j in enumerate(joints) for i, n in enumerate(names)}
        order |= {f"{j}.Ia": 10 * self.n + k for k, j in enumerate(joints)}
        rows = numpy.zeros((len(self.description["base"]), 11 * self.n))
        for row, base in zip(rows, self.description["base"]):
            for name, factor in base["combination"]:
                row[order[name]] = factor
        return numpy.linalg.pinv(rows)

    def quality(self, motion):
        y = self.regressor(*motion) @ self.base
        values = numpy.linalg.svd(y / numpy.linalg.norm(y, axis=0), compute_uv=False)
        return values[0] / values[-1], 2 * numpy.log(numpy.linalg.svd(y, compute_uv=False)).sum()


def limits_of(report, n):
    """Lower and upper limits of positions, speeds and accelerations, less the margin."""
    found = {what: [] for what in ("position", "velocity", "acceleration")}
    for limit in report["limits"]:
        if limit["what"] in found:
            found[limit["what"]].append((limit["lower"], limit["upper"]))
    return {what: numpy.array(rows[:n], dtype=float) for what, rows in found.items()}


def random_series(rng, limits, duration, t):
    """A Fourier series of random coefficients, as large as the limits less a tenth allow."""
    n = len(limits["velocity"])
    w = 2 * numpy.pi / duration * numpy.arange(1, HARMONICS + 1)
    a, b = rng.normal(size=(2, n, HARMONICS)) / w
    s, c = numpy.sin(numpy.outer(t, w)), numpy.cos(numpy.outer(t, w))
    q = s @ a.T + c @ b.T
    qd = (c * w) @ a.T - (s * w) @ b.T
    qdd = -(s * w * w) @ a.T - (c * w * w) @ b.T
    low, high = limits["position"].T
    middle, half = (low + high) / 2, 0.9 * (high - low) / 2
    centre = (q.max(axis=0) + q.min(axis=0)) / 2
    size = (q.max(axis=0) - q.min(axis=0)) / 2
    scale = numpy.minimum(0.9 * limits["velocity"][:, 1] / numpy.abs(qd).max(axis=0), half / size)
    scale = numpy.minimum(scale, 0.9 * limits["acceleration"][:, 1] / numpy.abs(qdd).max(axis=0))
    offset = middle + rng.uniform(-1, 1, n) * (half - scale * size)
    return (q - centre) * scale + offset, qd * scale, qdd * scale


def segments_apart(a, b):
    """Distance of two line segments, by the nearest of points on both after clamping."""
    (p, u), (r, v) = (a[0], a[1] - a[0]), (b[0], b[1] - b[0])
    best = numpy.inf
    s = numpy.linspace(0, 1, 21)
    for x in p + s[:, None] * u:
        length = v @ v
        along = numpy.clip((x - r) @ v / length, 0, 1) if length > 1e-12 else 0.0
        best = min(best, numpy.linalg.norm(x - r - along * v))
    return best


def distances(arm, q, examined):
    """Least distance of examined lines between joints, and least height of the moving ones."""
    radius = float(re.search(r"radius ([0-9.]+)", examined)[1])
    least, height = numpy.inf, numpy.inf
    for pose in q:
        pinocchio.forwardKinematics(arm.model, arm.data, pose)
        points = [numpy.zeros(3)] + [arm.data.oMi[k].translation for k in range(1, arm.model.njoints)]
        lines = [(points[k], points[k + 1]) for k in range(len(points) - 1)]
        # Lines that share a joint, or are next but one, are near each other at every pose.
        for i in range(len(lines)):
            for j in range(i + 4, len(lines)):
                least = min(least, segments_apart(lines[i], lines[j]) - 2 * radius)
        height = min(height, min(p[2] for p in points[4:]))
    return least, height - radius


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", default="ur5,panda")
    parser.add_argument("--random", type=int, default=1000)
    options = parser.parse_args()
    good, results = True, []
    for name in options.robots.split(","):
        arm = Arm(name)
        with tempfile.TemporaryDirectory() as folder:
            begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            report = json.loads(armlab("excite", name, "--out", folder, "--json"))
            designed, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            table = numpy.genfromtxt(Path(folder) / f"{name}-excitation.csv", delimiter=",", names=True)
        columns = lambda k: numpy.column_stack([table[f"{k}{j + 1}"] for j in range(arm.n)])
        t, motion = table["t"], (columns("q"), columns("qd"), columns("qdd"))
        condition, information = arm.quality(motion)
        limits = limits_of(report, arm.n)
        rng, begun = numpy.random.default_rng(3), time.perf_counter()
        drawn = [arm.quality(random_series(rng, limits, t[-1], t)) for _ in range(options.random)]
        searched = time.perf_counter() - begun
        best, most = min(c for c, _ in drawn), max(i for _, i in drawn)
        print(f"{name}: condition {condition:.2f}, random {best:.2f}; ln det {information:.1f}, random {most:.1f}; "
              f"{designed:.1f} s, random {searched:.1f} s for {options.random}")
        results.append({"robot": name, "condition": condition, "random_condition": best, "information": information, "cpu": cpu,
                        "random_information": most, "random": options.random, "random_seconds": searched})  # fmt: skip
        fine = numpy.linspace(t[0], t[-1], FINER * (len(t) - 1) + 1)
        spline = make_interp_spline(t, motion[0], k=5)
        share = 0.0
        for order, what in enumerate(("position", "velocity", "acceleration")):
            low, high = limits[what].T
            values = spline(fine, order)
            share = max(share, (numpy.abs(values - (low + high) / 2) / ((high - low) / 2)).max())
        least, height = distances(arm, spline(fine[::4]), report["examined"][0])
        print(f"  on a finer grid: {100 * share:.1f} % of a limit at most, links {1e3 * least:.0f} mm apart, {1e3 * height:.0f} mm above the floor")
        good = good and condition <= best and information > most and designed < searched and share <= 0.905 and least > 0.019 and height > 0.019
    out = Path("out/bench/excitation.json")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
