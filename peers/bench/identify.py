#!/usr/bin/env python3
"""Speed and memory of identification beside the peers: same robot, same log, same minutes. Run with .venv/bin/python.

  per sample   regressor of 84 columns with a streamed triangle or information matrix; Pinocchio + Eigen in C++, one core
  per log      100 000 samples in memory to base parameters with covariance; Pinocchio + NumPy, and figaroh, one core,
               CPU seconds on both sides
  cores        the same reduction on one core and on two
  memory       logs of 10^6 and 10^7 samples from the file to the estimate, in parts
  semidefinite the comparison with cvxpy, if cvxpy is there

Exit 0 whatever the ratios are (speed is shown, never a pass or fail), 1 when answers do not agree, 2 when one side could
not be built or run, 75 when Pinocchio cannot be had here.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy

from flatten import flatten
from run import FLAGS

REPO = Path(__file__).resolve().parents[2]
REQUIREMENTS = Path("peers/bench/identify_requirements.txt")
SOURCE = Path("peers/bench/identify_peer.cpp")
PYTHON_PEER = Path("peers/bench/identify_python.py")
SEMIDEFINITE = Path("peers/test_against_cvxpy.py")
URDF = Path("peers/bench/models/arm7.urdf")
OUT = Path("out/bench/identify")
PEER = Path("out/bench/identify_peer")
AGREE = 1e-9  # relative difference of predicted efforts
# Relative difference of their deviations: armlab's come from what each stretch of the log leaves over, the peers' from one noise
# for all samples.
DEVIATIONS = 0.2
BUSY = 0.5  # load beside ours from which minima may be too large


def fail(message, code=2):
    print(f"identify.py: {message}", file=sys.stderr)
    sys.exit(code)


def build_peer():
    """Compiles the C++ peer unless source, flags and headers are those of the last build (it takes minutes)."""
    setup = subprocess.run(["peers/setup.sh", "--cpp"], stdout=subprocess.PIPE, text=True)
    if setup.returncode:
        sys.exit(75 if setup.returncode == 75 else 2)
    command = ["g++", *FLAGS, *setup.stdout.split(), str(SOURCE), "-o", str(PEER)]
    ingredients = [SOURCE.read_bytes(), Path("peers/requirements.txt").read_bytes(), " ".join(command).encode()]
    wanted = hashlib.sha256(b"\n".join(ingredients)).hexdigest()
    stamp = PEER.with_suffix(".stamp")
    if PEER.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    print("compiling the C++ peer (once, a few minutes)", file=sys.stderr)
    stamp.unlink(missing_ok=True)
    if subprocess.run(command).returncode:
        fail("the C++ peer does not compile")
    stamp.write_text(wanted)


def have_figaroh():
    """figaroh in the environment this runs in; its absence is told loudly."""
    probe = [sys.executable, "-W", "ignore", "-c", "import figaroh.tools.regressor"]
    if subprocess.run(probe, capture_output=True).returncode == 0:
        return True
    print(f"installing {REQUIREMENTS.name}", file=sys.stderr)
    command = [sys.executable, "-m", "pip", "--quiet", "install", "--prefer-binary"]
    command += ["-c", "peers/requirements.txt", "-r", str(REQUIREMENTS)]
    if subprocess.run(command).returncode == 0 and subprocess.run(probe, capture_output=True).returncode == 0:
        return True
    print("=" * 70 + "\nFIGAROH CANNOT BE INSTALLED HERE: ITS COMPARISON IS SKIPPED\n" + "=" * 70, file=sys.stderr)
    return False


def lines_of(command, core=None):
    """The JSON lines that a program prints, run on one core or on all, with one BLAS thread."""
    if core is not None:
        command = ["taskset", "-c", str(core), *command]
    one_thread = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL")}
    result = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, text=True, env={**os.environ, **one_thread})
    if result.returncode:
        fail(f"{' '.join(map(str, command))} ended with code {result.returncode}")
    return [json.loads(line) for line in result.stdout.splitlines() if line.strip()]


def say(message):
    load = os.getloadavg()[0]
    print(f"[load {load:.1f}] {message}", file=sys.stderr, flush=True)


def streams(armlab, core, rounds):
    """Fastest nanoseconds per sample, {(engine, operation): ns}; the two alternate."""
    flat = OUT / "arm7.txt"
    flatten(URDF, flat)
    best = {}
    for number in range(1, rounds + 1):
        say(f"per sample, round {number} of {rounds}")
        for line in lines_of([PEER, flat], core) + lines_of([armlab, "identify", "streams"], core):
            key = line["engine"], line["op"]
            best[key] = min(line["ns"], best.get(key, float("inf")))
    return best


def agreement(ours, theirs):
    """Largest relative difference of predicted efforts; deviations that differ by too much end the run."""
    if "deviations" in theirs:
        a, b = numpy.array(ours["deviations"]), numpy.array(theirs["deviations"])
        worst = abs(a / b - 1).max()
        if not worst <= DEVIATIONS:
            fail(f"the deviations differ by {worst:.1e} (relative)", 1)
    a, b = numpy.array(ours["predicted"]), numpy.array(theirs["predicted"])
    return abs(a - b).max() / abs(b).max()


def estimates(armlab, core, samples, figaroh, rounds):
    """Seconds from a log in memory to base parameters, by engine; the peers' answers are held against armlab's."""
    log = OUT / "log.csv"
    lines_of([armlab, "identify", "write", log, samples, "full"])
    ours = None
    for number in range(1, rounds + 1):
        say(f"log to base parameters by armlab, round {number} of {rounds}")
        line = lines_of([armlab, "identify", "estimate", log], core)[0]
        ours = line if ours is None or line["seconds"] < ours["seconds"] else ours
    found, worst = {"armlab": ours["seconds"], "reading": ours["reading_seconds"]}, 0.0
    for engine, repeat in [("numpy", 3), ("figaroh", 1)]:
        if engine == "figaroh" and not figaroh:
            continue
        say(f"log to base parameters by {engine}")
        for line in lines_of([sys.executable, PYTHON_PEER, engine, URDF, log, ours["shown"], repeat], core):
            found[line["op"]] = line["seconds"]
            difference = agreement(ours, line)
            worst = max(worst, difference)
            if line["rank"] != ours["rank"]:
                fail(f"{line['op']} finds rank {line['rank']}, armlab {ours['rank']}", 1)
    log.unlink()
    if not worst <= AGREE:
        fail(f"the answers differ by {worst:.1e} (relative)", 1)
    return found, worst


def long_log(armlab, samples):
    """A log of so many samples, from the file to the estimate, in a process of its own."""
    file = OUT / "long.parquet"
    say(f"writing {samples} samples")
    try:
        lines_of([armlab, "identify", "write", file, samples])
        size = file.stat().st_size
        say(f"reducing {samples} samples")
        return {**lines_of([armlab, "identify", "long", file])[0], "bytes": size}
    finally:
        file.unlink(missing_ok=True)


def table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:]))]).rstrip())


def mark(reached):
    return "reached" if reached else "MISSED"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often the programs alternate (default 5)")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)), help="the core of what runs on one")
    parser.add_argument("--samples", type=int, default=100_000, help="samples of the log (default 100000)")
    parser.add_argument("--long", type=int, nargs="*", default=[1_000_000, 10_000_000], help="samples of the long logs")
    parser.add_argument("--armlab", type=Path, default=REPO / "target/release/armlab-bench", help="armlab's bench program")
    options = parser.parse_args()
    armlab = options.armlab.resolve()
    os.chdir(REPO)
    if not armlab.exists():
        fail(f"{options.armlab} is not built")
    OUT.mkdir(parents=True, exist_ok=True)
    build_peer()
    figaroh = have_figaroh()
    busy = os.getloadavg()[0]
    if busy > BUSY:
        print(f"THE MACHINE IS BUSY (load {busy:.1f}): minima may be too large; repeat when it is quiet", file=sys.stderr)

    ns = streams(armlab, options.core, options.rounds)
    seconds, worst = estimates(armlab, options.core, options.samples, figaroh, options.rounds)
    say("one core and two")
    cores = [lines_of([armlab, "identify", "cores"])[0] for _ in range(options.rounds)]
    blocks = {line["op"]: line["ns"] for line in lines_of([armlab, "identify", "blocks"], options.core)}
    one, two = (min(line[key] for line in cores) for key in ("one", "two"))

    rows = [["", "peer", "armlab", "times", "asked for", ""]]
    for op, title, asked in [("tsqr", "triangle", 2.5), ("information", "information matrix", 1.0), ("regressor", "rows alone", None)]:
        ours, theirs = ns["armlab", op] / 1e3, ns["pinocchio", op] / 1e3
        rows.append([f"84 columns, {title}, us/sample | Pinocchio + Eigen, C++", f"{theirs:.2f}", f"{ours:.2f}",
                     f"{theirs / ours:.1f}", f"<= {asked} us" if asked else "", mark(ours <= asked) if asked else ""])  # fmt: skip
    peers = [("qr", "Pinocchio + NumPy QR", 5), ("lstsq", "Pinocchio + NumPy lstsq", 5), ("figaroh", "figaroh 1.0.2", 100)]
    for op, title, asked in peers:
        title = f"{options.samples} samples to base parameters, s | {title}"
        if op not in seconds:
            rows.append([title, "SKIPPED", f"{seconds['armlab']:.3f}", "", f">= {asked}", ""])
            continue
        times = seconds[op] / seconds["armlab"]
        rows.append([title, f"{seconds[op]:.2f}", f"{seconds['armlab']:.3f}", f"{times:.0f}", f">= {asked}", mark(times >= asked)])
    title = f"{cores[0]['samples']} samples reduced, s | armlab on one core (peer) and on two"
    rows.append([title, f"{one:.4f}", f"{two:.4f}", f"{one / two:.2f}", ">= 1.7", mark(one / two >= 1.7)])
    print()
    table(rows)
    print(f"\nPredicted efforts agree to {worst:.0e}. Reading the log of {options.samples} samples from CSV"
          f" takes armlab {seconds['reading']:.2f} s more.")  # fmt: skip
    report = {"rounds": options.rounds, "load": busy, "ns_per_sample": {f"{e} {o}": x for (e, o), x in sorted(ns.items())},
              "seconds": seconds, "agreement": worst, "one_core": one, "two_cores": two}  # fmt: skip

    if options.long:
        report["long"] = [long_log(armlab, samples) for samples in options.long]
        rows = [["samples", "file MB", "s", "of it survey", "us/sample", "segments", "error %", "peak MB"]]
        for line in report["long"]:
            rows.append([str(line["rows"]), f"{line['bytes'] / 1e6:.0f}", f"{line['seconds']:.1f}", f"{line['survey']:.1f}",
                         f"{1e6 * line['seconds'] / line['rows']:.2f}", str(line["segments"]), f"{line['relative']:.3f}",
                         f"{line['peak_kilobytes'] / 1e3:.0f}"])  # fmt: skip
        print("\nLong logs in parts: positions and efforts from Parquet, all cores, cut-off and friction chosen")
        table(rows)
    report["blocks"] = blocks
    Path("out/bench/identify.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")

    semidefinite = armlab.parent / "armlab-bench"
    if semidefinite.exists():
        print("\nPhysically consistent fit (peers/test_against_cvxpy.py)", flush=True)
        if subprocess.run([sys.executable, SEMIDEFINITE, "--binary", semidefinite]).returncode == 75:
            print("cvxpy is not set up: SKIPPED (make bench-semidefinite sets it up)")
    if os.getloadavg()[0] > BUSY + 2.0:
        print("THE MACHINE WAS BUSY: minima may be too large; repeat when it is quiet", file=sys.stderr)


if __name__ == "__main__":
    main()
