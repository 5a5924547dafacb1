#!/usr/bin/env python3
"""Do stated 95 % intervals hold the truth 95 times in 100?

Logs are made in two ways. `exact`: without armlab, a Fourier motion with efforts by Pinocchio's inverse dynamics plus friction
with a true sign. `closed`: by `armlab simulate` in closed loop, where joints stick, efforts are held between samples, and the
motion is a Fourier series, point-to-point moves or via-points in turn (robots with loops can only be made so). Sensors' faults
are put on top here: `white`, `encoder` (16 bits, no speeds logged), `late` (efforts 1.3 samples late, stamps that jitter) and
`coloured` (effort noise with a memory of 0.1 s). Every draw has its own motion and its own noise. `armlab identify --json` with
defaults is asked for values and intervals; what is printed is the coverage of the recommended method's intervals over all unknowns
and of the worst unknown, the root of the mean square of errors over deviations, the median relative error, and the delay.

    peers/coverage.py [--binary target/release/armlab] [--source exact,closed] [--seeds N] [--first N] [--robots scara,ur5,…]
                      [--noise white,encoder,late,coloured] [--method NAME] [--jobs 2]
    peers/coverage.py --compare wls,physical,…   several methods at once; also prints each method's error over the least one of
                      its run, its coverage, and how often the recommended one is within 1.2 times the least error of its
                      run and of the best method of a setting
    peers/coverage.py --check     a short version that fails if coverage is far off

Exit 0 well, 1 coverage out of range or the recommended method too often not near the best, 75 Pinocchio is not here.
"""

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

try:
    import numpy
    import pinocchio
except ImportError:
    print("COVERAGE SKIPPED: NumPy or Pinocchio is not here (peers/setup.sh)", file=sys.stderr)
    sys.exit(75)

from test_against_pinocchio import without_continuous

RATE = 200.0
SECONDS = 20.0
NOISES = ("white", "encoder", "late", "coloured")
# A method is near the best one up to this ratio of their errors.
NEAR = 1.2
# Amplitude of a joint's motion, rad or m, and lowest frequency, Hz.
MOTIONS = {
    "scara": ([1.2, 1.2, 0.12], 0.1),
    "cylindrical": ([1.0, 0.15, 0.15], 0.1),
    "ur5": ([0.8] * 6, 0.1),
    "panda": ([0.6] * 7, 0.1),
    "parallel3prr": ([0.07] * 3, 0.15),
    "five-bar": ([0.35] * 2, 0.15),
}


def run(command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True).stdout


def fourier(seed, amplitudes, lowest):
    """Five harmonics of random phase, the same energy for every seed: sines, cosines and frequencies."""
    rng = numpy.random.default_rng(seed)
    k = numpy.arange(1, 6)
    a, b = rng.normal(size=(2, len(amplitudes), 5)) / k
    scale = (numpy.array(amplitudes) / numpy.abs(a).sum(axis=1).clip(0.5))[:, None]
    return a * scale, b * scale, 2 * math.pi * lowest * k


class Exact:
    """A built-in robot with friction, its efforts by Pinocchio."""

    def __init__(self, binary, name, folder):
        self.description = json.loads(run([binary, "robots", name, "--json"]))
        self.model = pinocchio.buildModelFromXML(without_continuous(run([binary, "robots", name, "--urdf"])))
        self.model.gravity.linear = numpy.array(self.description["gravity"], dtype=float)
        self.joints = [j["name"] for j in self.description["joints"] if j["kind"] != "fixed"]
        self.order = numpy.array([self.model.getJointId(n) - 1 for n in self.joints])
        self.amplitudes, self.lowest = MOTIONS[name]
        # Friction in proportion to the efforts of a typical motion.
        q, qd, qdd = self.motion(1)(numpy.linspace(0, SECONDS, 400))
        typical = numpy.abs(self.rigid(q, qd, qdd)).mean(axis=0)
        self.friction = {n: (0.1 * e + 0.02, 0.12 * e + 0.05, 0.02 * e) for n, e in zip(self.joints, typical)}
        self.name = name
        self.options = []

    def motion(self, seed):
        a, b, w = fourier(seed, self.amplitudes, self.lowest)

        def at(t):
            c, s = numpy.cos(numpy.outer(t, w)), numpy.sin(numpy.outer(t, w))
            q = s @ a.T + c @ b.T
            qd = (c * w) @ a.T - (s * w) @ b.T
            qdd = -(s * w * w) @ a.T - (c * w * w) @ b.T
            return q, qd, qdd

        return at

    def rigid(self, q, qd, qdd):
        back = numpy.argsort(self.order)
        data = self.model.createData()
        rows = [pinocchio.rnea(self.model, data, a[back], b[back], c[back])[self.order] for a, b, c in zip(q, qd, qdd)]
        return numpy.array(rows)

    def signals(self, seed, t, delay):
        """Positions and speeds at some times, and the efforts that are measured then."""
        motion = self.motion(1000 + seed)
        (q, qd, _), (a, b, c) = motion(t), motion(t - delay)
        fv, fc, fo = numpy.array([self.friction[n] for n in self.joints]).T
        return q, qd, self.rigid(a, b, c) + fv * b + fc * numpy.sign(b) + fo

    def truth(self, name, given):
        """The true value of an unknown; none if the robot has no such thing."""
        values = {p["name"]: p["value"] for p in self.description["base"]}
        for joint, (fv, fc, fo) in self.friction.items():
            values |= {f"{joint}.fv": fv, f"{joint}.fc": fc, f"{joint}.fo": fo}
        return values.get(name)


