#!/usr/bin/env python3
"""How the time of `armlab identify` grows with the joints and with the samples; Pinocchio makes the efforts.

Run with .venv/bin/python after peers/setup.sh; needs target/release/armlab. Robots are chains of seven joints at most on one
base, with friction; every log holds positions, velocities and efforts with noise. Prints CPU seconds, seconds and the most memory
of one process, and writes out/bench/growth.json. `--joints 3,7,14,30,60`, `--samples 4000`, and `--long 100000,1000000` for
logs of seven joints in Parquet, positions and efforts only. `--csv 1000000` reads a CSV of so many rows of seven joints, beside
polars and pyarrow on one core: MB per second of CPU. `--instructions` also counts instructions, of up to seven joints.
Exit 0 whatever the times are, 2 when something could not be run.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pinocchio as pin

REPO = Path(__file__).resolve().parents[2]
PROGRAM = REPO / "target/release/armlab"
OUT = REPO / "out/bench"
CHAIN = 7  # joints in a row
STEP = 0.005
COUNTED = 7  # most joints of which instructions are counted: that takes fifty times as long


def fail(message):
    print(f"growth.py: {message}", file=sys.stderr)
    sys.exit(2)


def urdf(joints, rng):
    """A robot of chains on one base."""
    text = [f'<robot name="chains{joints}">', '<link name="base"/>']
    axes = ["1 0 0", "0 1 0", "0 0 1"]
    for i in range(joints):
        parent = "base" if i % CHAIN == 0 else f"link{i}"
        mass, com = rng.uniform(0.5, 3.0), rng.uniform([-0.05, -0.05, 0.05], [0.05, 0.05, 0.15])
        inertia = rng.uniform(0.004, 0.01, 3)
        roll, pitch = rng.uniform(-0.5, 0.5, 2)
        text.append(
            f'<link name="link{i + 1}"><inertial><origin xyz="{com[0]} {com[1]} {com[2]}"/><mass value="{mass}"/>'
            f'<inertia ixx="{inertia[0]}" iyy="{inertia[1]}" izz="{inertia[2]}" ixy="0" ixz="0" iyz="0"/></inertial></link>'
            f'<joint name="joint{i + 1}" type="revolute"><parent link="{parent}"/><child link="link{i + 1}"/>'
            f'<origin xyz="0.02 0.01 0.2" rpy="{roll} {pitch} 0"/><axis xyz="{axes[rng.integers(3)]}"/>'
            '<limit lower="-2" upper="2" velocity="3" effort="300"/><dynamics damping="0.3" friction="0.4"/></joint>'
        )
    return "\n".join([*text, "</robot>"])


def motion(joints, samples, step, rng, apart=0.07):
    """Sums of sines, with derivatives; frequencies of the joints lie apart by this part, or repeat after ten seconds."""
    t = step * np.arange(samples)
    q, qd, qdd = (np.zeros((samples, joints)) for _ in range(3))
    for j in range(joints):
        for harmonic in range(1, 6):
            size, phase = rng.uniform(-0.3, 0.3), rng.uniform(0, 2 * np.pi)
            rate = 2 * np.pi * harmonic * 0.1 * (1 + apart * j / joints)
            q[:, j] += size * np.sin(rate * t + phase)
            qd[:, j] += size * rate * np.cos(rate * t + phase)
            qdd[:, j] -= size * rate**2 * np.sin(rate * t + phase)
    return t, q, qd, qdd


def efforts(path, q, qd, qdd, rng):
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    own = [int(model.names[i][len("joint") :]) - 1 for i in range(1, model.njoints)]
    tau = np.zeros_like(q)
    for k in range(len(q)):
        tau[k, own] = pin.rnea(model, data, q[k, own], qd[k, own], qdd[k, own])
    return tau + 0.3 * qd + 0.4 * np.sign(qd) + 0.02 * rng.standard_normal(q.shape)


# Run in a small process of its own: the memory of a child that is forked from this one would count.
MEASURE = """
import json, resource, subprocess, sys, time
begin = time.perf_counter()
out = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
document = out.communicate()[0]
seconds = time.perf_counter() - begin
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
unknowns = len(json.loads(document)["methods"][0]["base"]) if out.returncode in (0, 1) else None
print(json.dumps({"unknowns": unknowns, "cpu": usage.ru_utime + usage.ru_stime, "seconds": seconds,
                  "megabytes": usage.ru_maxrss / 1024}))
"""


# What takes less than this is run several times, s.
SHORT, ROUNDS = 3.0, 3


def identify(robot, log):
    """CPU seconds, seconds and megabytes of a run with defaults, the least of several where that takes little."""
    command = [sys.executable, "-c", MEASURE, *identification(robot, log)]
    best = None
    for _ in range(ROUNDS):
        run = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        if run["unknowns"] is None:
            fail(f"{log}: armlab refuses this log")
        best = {key: min(value, best[key]) for key, value in run.items()} if best else run
        if run["seconds"] > SHORT:
            break
    return best


def identification(robot, log):
    return [str(PROGRAM), "identify", str(robot), "--log", str(log), "--json"]


def instructions(command):
    """Instructions of a run, in millions; None where valgrind cannot say."""
    if shutil.which("valgrind") is None:
        return None
    counted = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)]
    done = subprocess.run(counted, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    return int(found[1]) / 1e6 if found else None


# Prints the CPU seconds in which a peer reads a CSV, once it has read it before.
PEER = """
import os, resource, sys
os.environ["POLARS_MAX_THREADS"] = "1"
def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
if sys.argv[1] == "polars":
    import polars
    read = lambda: polars.read_csv(sys.argv[2])
