#!/usr/bin/env python3
"""Speed of armlab's dynamics beside Pinocchio's, on the same robots, core and minutes. Run with .venv/bin/python.

Exit 0 whatever the ratios are (speed is shown, never a pass or fail), 2 when one side could not be built or run,
75 when Pinocchio cannot be had here.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy
import pinocchio

from flatten import flatten

REPO = Path(__file__).resolve().parents[2]
SOURCE = Path("peers/bench/pinocchio_peer.cpp")
PEER = Path("out/bench/pinocchio_peer")
MODELS = ["arm7", "tree30"]

# row title, model, Pinocchio's op, armlab's op, and (ratio that must be reached, ratio that is the goal) with AVX-512 and with
# AVX2; what does not use registers of eight is measured once.
ROWS = [
    ("inverse dynamics, 7R, one state", "arm7", "rnea", "inverse", (0.6, 0.4), None),
    ("inverse dynamics, 7R, batch", "arm7", "rnea", "inverse_batch", (0.055, 0.045), (0.08, 0.075)),
    ("regressor, 7R, batch", "arm7", "regressor", "regressor_batch", (0.08, 0.06), (0.11, 0.08)),
    ("mass matrix, 7R, batch", "arm7", "crba", "mass_matrix_batch", (0.15, 0.12), (None, None)),
    ("forward dynamics, 7R, batch", "arm7", "aba", "forward_batch", (0.075, 0.06), (None, None)),
    ("inverse dynamics, 30-joint tree, one state", "tree30", "rnea", "inverse", (0.6, 0.4), None),
    ("derivatives of inverse dynamics, 7R", "arm7", "rnea_derivatives", "inverse_derivatives", (1.5, 1.0), None),
]
# Two conventions of one algorithm: Pinocchio is given credit for the better.
CONVENTIONS = {"crba": ["crba_local", "crba_world"], "aba": ["aba_local", "aba_world"]}

# The definitions are those Pinocchio's own CMake target asks its users for.
FLAGS = [
    "-std=c++17", "-O3", "-march=native", "-DNDEBUG",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30", "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
]  # fmt: skip


def fail(message, code=2):
    print(f"run.py: {message}", file=sys.stderr)
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
    print("compiling the Pinocchio peer (once, a few minutes)", file=sys.stderr)
    stamp.unlink(missing_ok=True)
    if subprocess.run(command).returncode:
        fail("the Pinocchio peer does not compile")
    stamp.write_text(wanted)


def instruction_sets():
    """Those that armlab is measured with, the best that this machine has first."""
    asked = os.environ.get("ARMLAB_INSTRUCTIONS")
    flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    flags = set(flags[1].split()) if flags else set()
    sets = ["avx512"] if {"avx512f", "avx512dq", "avx512bw", "avx512vl"} <= flags else []
    sets += ["avx2"] if {"avx2", "fma"} <= flags else []
    sets += ["portable"]
    sets = sets[sets.index(asked) :] if asked in sets else sets
    return sets[:2] if sets[0] == "avx512" else sets[:1]


def run_engine(program, core, rounds, instructions=None):
    """One run of a bench program on one core: the JSON objects it prints."""
    command = ["taskset", "-c", str(core), str(program), "--rounds", str(rounds)]
    environment = {**os.environ, **({"ARMLAB_INSTRUCTIONS": instructions} if instructions else {})}
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment)
    if result.returncode:
        fail(f"{program} ended with code {result.returncode}")
    return [json.loads(line) for line in result.stdout.splitlines() if line.strip()]


def check_peer(line):
    """The peer's first effort vector must be that of the URDF, or it would be timing another robot."""
    model = pinocchio.buildModelFromUrdf(f"peers/bench/models/{line['model']}.urdf")
    expected = pinocchio.rnea(model, model.createData(), *(numpy.array(line[key]) for key in ("q", "qd", "qdd")))
    if not numpy.allclose(line["tau"], expected, rtol=0.0, atol=1e-10 * abs(expected).max()):
        fail(f"the peer's {line['model']} is not the robot of its URDF")


def measure(core, rounds, armlab, sets):
    """Alternates the programs, so that all meet the machine's fast phases; {(engine, model, op): fastest ns}, where armlab is
    an engine for each set of instructions."""
    best = {}
    for number in range(1, rounds + 1):
        print(f"round {number} of {rounds}", file=sys.stderr)
        runs = [("pinocchio", run_engine(PEER, core, 1))]
        runs += [(name, run_engine(armlab, core, 1, name)) for name in sets if armlab]
        for engine, lines in runs:
            for line in lines:
                if line["op"] == "check":
                    check_peer(line)
                    continue
                key = engine, line["model"], line["op"]
                best[key] = min(line["ns"], best.get(key, float("inf")))
    return best