class Closed:
    """A built-in robot with friction, simulated in closed loop by armlab."""

    def __init__(self, binary, name, folder):
        self.binary, self.name, self.folder = binary, name, Path(folder)
        self.description = json.loads(run([binary, "robots", name, "--json"]))
        driven = [j for j in self.description["joints"] if j["kind"] != "fixed" and j["actuated"]]
        self.amplitudes, self.lowest = MOTIONS[name]
        text = run([binary, "robots", name, "--toml"])
        self.home = [self.number(text, j["name"], "home") for j in driven]
        plain = self.folder / f"{name}-plain.toml"
        plain.write_text(with_friction(text, {j["name"]: (0, 0, 0) for j in driven}))
        self.file = self.folder / f"{name}.toml"
        self.model = plain
        # Friction in proportion to the efforts of a typical motion without it.
        tau = self.simulated(plain, 1)[2]
        typical = numpy.abs(tau).mean(axis=0)
        friction = {j["name"]: (0.1 * e + 0.02, 0.12 * e + 0.05, 0.02 * e) for j, e in zip(driven, typical)}
        self.file.write_text(with_friction(text, friction))
        self.options = ["--truth", self.file]

    @staticmethod
    def number(text, joint, key):
        block = next(b for b in text.split("[[joint]]") if f'name = "{joint}"' in b.split("[joint.link]")[0])
        found = re.search(rf"^{key} = (\S+)", block, re.M)
        return float(found[1]) if found else 0.0

    def trajectory(self, seed):
        rng = numpy.random.default_rng(seed)
        n = len(self.amplitudes)
        home, amplitudes = numpy.array(self.home), numpy.array(self.amplitudes)
        if seed % 3 == 0:
            a, b, w = fourier(seed, self.amplitudes, self.lowest)
            # From rest to rest: no cosines, and speeds that add up to none.
            a[:, -1] = -(a[:, :-1] * w[:-1]).sum(axis=1) / w[-1]
            rows = {"a": a.tolist(), "b": (0 * b).tolist(), "offset": home.tolist()}
            return {"kind": "fourier", "form": "series", "frequency": self.lowest, "duration": SECONDS, **rows}
        points = (home[:, None] + amplitudes[:, None] * rng.uniform(-1, 1, (n, 15))).tolist()
        if seed % 3 == 1:
            speed, acceleration = (1.4 * amplitudes).tolist(), (4 * amplitudes).tolist()
            moves = {"speed": speed, "acceleration": acceleration, "synchronised": False, "dwell": 0.1}
            return {"kind": "trapezoid", "q": points, **moves}
        return {"kind": "spline", "times": numpy.linspace(0, SECONDS, 15).tolist(), "q": points, "ends": "rest"}

    def simulated(self, robot, seed):
        folder = self.folder / f"simulated-{self.name}-{seed}"
        folder.mkdir(exist_ok=True)
        file = folder / "motion.toml"
        file.write_text("".join(f"{k} = {json.dumps(v)}\n" for k, v in self.trajectory(seed).items()))
        options = ["--model", self.model, "--rate", RATE, "--duration", SECONDS, "--frequency", 12]
        run([self.binary, "simulate", robot, "--trajectory", file, *options, "--out", folder])
        table = numpy.genfromtxt(folder / "log.csv", delimiter=",", names=True)
        columns = lambda q: numpy.column_stack([table[f"{q}{j + 1}"] for j in range(len(self.amplitudes))])
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        return columns("q"), columns("qd"), columns("tau")

    def signals(self, seed, t, delay):
        """Motion and efforts at the controller's samples; what is measured late is an earlier effort, as it is held."""
        q, qd, tau = self.simulated(self.file, seed)
        rows = numpy.arange(len(q))
        return q, qd, tau[numpy.maximum(rows - math.ceil(delay * RATE - 1e-9), 0)]

    def truth(self, name, given):
        return given