else:
    from pyarrow import csv
    read = lambda: csv.read_csv(sys.argv[2], read_options=csv.ReadOptions(use_threads=False))
read()
begin = cpu()
read()
print(cpu() - begin)
"""

# The same of armlab, with the log check.
OWN = """
import resource, subprocess, sys
for _ in range(2):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime + usage.ru_stime - before.ru_utime - before.ru_stime)
"""


def csv_speed(rows):
    """MB per second of CPU with which a CSV of seven joints is read, by armlab and others."""
    rng = np.random.default_rng(2)
    log = OUT / "speed.csv"
    names = ["t"] + [f"{c}{j + 1}" for c in ("q", "tau") for j in range(7)]
    with log.open("w") as file:
        file.write(",".join(names) + "\n")
        for first in range(0, rows, 50_000):
            t = STEP * np.arange(first, min(first + 50_000, rows))
            columns = [t] + [np.sin((1 + k) * t) + 1e-5 * rng.standard_normal(len(t)) for k in range(14)]
            np.savetxt(file, np.column_stack(columns), delimiter=",", fmt="%.9g")
    size = log.stat().st_size / 1e6
    calls = {"armlab": [OWN, PROGRAM, "log", log, "--json"]}
    calls |= {peer: [PEER, peer, log] for peer in ("polars", "pyarrow")}
    speeds = {}
    for name, (script, *arguments) in calls.items():
        command = [sys.executable, "-c", script, *map(str, arguments)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if done.returncode == 0:
            speeds[name] = size / float(done.stdout)
            print(f"{name:>9} {rows:>9} rows of a CSV of {size:.0f} MB: {speeds[name]:.0f} MB/s of CPU", flush=True)
        else:
            print(f"growth.py: {name} could not be run", file=sys.stderr)
    log.unlink()
    return {"csv_rows": rows, "csv_megabytes": size, "csv_megabytes_per_second": speeds}


def show(name, count, run):
    print(f"{name:>9} {count:>9} {run['unknowns']:>9} {run['cpu']:>8.2f} {run['seconds']:>8.2f} {run['megabytes']:>8.0f}", flush=True)


def numbers(text):
    return [int(float(n)) for n in text.split(",") if n]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--joints", default="3,7,14,30,60", type=numbers)
    parser.add_argument("--samples", default=4000, type=int)
    parser.add_argument("--long", default="100000,1000000", type=numbers)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--csv", default=1_000_000, type=lambda n: int(float(n)))
    options = parser.parse_args()
    if not PROGRAM.exists():
        fail("target/release/armlab is missing: make build")
    OUT.mkdir(parents=True, exist_ok=True)
    rows = []
    print(f"{'joints':>9} {'samples':>9} {'unknowns':>9} {'CPU s':>8} {'s':>8} {'MB':>8}")
    for joints in options.joints:
        rng = np.random.default_rng(joints)
        path, log = OUT / f"chains{joints}.urdf", OUT / f"chains{joints}.csv"
        path.write_text(urdf(joints, rng))
        t, q, qd, qdd = motion(joints, options.samples, STEP, rng)
        tau = efforts(path, q, qd, qdd, rng)
        q = q + 1e-5 * rng.standard_normal(q.shape)
        qd = qd + 1e-3 * rng.standard_normal(q.shape)
        names = ["t"] + [f"{c}{j + 1}" for c in ("q", "qd", "tau") for j in range(joints)]
        np.savetxt(log, np.column_stack([t, q, qd, tau]), delimiter=",", header=",".join(names), comments="", fmt="%.9g")
        run = identify(path, log)
        show(joints, options.samples, run)
        if options.instructions and joints <= COUNTED:
            run["million_instructions"] = instructions(identification(path, log))
        rows.append({"joints": joints, "samples": options.samples, **run})
    if options.long:
        rows.extend(long_logs(options.long))
    if options.csv:
        rows.append(csv_speed(options.csv))
    (OUT / "growth.json").write_text(json.dumps(rows, indent=1))


def long_logs(lengths):
    """Seven joints, positions and efforts in Parquet; a period of 20 s repeated with fresh noise."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        print("growth.py: long logs are left out without pyarrow (peers/setup.sh --logs)", file=sys.stderr)
        return []
    rng = np.random.default_rng(1)
    path = OUT / "chains7-long.urdf"
    path.write_text(urdf(7, rng))
    period, step = 20_000, 0.001
    _, q, qd, qdd = motion(7, period, step, rng, apart=0.0)
    tau = efforts(path, q, qd, qdd, rng)
    rows = []
    for length in lengths:
        place = np.arange(length) % period
        columns = {"t": step * np.arange(length)}
        columns |= {f"q{j + 1}": q[place, j] + 1e-5 * rng.standard_normal(length) for j in range(7)}
        columns |= {f"tau{j + 1}": tau[place, j] + 0.02 * rng.standard_normal(length) for j in range(7)}
        log = OUT / "long.parquet"
        parquet.write_table(pyarrow.table(columns), log)
        run = identify(path, log)
        log.unlink()
        show(7, length, run)
        rows.append({"joints": 7, "samples": length, **run})
    return rows


if __name__ == "__main__":
    main()
