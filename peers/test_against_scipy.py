#!/usr/bin/env python3
"""Compares armlab's signal processing with SciPy, number by number. Run with .venv/bin/python after peers/setup.sh.

Savitzky-Golay smoothing and derivatives, zero-phase Butterworth filters, pchip, cubic splines and gradients, on random
signals from fixed seeds. A check is one kind of question; all its cases must agree. The last line is
`N passed, M failed`; exit 1 if any failed, 2 if the program that answers is missing.
"""

import argparse
import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy
from scipy import interpolate, signal

REPO = Path(__file__).resolve().parent.parent
TOLERANCE = 1e-10  # relative to the largest entry of the answer, or to what `scale` says


class Failure(Exception):
    """armlab's answer is missing or cannot be understood."""


class Case:
    """A question, SciPy's answer, and the size that an error is measured by."""

    def __init__(self, question, expected, scale=0.0):
        self.question = question
        self.expected = numpy.asarray(expected, dtype=float)
        self.scale = max(float(abs(self.expected).max()), scale)


def ask(binary, questions):
    """armlab's answers, in order."""
    text = "".join(json.dumps(question) + "\n" for question in questions)
    result = subprocess.run([binary, "signal"], input=text, capture_output=True, text=True)
    if result.returncode:
        raise Failure(f"{binary.name} ended with code {result.returncode}: {result.stderr.strip()[-400:]}")
    lines = result.stdout.splitlines()
    if len(lines) != len(questions):
        raise Failure(f"{len(questions)} questions, {len(lines)} answers")
    return [json.loads(line) for line in lines]


def walk(rng, n):
    """A smooth motion with noise, of any offset and size."""
    t = numpy.arange(n)
    tones = sum(rng.normal() * numpy.sin(2 * math.pi * rng.uniform(0.001, 0.05) * t + rng.uniform(0, 6)) for _ in range(4))
    return rng.normal(0, 3) + rng.uniform(0.1, 10) * tones + rng.uniform(0, 0.2) * rng.normal(size=n)


def savgol_cases(rng):
    for mode in ["interp", "mirror", "nearest", "wrap"]:
        for window, order in [(1, 0), (3, 1), (5, 2), (7, 3), (11, 3), (21, 3), (21, 5), (41, 3), (101, 2)]:
            for derivative in [d for d in (0, 1, 2, 3) if d <= order]:
                for n in [window, window + 1, 2 * window + 3, 400]:
                    x, dt = walk(rng, n), float(rng.choice([1.0, 0.004, 0.01]))
                    expected = signal.savgol_filter(x, window, order, deriv=derivative, delta=dt, mode=mode)
                    question = dict(op="savgol", x=list(x), window=window, order=order, derivative=derivative, dt=dt, mode=mode)
                    # a derivative may vanish (a line fitted to few samples); its natural size is that of the steps
                    yield Case(question, expected, float(abs(x).max()) / (window * dt) ** derivative)