def with_friction(text, friction):
    """A description with viscous, Coulomb and constant friction of some joints."""
    blocks = text.split("[[joint]]")
    for k, block in enumerate(blocks[1:], 1):
        head, rest = block.split("[joint.link]", 1)
        name = re.search(r'^name = "(.*)"', head, re.M)[1]
        head = re.sub(r"^friction = .*\n", "", head, flags=re.M)
        if name in friction:
            fv, fc, fo = friction[name]
            head += f"friction = {{ viscous = {fv}, coulomb = {fc}, offset = {fo} }}\n"
        blocks[k] = head + "[joint.link]" + rest
    return "[[joint]]".join(blocks)


SOURCES = {"exact": Exact, "closed": Closed}


def log(robot, noise, seed, path):
    rng = numpy.random.default_rng([seed, 7])
    samples = int(SECONDS * RATE) + 1
    t = numpy.arange(samples) / RATE
    held = isinstance(robot, Closed)
    # Efforts that are held are half a sample late by themselves.
    delay = {"white": 0.0, "encoder": 0.0 if held else 0.5, "late": 1.3, "coloured": 0.0 if held else 0.5}[noise] / RATE
    if noise == "late":
        t = t + rng.normal(0, 0.1 / RATE, samples).clip(-0.45 / RATE, 0.45 / RATE)
    q, qd, tau = robot.signals(seed, t, delay)
    t = t[: len(q)]
    e = rng.normal(size=tau.shape)
    if noise == "coloured":
        for k in range(1, len(e)):
            e[k] = 0.95 * e[k - 1] + math.sqrt(1 - 0.95**2) * e[k]
    tau = tau + e * numpy.sqrt((tau**2).mean(axis=0)) * 10 ** (-35 / 20)
    columns = {"t": t}
    n = q.shape[1]
    if noise == "encoder":
        step = 2 * math.pi / 65536
        q = numpy.round(q / step) * step
    else:
        q = q + rng.normal(0, 1e-4, q.shape)
    columns |= {f"q{j + 1}": q[:, j] for j in range(n)}
    if noise != "encoder":
        qd = qd + rng.normal(0, 1e-3, qd.shape)
        columns |= {f"qd{j + 1}": qd[:, j] for j in range(n)}
    columns |= {f"tau{j + 1}": tau[:, j] for j in range(n)}
    header = ",".join(columns)
    numpy.savetxt(path, numpy.column_stack(list(columns.values())), fmt="%.12g", delimiter=",", header=header, comments="")


def one(binary, robot, noise, seed, method, folder):
    """Of each method values, deviations and whether intervals hold the truth, by unknown; the recommended one; and the delay."""
    path = Path(folder) / f"{robot.name}-{noise}-{seed}.csv"
    log(robot, noise, seed, path)
    asked = ["--method", method] if method else []
    text = run([binary, "identify", robot.name, "--log", path, *asked, *robot.options, "--bootstrap", 0, "--json"])
    path.unlink()
    try:
        document = json.loads(text)
        recommended = document["recommended"]
    except (json.JSONDecodeError, KeyError):
        return None
    reference = document.get("reference") or {}
    methods = {}
    for found in document["methods"]:
        given = reference["values"] if reference.get("kind") == "truth" else [None] * len(found["base"])
        result = {}
        for p, value in zip(found["base"], given):
            truth = robot.truth(p["name"], value)
            if truth is not None:
                held = p["lower"] <= truth <= p["upper"] if p.get("std") else None
                result[p["name"]] = (p["value"], p.get("std"), held, truth)
        methods[found["method"]] = result
    delays = [row.get("delay") for row in document.get("rows", {}).get("logs", [])]
    return methods, recommended, delays[0] if delays else None


def error(result):
    """Median relative error of a method's unknowns."""
    return numpy.median([abs(value / truth - 1) for value, _, _, truth in result.values() if truth])


def stated(result):
    """Those with a deviation."""
    return {name: entry for name, entry in result.items() if entry[1]}


