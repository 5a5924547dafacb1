#!/usr/bin/env python3
"""Estimators that learn sample by sample, and a genetic search, beside the same algorithms in NumPy, in one run.

Run with .venv/bin/python after building armlab-bench. Both sides take turns; every time is the least of all rounds, and
both must give the same answers. NumPy's runs are long enough to be interrupted on a shared machine, so for it the
processor's time counts and not the clock's. Exit 0 whatever the ratios are, 1 when answers differ, 2 when one side could not be run.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import time
from pathlib import Path

# One thread, like armlab's side; must be set before NumPy is loaded.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np  # noqa: E402

REPO = Path(__file__).resolve().parents[2]
LOG = Path("tests/vectors/scara_noisy.csv")
GRAVITY = 9.81
UNKNOWNS, ROWS = 60, 2000
GENERATIONS = 15_000

# title, op, ratio that is the goal (None: no goal), largest difference of the answers
TABLE = [
    ("recursive least squares, 60 unknowns, one row", "rls_60_update", None, 1e-6),
    ("square-root recursive least squares, 60 unknowns, one row", "rls_sqrt_60_update", None, 1e-6),
    ("Hopfield over the SCARA's log", "hopfield_scara", 100.0, 1e-8),
    ("Adaline over the SCARA's log, two epochs", "adaline_scara_2_epochs", None, 1e-8),
    ("genetic search, 15 000 generations", "ga_15000", 50.0, 0.05),
]
# Microseconds that an update may take.
LIMITS = {"rls_60_update": 5.0}


def fail(message, code=2):
    print(f"online.py: {message}", file=sys.stderr)
    sys.exit(code)


def read_log():
    """Columns of the log by name."""
    with open(LOG, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    numbers = np.array(rows[1:], dtype=float)
    return {name: numbers[:, k] for k, name in enumerate(rows[0])}


def regressor(log):
    """Rows of the SCARA's four unknowns, three per sample: (samples, 3, 4), and efforts (samples, 3)."""
    s, c = np.sin(log["q2"]), np.cos(log["q2"])
    v1, v2, a1, a2 = log["qd1"], log["qd2"], log["qdd1"], log["qdd2"]
    phi = np.zeros((len(s), 3, 4))
    phi[:, 0, 0], phi[:, 0, 1] = a1, a2
    phi[:, 0, 2] = (2 * a1 + a2) * c - (v2 * v2 + 2 * v1 * v2) * s
    phi[:, 1, 1] = a1 + a2
    phi[:, 1, 2] = a1 * c + v1 * v1 * s
    phi[:, 2, 3] = log["ddd3"] - GRAVITY
    return phi, np.column_stack([log["tau1"], log["tau2"], log["f3"]])


def rls():
    """Textbook recursion; microseconds per row."""
    rng = np.random.default_rng(1)
    rows = rng.uniform(-1, 1, (ROWS, UNKNOWNS))
    targets = rows.sum(axis=1)
    theta, p, factor = np.zeros(UNKNOWNS), 1e6 * np.eye(UNKNOWNS), 0.999
    start = time.process_time()
    for phi, y in zip(rows, targets):
        gain = p @ phi
        variance = factor + phi @ gain
        theta += gain * ((y - phi @ theta) / variance)
        p = (p - np.outer(gain, gain) / variance) / factor
    return (time.process_time() - start) * 1e6 / ROWS, theta[:1]


def rls_sqrt():
    """Square-root information form: each row by a QR of the triangle with it; microseconds per row."""
    rng = np.random.default_rng(1)
    rows = rng.uniform(-1, 1, (ROWS, UNKNOWNS))
    targets = rows.sum(axis=1)
    triangle = np.zeros((UNKNOWNS + 1, UNKNOWNS + 1))
    root, theta = np.sqrt(0.999), np.zeros(UNKNOWNS)
    stack = np.zeros((UNKNOWNS + 2, UNKNOWNS + 1))
    start = time.process_time()
    for k, (phi, y) in enumerate(zip(rows, targets)):
        stack[:-1] = root * triangle
        stack[-1, :-1], stack[-1, -1] = phi, y
        triangle = np.linalg.qr(stack, mode="r")
        if k >= UNKNOWNS:
            theta = np.linalg.solve(triangle[:-1, :-1], triangle[:-1, -1])
    return (time.process_time() - start) * 1e6 / ROWS, theta[:1]


