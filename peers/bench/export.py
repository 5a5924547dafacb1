#!/usr/bin/env python3
"""Inverse dynamics of a 7R arm in generated C beside armlab's own call and Pinocchio's rnea, in one run on one core.
Run with .venv/bin/python; `make bench-export` builds what it needs.

All three go through 256 random states and report the fastest of many short batches. The generated C is compiled with
-O3 -march=native as the Pinocchio peer is, and its efforts must be Pinocchio's. Writes out/bench/export.json. Exit 0
whatever the ratios are, 2 when a side could not be built or run, 75 when Pinocchio cannot be had here.
"""

import argparse
import json
import os
import subprocess
from pathlib import Path

import run

MODEL = "arm7"
FOLDER = Path("out/bench/export")
FLAGS = ["-std=c99", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror"]
# Title, the two sides, ratio that must be reached.
RATIOS = [("armlab's own call", ("armlab", "inverse"), 0.5), ("Pinocchio's rnea", ("pinocchio", "rnea"), 0.15)]

DRIVER = r"""
#define _POSIX_C_SOURCE 199309L
#include "arm7.h"
#include <stdio.h>
#include <time.h>
enum { STATES = 256, N = ARM7_JOINTS };
static double q[STATES][N], qd[STATES][N], qdd[STATES][N], tau[STATES][N];
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int main(void) {
    double best = 1e300, begun = now();
    int k, j, bad = 0;
    for (k = 0; k < STATES; k++) {
        for (j = 0; j < N; j++) {
            if (scanf("%lf %lf %lf", &q[k][j], &qd[k][j], &qdd[k][j]) != 3) { return 3; }
        }
    }
    if (arm7_self_test() != ARM7_OK) { return 4; }
    while (now() - begun < 0.4) {
        double start = now(), spent;
        for (k = 0; k < STATES; k++) {
            bad |= (int)arm7_inverse_dynamics(q[k], qd[k], qdd[k], tau[k]);
        }
        spent = (now() - start) / STATES;
        best = spent < best ? spent : best;
    }
    printf("%.17g", 1e9 * best);
    for (k = 0; k < STATES; k++) { for (j = 0; j < N; j++) { printf(" %.17g", tau[k][j]); } }
    printf("\n");
    return bad ? 5 : 0;
}
"""


def generate():
    """Exports and compiles the arm; the operations of its inverse dynamics."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = ["target/release/armlab", "export", f"peers/bench/models/{MODEL}.urdf", "--to", "c", "--json", "--out", str(FOLDER)]
    exported = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if exported.returncode:
        run.fail("the arm could not be exported")
    (FOLDER / "driver.c").write_text(DRIVER, encoding="utf-8")
    built = subprocess.run(["cc", *FLAGS, "driver.c", f"{MODEL}.c", "-lm", "-o", "driver"], cwd=FOLDER)
    if built.returncode:
        run.fail("the generated C does not compile")
    return next(f for f in json.loads(exported.stdout)["functions"] if f["name"] == "inverse_dynamics")


def states():
    random = run.numpy.random.default_rng(1)
    scale = run.numpy.array([run.numpy.pi, 2.0, 5.0])
    return random.uniform(-1.0, 1.0, (256, 7, 3)) * scale


def time_generated(core, given):
    """Nanoseconds a call; the efforts are checked against Pinocchio's."""
    text = " ".join(repr(float(x)) for x in given.ravel())
    done = subprocess.run(["taskset", "-c", str(core), str(FOLDER / "driver")], input=text, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        run.fail(f"the generated C ended with code {done.returncode}")
    numbers = [float(word) for word in done.stdout.split()]
    model = run.pinocchio.buildModelFromUrdf(f"peers/bench/models/{MODEL}.urdf")
    # URDF states no gravity; armlab takes the standard one.
    model.gravity.linear = run.numpy.array([0.0, 0.0, -9.80665])
    data = model.createData()
    wanted = run.numpy.array([run.pinocchio.rnea(model, data, *state.T) for state in given])
    error = abs(run.numpy.array(numbers[1:]).reshape(wanted.shape) - wanted).max() / abs(wanted).max()
    if not error < 1e-12:
        run.fail(f"the generated efforts are not Pinocchio's: {error}")
    return numbers[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often the programs alternate (default 5)")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)), help="the core all run on")
    options = parser.parse_args()
    os.chdir(run.REPO)
    flat = Path("out/bench/models")
    flat.mkdir(parents=True, exist_ok=True)
    for name in run.MODELS:
        run.flatten(f"peers/bench/models/{name}.urdf", flat / f"{name}.txt")
    run.build_peer()
    operations, given, generated = generate(), states(), float("inf")
    best = {}
    for _ in range(options.rounds):
        generated = min(generated, time_generated(options.core, given))
        # armlab with the best instructions that this machine has.
        measured = run.measure(options.core, 1, run.REPO / "target/release/armlab-bench", run.instruction_sets()[:1])
        for (engine, model, op), ns in measured.items():
            if model == MODEL:
                side = "pinocchio" if engine == "pinocchio" else "armlab", op
                best[side] = min(ns, best.get(side, float("inf")))
    print(f"inverse dynamics, 7R, generated C: {generated:.0f} ns")
    rows = []
    for title, side, must in RATIOS:
        ratio = generated / best[side]
        rows.append(dict(beside=title, ns=best[side], ratio=ratio, must=must))
        print(f"  {title}: {best[side]:.0f} ns, ratio {ratio:.3f}, must {must:g}: {'reached' if ratio <= must else 'MISSED'}")
    n = 7
    published = dict(multiplications=92 * n - 127, additions=81 * n - 117)
    print(f"operations: {operations['multiplications']} multiplications, {operations['additions']} additions")
    print(f"  Khalil & Kleinfinger (1987), general arm of {n} turning joints with base parameters, as in Khalil & Dombre (2002):")
    print(f"  92 n - 127 = {published['multiplications']} multiplications, 81 n - 117 = {published['additions']} additions")
    report = dict(rounds=options.rounds, generated=generated, rows=rows, operations=operations, published=published)
    Path("out/bench/export.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