def exact_weights(window, order, derivative):
    """Weights of the samples for every place in the window, in rational arithmetic, rounded once."""
    places = range(-(window // 2), window // 2 + 1)
    powers = range(order + 1)
    rows = [[Fraction(sum(x ** (i + j) for x in places)) for j in powers] + [Fraction(i == j) for j in powers] for i in powers]
    for i in powers:  # Gauss-Jordan; the matrix of moments is positive definite, so no pivot vanishes
        rows[i] = [entry / rows[i][i] for entry in rows[i]]
        for k in powers:
            if k != i:
                factor = rows[k][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    inverse = [row[order + 1 :] for row in rows]
    weights = []
    for place in places:
        slopes = [math.perm(k, derivative) * place ** max(k - derivative, 0) if k >= derivative else 0 for k in powers]
        polynomial = [sum(s * inverse[i][k] for i, s in enumerate(slopes)) for k in powers]
        weights.append([float(sum(c * x**k for k, c in enumerate(polynomial))) for x in places])
    return numpy.array(weights)


def exact_savgol_cases(rng):
    """Wide windows of high order: SciPy fits in plain powers there; its weights of (51, 7) are off by 3e-8."""
    for window, order in [(51, 7), (101, 5), (201, 9)]:
        for derivative in (0, 1, 2):
            weights, half = exact_weights(window, order, derivative), window // 2
            x, dt = walk(rng, 400), 0.004
            expected = numpy.empty(400)
            for i in range(400):
                start = min(max(i - half, 0), 400 - window)
                expected[i] = weights[i - start] @ x[start : start + window] / dt**derivative
            question = dict(op="savgol", x=list(x), window=window, order=order, derivative=derivative, dt=dt, mode="interp")
            yield Case(question, expected)


def butter_cases(rng):
    def case(kind, order, band, n):
        x, dt = walk(rng, n), float(rng.choice([1.0, 0.004, 0.01]))
        edges = [float(b) / (2 * dt) for b in band]
        wn = edges[0] if len(edges) == 1 else edges
        sos = signal.butter(order, wn, kind, fs=1 / dt, output="sos")
        expected = signal.sosfiltfilt(sos, x)
        question = dict(op="butter", x=list(x), kind=kind, order=order, band=edges, dt=dt)
        return Case(question, expected, float(abs(x).max()))

    for order in [1, 2, 3, 4, 5, 6, 8]:
        for kind in ["lowpass", "highpass"]:
            for cut in [0.02, 0.1, 0.3, 0.7, 0.95]:
                for n in [3 * (order + 1) + 1, 100, 1000]:
                    yield case(kind, order, [cut], n)
    for order in [1, 2, 3, 4, 5]:
        for band in [(0.05, 0.3), (0.2, 0.25), (0.1, 0.9), (0.5, 0.8)]:
            for n in [3 * (2 * order + 1) + 1, 100, 1000]:
                yield case("bandpass", order, band, n)


def curve_cases(rng, op):
    for n in [2, 3, 4, 5, 8, 30, 200]:
        for _ in range(6):
            x = numpy.cumsum(rng.uniform(0.05, 2.0, n)) + rng.normal(0, 5)
            y = rng.normal(size=n) * rng.uniform(0.1, 100)
            y[rng.random(n) < 0.2] = y[0]  # flat pieces
            at = numpy.sort(rng.uniform(x[0], x[-1], 60))
            slopes = [float(s) for s in rng.normal(size=2)]
            if op == "pchip":
                choices = [(None, interpolate.PchipInterpolator(x, y))]
            else:
                ends = [("natural", "natural"), ("not-a-knot", "not-a-knot"), tuple(slopes), ("natural", slopes[1])]
                choices = [
                    (pair, interpolate.CubicSpline(x, y, bc_type=tuple(e if isinstance(e, str) else (1, e) for e in pair)))
                    for pair in ends
                    if n > 2 or "not-a-knot" not in pair  # SciPy makes something else of two points there
                ]
            for pair, curve in choices:
                for derivative in (0, 1, 2):
                    question = dict(op=op, x=list(x), values=list(y), at=list(at), derivative=derivative)
                    if pair:
                        question |= dict(first=pair[0], last=pair[1])
                    scale = float(abs(y).max()) / float(numpy.diff(x).min()) ** derivative
                    yield Case(question, curve(at, derivative), scale)


def gradient_cases(rng):
    for n in [3, 4, 10, 300]:
        x, stamps = walk(rng, n), numpy.cumsum(rng.uniform(0.5, 1.5, n)) * 0.004
        yield Case(dict(op="gradient", x=list(x), dt=0.004), numpy.gradient(x, 0.004, edge_order=2))
        yield Case(dict(op="gradient", x=list(x), stamps=list(stamps)), numpy.gradient(x, stamps, edge_order=2))


CHECKS = [
    ("Savitzky-Golay", 1, savgol_cases),
    ("Savitzky-Golay in wide windows, by rational arithmetic", 6, exact_savgol_cases),
    ("zero-phase Butterworth", 2, butter_cases),
    ("pchip", 3, lambda rng: curve_cases(rng, "pchip")),
    ("cubic spline", 4, lambda rng: curve_cases(rng, "spline")),
    ("gradient", 5, gradient_cases),
]


def error(answer, case):
    """Largest deviation over the case's scale; infinite where the comparison makes no sense."""
    ours = numpy.array(answer.get("y", []), dtype=float)
    if ours.shape != case.expected.shape or not numpy.isfinite(ours).all():
        return math.inf
    return float(abs(ours - case.expected).max()) / (case.scale or 1.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = REPO / "target/release/armlab-bench"
    parser.add_argument("--answers", type=Path, default=default, help="the program that answers")
    parser.add_argument("--only", default="", metavar="TEXT", help="only checks whose name contains TEXT")
    options = parser.parse_args()
    if not options.answers.exists():
        print(f"{options.answers} does not exist; run `cargo build --release -p armlab-bench`", file=sys.stderr)
        sys.exit(2)
    passed = failed = 0
    for name, seed, cases in CHECKS:
        if options.only not in name:
            continue
        cases = list(cases(numpy.random.default_rng(seed)))
        try:
            answers = ask(options.answers.resolve(), [case.question for case in cases])
        except (Failure, json.JSONDecodeError, OSError) as problem:
            print(f"FAILED {name}: {problem}")
            failed += 1
            continue
        errors = [error(answer, case) for answer, case in zip(answers, cases)]
        worst = max(range(len(cases)), key=lambda i: errors[i])
        if errors[worst] <= TOLERANCE:
            passed += 1
            print(f"ok {name}: {len(cases)} cases, worst {errors[worst]:.1e} (seed {seed})")
        else:
            failed += 1
            about = {k: v for k, v in cases[worst].question.items() if not isinstance(v, list) or len(v) < 3}
            bad = sum(e > TOLERANCE for e in errors)
            said = answers[worst].get("error", "")
            print(f"FAILED {name} (seed {seed}): {bad} of {len(cases)} cases, worst {errors[worst]:.2e} at {about} {said}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