class Comparison:
    """Errors of several methods: run by run, and in the median of a robot's runs with one noise."""

    def __init__(self):
        self.ratios, self.hits, self.near, self.settings = {}, {}, [], []

    def add(self, drawn):
        """All runs of one robot with one noise."""
        together = {"recommended": []}
        for methods, recommended, _ in drawn:
            errors = {name: error(result) for name, result in methods.items()}
            best = min(errors.values())
            for name, result in methods.items():
                self.ratios.setdefault(name, []).append(errors[name] / best)
                self.hits.setdefault(name, []).extend(hit for _, _, hit, _ in stated(result).values())
                together.setdefault(name, []).append(errors[name])
            together["recommended"].append(errors[recommended])
            self.near.append(errors[recommended] <= NEAR * best)
        medians = {name: numpy.median(errors) for name, errors in together.items()}
        self.settings.append(medians["recommended"] <= NEAR * min(medians.values()))

    def lines(self):
        yield "method          error over the least of its run: median, 90 % below   coverage"
        for name in sorted(self.ratios, key=lambda n: numpy.median(self.ratios[n])):
            median, most = numpy.percentile(self.ratios[name], [50, 90])
            hits = self.hits[name]
            coverage = f"{100 * numpy.mean(hits):5.1f} %" if hits else "    –"
            yield f"{name:14} {median:31.2f} {most:14.2f} {coverage:>18}"
        yield f"recommended within {NEAR} times the least error of its run: {self.share():.0f} % of {len(self.near)} runs"
        settings = f"{100 * numpy.mean(self.settings):.0f} % of {len(self.settings)} settings"
        yield f"recommended within {NEAR} times the best method of a setting: {settings}"

    def share(self):
        return 100 * numpy.mean(self.near)


def summary(results, failed):
    hits, errors, squares = {}, [], []
    for result, _ in results:
        errors.append(error(result))
        squares += [((value - truth) / deviation) ** 2 for value, deviation, _, truth in result.values()]
        for name, (_, _, hit, _) in result.items():
            hits.setdefault(name, []).append(hit)
    delays = [delay for _, delay in results if delay is not None]
    # An unknown that only a few draws have, as another friction's, says nothing by itself.
    often = {n: numpy.mean(h) for n, h in hits.items() if 2 * len(h) >= len(results)}
    worst = min(often, key=often.get)
    coverage = 100 * numpy.mean([h for all_ in hits.values() for h in all_])
    line = f"{coverage:5.1f} % (worst {100 * often[worst]:3.0f} %: {worst[:20]}), errors over deviations "
    line += f"{math.sqrt(numpy.mean(squares)):.2f}, median error {100 * numpy.median(errors):.3f} %"
    if delays:
        line += f", delay {1e3 * numpy.mean(delays):.3f} ± {1e3 * numpy.std(delays):.3f} ms"
    if failed:
        line += f", {failed} failed"
    return coverage, 100 * often[worst], line


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="target/release/armlab")
    parser.add_argument("--source", default="exact,closed")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--robots", default="scara,cylindrical,ur5,panda,parallel3prr")
    parser.add_argument("--noise", default=",".join(NOISES))
    parser.add_argument("--method", default="", help="this one instead of the recommended one")
    parser.add_argument("--compare", default="", help="these methods, with commas between")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="few draws; fails if coverage is far off")
    options = parser.parse_args()
    options.binary = Path(options.binary).resolve()
    if options.check:
        options.seeds, options.robots = 8, "scara"
    good, comparison, everything = True, Comparison(), []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        for source in options.source.split(","):
            for name in options.robots.split(","):
                if source == "exact" and name in ("parallel3prr", "five-bar"):
                    continue
                robot = SOURCES[source](options.binary, name, folder)
                for noise in options.noise.split(","):
                    asked = options.compare or options.method
                    draw = lambda seed: one(options.binary, robot, noise, seed, asked, folder)
                    drawn = list(pool.map(draw, range(options.first, options.first + options.seeds)))
                    failed = sum(r is None for r in drawn)
                    drawn = [r for r in drawn if r]
                    if options.compare and drawn:
                        comparison.add(drawn)
                    results = [(stated(methods[name]), delay) for methods, name, delay in drawn]
                    results = [r for r in results if r[0]]
                    title = f"{source:6} {name:12} {noise:9}"
                    if not results:
                        print(f"{title} no result ({failed} failed)")
                        good = False
                        continue
                    coverage, worst, line = summary(results, failed)
                    print(f"{title} {line}", flush=True)
                    everything += [hit for result, _ in results for _, _, hit, _ in result.values()]
                    # Eight draws of a dozen unknowns: three standard errors and more.
                    least, most = (85, 100) if options.check else (92, 98)
                    good = good and failed == 0 and least <= coverage <= most
    if everything:
        print(f"all: {100 * numpy.mean(everything):.1f} % of {len(everything)} intervals")
    if options.compare:
        print("\n".join(comparison.lines()))
        good = good and comparison.share() >= 80
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
