#!/usr/bin/env python3
"""Speed of the Python package on one core: beside a loop over Pinocchio's Python functions, beside the same call in Rust, and
beside the program. Run with .venv/bin/python after `python/test.sh --install`.

Rounds alternate between the sides; the least of each counts. Exit 0 whatever the ratios are, 2 when a side could not be run.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

REPO = Path(__file__).resolve().parents[2]
URDF = REPO / "peers/bench/models/arm7.urdf"
BINARY, BENCH = REPO / "target/release/armlab", REPO / "target/release/armlab-bench"


def least(rounds, *calls):
    """The least time of each call over rounds in which all are made once."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for k, call in enumerate(calls):
            began = time.perf_counter()
            call()
            best[k] = min(best[k], time.perf_counter() - began)
    return best


def row(what, ours, theirs, unit, limit):
    print(f"{what:<64} {ours:>10.4g} {theirs:>10.4g} {unit:<3} {ours / theirs:>7.3f}  {limit}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--samples", type=int, default=100_000)
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {arguments.core})
    os.environ["RAYON_NUM_THREADS"] = "1"
    import pinocchio

    import armlab

    armlab.set_threads(1)
    robot, samples = armlab.Robot(URDF), arguments.samples
    model = pinocchio.buildModelFromUrdf(str(URDF))
    data = model.createData()
    random = np.random.default_rng(0)
    q, qd, qdd = random.uniform(-1, 1, (3, samples, 7))
    print(f"{'':<64} {'armlab':>10} {'other':>10}     {'ratio':>7}  wanted")

    def loop():
        out = np.empty((samples, 7, 70))
        for k in range(samples):
            out[k] = pinocchio.computeJointTorqueRegressor(model, data, q[k], qd[k], qdd[k])
        return out

    kept = np.zeros((samples, 7, len(robot.parameter_names)), order="F")
    columns = [np.asfortranarray(x) for x in (q, qd, qdd)]
    fresh, again, theirs = least(
        arguments.rounds,
        lambda: robot.regressor(q, qd, qdd),
        lambda: robot.regressor(*columns, out=kept),
        loop,
    )
    said = [json.loads(subprocess.run([BENCH, "whole", URDF, str(samples)], stdout=subprocess.PIPE, check=True).stdout) for _ in range(2)]
    row(f"regressor, 7R, {samples} samples, new array; Pinocchio loop", fresh, theirs, "s", "<= 0.1")
    row("the same; Rust call with new memory", fresh, min(s["fresh"] for s in said), "s", "<= 1.1")
    row("the same into out=; Rust call into the same memory", again, min(s["again"] for s in said), "s", "<= 1.1")

    one, calls = (q[0].copy(), qd[0].copy(), qdd[0].copy()), 20_000

    def many(function, *given):
        def run():
            for _ in range(calls):
                function(*given)
        return run

    out = np.zeros(7)
    ours, reused, theirs, empty = least(
        arguments.rounds,
        many(robot.inverse_dynamics, *one),
        lambda: [robot.inverse_dynamics(*one, out=out) for _ in range(calls)],
        many(pinocchio.rnea, model, data, *one),
        many(lambda *_: None, *one),
    )
    lines = subprocess.run([BENCH, "--rounds", "1"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    rust = next(l["ns"] for l in map(json.loads, lines) if l["op"] == "inverse" and l["model"] == "arm7") * 1e-9
    nanoseconds = [1e9 * t / calls for t in (ours, reused, theirs, empty)]
    row("inverse_dynamics, 7R, one state; Pinocchio's rnea", nanoseconds[0], nanoseconds[2], "ns", "")
    over = nanoseconds[0] - 1e9 * rust
    print(f"{'    over the Rust call (' + format(1e9 * rust, '.0f') + ' ns)':<64} {over:>10.4g} {'':>10} ns           <= 1000")

    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.npz"
        seconds = samples / 1000
        armlab.simulate(robot, duration=seconds, rate=1000, noise={"q": 1e-5, "tau": 0.05}, seed=1).log.save(log)
        words = [BINARY, "identify", URDF, "--log", log, "--json"]

        def program():
            subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        ours, theirs = least(max(2, arguments.rounds // 2), lambda: armlab.identify(robot, log).to_json(), program)
        row(f"identify, 7R, {samples} samples; the program", ours, theirs, "s", "<= 1.05")


if __name__ == "__main__":
    try:
        main()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"python.py: {error}", file=sys.stderr)
        sys.exit(2)
