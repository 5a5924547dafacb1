#!/usr/bin/env python3
"""How long the program itself makes people wait: start-up, the check of a description, the demo, and a log of a real robot.

Run with .venv/bin/python after `make build`. Pinocchio reads the same description in Python, its import not counted. Times are
the least of several runs; instructions are counted where times are short. The real log is left out, loudly, where
../shared/data is not. Writes out/bench/program.json. Exit 0 whatever the times are, 2 when something could not be run.
"""

import argparse
import json
import resource
import subprocess
import sys
import time

import numpy as np
import pinocchio as pin

import growth

LINKS = 100
REAL = growth.REPO.parent / "shared/data/panda"


def timed(command, rounds):
    """The least seconds, CPU seconds and the peak memory of a command, MB."""
    best = None
    for _ in range(rounds):
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1):
            growth.fail(f"{' '.join(map(str, command))} ended with code {done.returncode}")
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if best is None or seconds < best["seconds"]:
            best = {"seconds": seconds, "cpu": min(cpu, best["cpu"]) if best else cpu}
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20, help="runs of what is short (default 20)")
    options = parser.parse_args()
    if not growth.PROGRAM.exists():
        growth.fail("target/release/armlab is missing: make build")
    growth.OUT.mkdir(parents=True, exist_ok=True)
    description = growth.OUT / f"links{LINKS}.urdf"
    description.write_text(growth.urdf(LINKS, np.random.default_rng(LINKS)))
    loading = float("inf")
    for _ in range(options.rounds):
        begin = time.perf_counter()
        pin.buildModelFromUrdf(str(description))
        loading = min(loading, time.perf_counter() - begin)
    rows = []

    def add(work, command, rounds, count=False, **more):
        row = {"work": work, **timed(command, rounds), **more}
        if count:
            row["million_instructions"] = growth.instructions(command)
        rows.append(row)
        print(f"{work:>36}: {1e3 * row['seconds']:9.1f} ms, CPU {1e3 * row['cpu']:9.1f} ms", flush=True)

    program = growth.PROGRAM
    add("armlab --version", [program, "--version"], options.rounds, count=True)
    add(f"check, {LINKS} links", [program, "check", description], options.rounds, count=True, pinocchio=loading)
    add("demo", [program, "demo", "--out", growth.OUT / "demo"], 1)
    if REAL.exists():
        log = ["identify", REAL / "panda.urdf", "--log", REAL / "exciting_a.csv", "--json"]
        add("identify, log of a real Panda", [program, *log], 3)
    else:
        print(f"program.py: {REAL} IS NOT THERE: THE LOG OF A REAL ROBOT WAS LEFT OUT", file=sys.stderr)
    (growth.OUT / "program.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