def hopfield(log):
    """Linearly implicit steps, four a sample; the mean of the states from 5 s on."""
    c, beta, step, substeps, settled = 10.0, 10.0, 0.01, 4, 500
    start = time.process_time()
    phi, y = regressor(log)
    a = np.einsum("nij,nik->njk", phi, phi)
    b = np.einsum("nij,ni->nj", phi, y)
    h, p, total, one = step / substeps, np.zeros(4), np.zeros(4), np.eye(4)
    for k in range(len(a)):
        for _ in range(substeps):
            d = h * (c * c - p * p) / (c * beta)
            p = np.linalg.solve(one + d[:, None] * a[k], p + d * b[k])
        if k >= settled:
            total += p
    return (time.process_time() - start) * 1e6, total / (len(a) - settled)


def adaline(log):
    """The delta rule, row by row, twice over the log."""
    rate = 0.002
    start = time.process_time()
    phi, y = regressor(log)
    p = np.zeros(4)
    for _ in range(2):
        for rows, targets in zip(phi, y):
            for row, target in zip(rows, targets):
                p += rate * (target - row @ p) * row
    return (time.process_time() - start) * 1e6, p


def genetic(log, seed):
    """Two chromosomes of four numbers in [0, 10], crossed at one point, genes drawn anew; the best two of four live on."""
    phi, y = regressor(log)
    w, t = phi.reshape(-1, 4), y.reshape(-1)
    a, b, c, rows = w.T @ w, w.T @ t, t @ t, len(t)
    rng = np.random.default_rng(seed)
    start = time.process_time()

    def cost(x):
        return (np.einsum("ij,jk,ik->i", x, a, x) - 2 * x @ b + c) / rows

    population = rng.uniform(0, 10, (2, 4))
    values = cost(population)
    for _ in range(GENERATIONS):
        children = population[rng.integers(0, 2, 2)]
        if rng.random() < 0.9:
            place = rng.integers(1, 4)
            children[0, place:], children[1, place:] = children[1, place:].copy(), children[0, place:].copy()
        mutated = rng.random((2, 4)) < 0.1
        children = np.where(mutated, rng.uniform(0, 10, (2, 4)), children)
        child_values = cost(children)
        everyone, all_values = np.vstack([population, children]), np.concatenate([values, child_values])
        best = np.argsort(all_values, kind="stable")[:2]
        population, values = everyone[best], all_values[best]
    return (time.process_time() - start) * 1e6, population[0]


def armlab(binary):
    """One round of armlab's side."""
    command = [binary, "online", str(LOG), "3"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "RAYON_NUM_THREADS": "1"})
    if done.returncode:
        fail(f"`{' '.join(command)}` ended with {done.returncode}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {line["op"]: (line["us"], np.array(line["answer"])) for line in lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--binary", default=str(Path(os.environ.get("CARGO_TARGET_DIR", "target")) / "release/armlab-bench"))
    arguments = parser.parse_args()
    os.chdir(REPO)
    if not Path(arguments.binary).exists():
        fail(f"{arguments.binary} is not there; build it with `cargo build --release -p armlab-bench`")
    log = read_log()
    ours, theirs = {}, {}

    def keep(table, op, result):
        if op not in table or result[0] < table[op][0]:
            table[op] = result

    for turn in range(max(arguments.rounds, 1)):
        for op, result in armlab(arguments.binary).items():
            keep(ours, op, result)
        keep(theirs, "rls_60_update", rls())
        keep(theirs, "rls_sqrt_60_update", rls_sqrt())
        keep(theirs, "hopfield_scara", hopfield(log))
        keep(theirs, "adaline_scara_2_epochs", adaline(log))
        keep(theirs, "ga_15000", genetic(log, turn))

    print(f"{'':58} {'NumPy':>12} {'armlab':>12} {'ratio':>8}  goal")
    agree, results = True, []
    for title, op, goal, tolerance in TABLE:
        (numpy_us, numpy_answer), (own_us, own_answer) = theirs[op], ours[op]
        ratio = numpy_us / own_us
        words = "" if goal is None else f">= {goal:g}: {'reached' if ratio >= goal else 'MISSED'}"
        if op in LIMITS:
            words = f"<= {LIMITS[op]:g} us: {'reached' if own_us <= LIMITS[op] else 'MISSED'}"
        print(f"{title:58} {numpy_us:9.2f} us {own_us:9.2f} us {ratio:7.1f}x  {words}")
        difference = float(np.max(np.abs(numpy_answer - own_answer)))
        if not difference <= tolerance:
            agree = False
            print(f"    answers differ by {difference:.1e}: {numpy_answer} {own_answer}")
        results.append({"op": op, "numpy_us": numpy_us, "armlab_us": own_us, "ratio": ratio})
    out = Path("out/bench")
    out.mkdir(parents=True, exist_ok=True)
    (out / "online.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    sys.exit(0 if agree else 1)


if __name__ == "__main__":
    main()