def instructions_per_call(program, op, model, calls=2560):
    """Difference of two callgrind runs, so that start-up cancels; None if valgrind cannot run the program."""
    totals = []
    for count in (calls, 2 * calls):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(program)]
        command += ["--callgrind", op, model, str(count)]
        result = subprocess.run(command, capture_output=True, text=True)
        collected = re.search(r"Collected\s*:\s*(\d+)", result.stderr)
        if result.returncode or not collected:
            print(f"run.py: no count for {program} {op} {model}: {result.stderr[-300:]}", file=sys.stderr)
            return None
        totals.append(int(collected[1]))
    return (totals[1] - totals[0]) / calls


def count_instructions(armlab):
    """The same keys as `measure`, instructions instead of nanoseconds; valgrind knows no AVX-512."""
    counts = {}
    for _, model, theirs, ours, _, _ in ROWS:
        peer = [instructions_per_call(PEER, op, model) for op in CONVENTIONS.get(theirs, [theirs])]
        counts["pinocchio", model, theirs] = min((x for x in peer if x is not None), default=None)
        if armlab:
            counts["avx2", model, ours] = instructions_per_call(armlab, ours, model)
    return counts


def mark_of(ratio, must, goal):
    if ratio is None or must is None:
        return None
    return "goal" if ratio <= goal else "reached" if ratio <= must else "MISSED"


def compare(values, sets):
    """Records of the table's rows, for each set of instructions; what was not measured is None."""
    records = []
    for title, model, theirs, ours, wide, narrow in ROWS:
        for number, name in enumerate(sets):
            if number and not narrow:
                continue
            must, goal = wide if name == "avx512" or not narrow else narrow if name == "avx2" else (None, None)
            pin, arm = values.get(("pinocchio", model, theirs)), values.get((name, model, ours))
            ratio = arm / pin if pin and arm else None
            row = title + (f", {name}" if narrow else "")
            record = dict(row=row, pinocchio=pin, armlab=arm, ratio=ratio, must=must, goal=goal)
            records.append(dict(record, mark=mark_of(ratio, must, goal)))
    return records


def print_table(records, unit, judged):
    columns = ["pinocchio", "armlab", "ratio"] + (["must", "goal", "mark"] if judged else [])
    formats = {"pinocchio": ".0f", "armlab": ".0f", "ratio": ".3f", "must": "g", "goal": "g", "mark": "s"}
    titles = {"pinocchio": f"Pinocchio {unit}", "armlab": f"armlab {unit}"}
    lines = [["", *(titles.get(column, column) for column in columns)]]
    for record in records:
        cells = ["-" if record[c] is None else format(record[c], formats[c]) for c in columns]
        lines.append([record["row"], *cells])
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        print("  ".join([line[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(line[1:], widths[1:]))]).rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often the two programs alternate (default 5)")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)), help="the core both run on")
    parser.add_argument("--armlab", type=Path, default=REPO / "target/release/armlab-bench", help="armlab's bench program")
    parser.add_argument("--instructions", action="store_true", help="also count instructions per call (slow)")
    options = parser.parse_args()
    armlab = options.armlab.resolve() if options.armlab.exists() else None

    os.chdir(REPO)
    flat = Path("out/bench/models")
    flat.mkdir(parents=True, exist_ok=True)
    for name in MODELS:
        flatten(f"peers/bench/models/{name}.urdf", flat / f"{name}.txt")
    build_peer()

    sets = instruction_sets()
    best = measure(options.core, options.rounds, armlab, sets)
    records = compare(best, sets)
    print_table(records, "ns", judged=True)
    minima = [dict(engine=e, model=m, op=o, ns=ns) for (e, m, o), ns in sorted(best.items())]
    report = {"rounds": options.rounds, "rows": records, "minima": minima}
    if options.instructions:
        print()
        counted = compare(count_instructions(armlab), ["avx2"])
        print_table(counted, "instructions", judged=False)
        report["instructions"] = [{key: r[key] for key in ("row", "pinocchio", "armlab", "ratio")} for r in counted]
    Path("out/bench/dynamics.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    if not armlab:
        fail(f"{options.armlab.name} is not built, only Pinocchio was measured")


if __name__ == "__main__":
    main()
