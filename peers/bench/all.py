#!/usr/bin/env python3
"""All measurements in one table: every script of this folder is run, each with its peers, and its results are put side by side.

Run with .venv/bin/python; `make bench-all` builds what is needed and fetches the peers. Each script writes out/bench/NAME.json,
from which the table is made; one that cannot be run here is named as SKIPPED.
  --only dynamics,growth   runs only these
  --show                   runs nothing: the table of the results that are there
  --quick                  fewer rounds, and no log of 10^7 samples
  --date 2026-01-31        also writes docs/benchmarks.md
Ratios are armlab's number over the peer's, below 1 is better. Exit 0 whatever the ratios are.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
OUT = REPO / "out/bench"
PAGE = REPO / "docs/benchmarks.md"

# What is run for each group: script, its usual options, those of a quick run.
RUNS = {
    "dynamics": ("peers/bench/run.py", ["--instructions"], ["--rounds", "2"]),
    "identify": ("peers/bench/identify.py", ["--long"], ["--rounds", "2", "--long"]),
    "filters": ("peers/bench/filters.py", [], ["--rounds", "2"]),
    "online": ("peers/bench/online.py", [], ["--rounds", "1"]),
    "growth": ("peers/bench/growth.py", ["--long", "100000,1000000,10000000"], ["--joints", "3,7,14,30"]),
    "program": ("peers/bench/program.py", [], ["--rounds", "5"]),
    "semidefinite": ("peers/bench/semidefinite.py", [], ["--rounds", "1"]),
    "excitation": ("peers/excitation.py", [], ["--random", "200"]),
    "export": ("peers/bench/export.py", [], ["--rounds", "2"]),
    "ik": ("peers/bench/ik.py", [], ["--rounds", "1"]),
}

# Where a script writes elsewhere.
RESULTS = {"ik": "ik/ik.json"}

# What must be reached, and the goal: of the ratio to the peer where there is one in the same line, else of the number itself.
LIMITS = {
    "rows to a triangle, 84 columns": (0.9, 0.7),
    "identify, 7 joints, 4000 samples": (0.8, 0.4),
    "identify, 30 joints, 4000 samples": (10.0, 4.0),
    "identify, 30 joints, 4000 samples, memory": (200.0, None),
    "identify, 7 joints, 1000000 samples, each": (1.0, 0.6),
    "identify, 7 joints, 10000000 samples, each": (1.0, 0.6),
    "armlab --version": (5.0, None),
    "check, 100 links": (20.0, None),
    "demo": (10.0, None),
    "identify, log of a real Panda": (1.0, None),
}
# The Kalman filters beside NumPy: 60 times as fast, 150 times.
FASTER = (1 / 60, 1 / 150)
# Limits of armlab's own number although a peer stands in the line.
OWN = {"rows to a triangle, 84 columns", "check, 100 links"}


def row(work, unit, armlab, peer=None, theirs=None, limits=None):
    """One line of the table; `limits` are those of the ratio."""
    ratio = armlab / theirs if theirs and armlab is not None else None
    must, goal = limits or LIMITS.get(work, (None, None))
    judged = armlab if work in OWN or ratio is None else ratio
    mark = None
    if must is not None and judged is not None:
        mark = "goal" if goal is not None and judged <= goal else "reached" if judged <= must else "MISSED"
    return {"work": work, "unit": unit, "armlab": armlab, "peer": peer, "theirs": theirs, "ratio": ratio,
            "must": must, "goal": goal, "mark": mark}  # fmt: skip


def dynamics(report):
    for r in report["rows"]:
        yield row(r["row"], "ns", r["armlab"], "Pinocchio, C++", r["pinocchio"], (r["must"], r["goal"]))
    for r in report.get("instructions", []):
        yield row(r["row"] + ", instructions", "", r["armlab"], "Pinocchio, C++", r["pinocchio"])


def identify(report):
    ns = report["ns_per_sample"]
    for op, work in [("tsqr", "rows to a triangle, 84 columns"), ("information", "rows to an information matrix, 84 columns")]:
        yield row(work, "us", ns[f"armlab {op}"] / 1e3, "Pinocchio + Eigen, C++", ns[f"pinocchio {op}"] / 1e3)
    seconds = report["seconds"]
    for op, peer in [("qr", "Pinocchio + NumPy QR"), ("lstsq", "Pinocchio + NumPy lstsq"), ("figaroh", "figaroh")]:
        if op in seconds:
            yield row("log in memory to base parameters", "s", seconds["armlab"], peer, seconds[op])
    yield row("the same reduction on two cores", "s", report["two_cores"], "armlab on one", report["one_core"])


def filters(report):
    for r in sorted(report["rows"], key=lambda r: (r["filter"], r["peer"])):
        work = f"{r['filter'].replace('_', ', ')}, {report['samples']} samples"
        yield row(work, "ms", 1e3 * r["armlab"], r["peer"], 1e3 * r["seconds"], FASTER if r["peer"] == "NumPy" else None)
    for r in report.get("rates", []):
        yield row(f"{r['method']}, {r['joints']}R arm, {r['unknowns']} unknowns, a sample", "us", r["us"], limits=(100.0, None))


def online(report):
    for r in report:
        yield row(r["op"].replace("_", " "), "us", r["armlab_us"], "NumPy", r["numpy_us"])


def growth(report):
    for r in report:
        if "csv_rows" in r:
            speeds = dict(r["csv_megabytes_per_second"])
            own = speeds.pop("armlab", None)
            for peer, speed in speeds.items():
                if own:
                    yield row(f"CSV of {r['csv_megabytes']:.0f} MB, CPU time of one", "ns/B", 1e3 / own, peer, 1e3 / speed)
            continue
        work = f"identify, {r['joints']} joints, {r['samples']} samples"
        yield row(work, "CPU s", r["cpu"])
        yield row(work + ", memory", "MB", r["megabytes"])
        if r["samples"] > 4000:
            yield row(work + ", each", "CPU us", 1e6 * r["cpu"] / r["samples"])


def program(report):
    for r in report:
        if "million_instructions" in r:
            theirs = r.get("pinocchio")
            peer = ("Pinocchio in Python, loaded", 1e3 * theirs) if theirs else (None, None)
            yield row(r["work"], "CPU ms", 1e3 * r["cpu"], *peer)
            if r["million_instructions"]:
                yield row(r["work"] + ", instructions", "million", r["million_instructions"])
        elif r["work"] == "demo":
            yield row(r["work"], "s", r["seconds"])
            yield row(r["work"] + ", all cores", "CPU s", r["cpu"])
        else:
            yield row(r["work"], "CPU s", r["cpu"])


def semidefinite(report):
    for r in report:
        yield row(f"physical consistency, {r['links']} links", "ms", 1e3 * r["armlab"], "Clarabel, Rust", 1e3 * r["clarabel"])


def excitation(report):
    for r in report:
        peer = f"best of {r['random']} random"
        yield row(f"excitation of {r['robot']}, condition number", "", r["condition"], peer, r["random_condition"])
        yield row(f"excitation of {r['robot']}, time", "CPU s", r["cpu"], peer, r["random_seconds"])


def export(report):
    for r in report["rows"]:
        yield row("inverse dynamics, 7R, generated C", "ns", report["generated"], r["beside"], r["ns"], (r["must"], None))


def ik(report):
    own = {r["task"]: r for r in report["rows"] if r["engine"].startswith("armlab")}
    for r in report["rows"]:
        if not r["engine"].startswith("armlab"):
            yield row(f"inverse kinematics, {r['task']}", "us", own[r["task"]]["median"], r["engine"], r["median"])


TABLES = {name: globals()[name] for name in RUNS}


def number(x):
    return "" if x is None else f"{x:.3g}" if abs(x) < 1e3 else f"{x:.0f}"


def cells(r):
    limits = " / ".join(f"{x:.3g}" for x in (r["must"], r["goal"]) if x is not None)
    return [r["work"], number(r["armlab"]), r["unit"], r["peer"] or "", number(r["theirs"]), number(r["ratio"]), limits, r["mark"] or ""]


HEADS = ["work", "armlab", "unit", "peer", "peer's", "ratio", "must / goal", ""]


def print_table(rows):
    lines = [HEADS] + [cells(r) for r in rows]
    widths = [max(len(line[k]) for line in lines) for k in range(len(HEADS))]
    right = {1, 4, 5}
    for line in lines:
        print("  ".join(c.rjust(w) if k in right else c.ljust(w) for k, (c, w) in enumerate(zip(line, widths))).rstrip())


def page(groups, skipped, date, made):
    """The same as a page of the documents; `made` says by which command."""
    lines = [
        "# Measurements",
        "`make bench-all` measures times and memory, each work in one run with its peers, and prints one table;",
        "`make bench-all ARGS=\"--quick\"` takes fewer rounds, `ARGS=\"--only growth,semidefinite\"` measures some of it.",
        "",
        f"Printed on {date} by {made}, on {os.cpu_count()} cores ({platform.machine()});"
        f"\nthe load average at the end was {os.getloadavg()[0]:.1f}. On a busy machine times are too long, and ratios, seconds of CPU and",
        "instructions are what to compare.",
        "",
        "Ratios are armlab's number over the peer's: below 1 is better. Limits are of the ratio where a peer stands in the line",
        "(of armlab's own number for the triangle and the check), else of the number.",
    ]
    for name, rows in groups.items():
        lines += ["", f"## {name.capitalize()}", "| " + " | ".join(HEADS) + " |", "|" + "---|" * len(HEADS)]
        lines += ["| " + " | ".join(cells(r)) + " |" for r in rows]
    if skipped:
        lines += ["", f"Not measured in this run: {', '.join(skipped)}."]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(RUNS), type=lambda text: text.split(","))
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--date")
    options = parser.parse_args()
    unknown = [name for name in options.only if name not in RUNS]
    if unknown:
        print(f"all.py: no measurements `{', '.join(unknown)}`; there are {', '.join(RUNS)}", file=sys.stderr)
        return 2
    OUT.mkdir(parents=True, exist_ok=True)
    groups, skipped = {}, []
    for name in options.only:
        script, usual, quick = RUNS[name]
        result = OUT / RESULTS.get(name, f"{name}.json")
        if not options.show:
            print(f"== {name}", file=sys.stderr, flush=True)
            result.unlink(missing_ok=True)
            command = [sys.executable, REPO / script, *(quick if options.quick else usual)]
            # What the script prints for itself stays out of the table.
            subprocess.run(command, stdout=sys.stderr, cwd=REPO)
        if result.exists():
            groups[name] = list(TABLES[name](json.loads(result.read_text(encoding="utf-8"))))
        else:
            skipped.append(name)
    print_table([r for rows in groups.values() for r in rows])
    for name in skipped:
        print(f"{name.upper()} WAS SKIPPED: {RUNS[name][0]} left no result (see above)")
    if options.date:
        words = ["--quick"] if options.quick else []
        words += ["--only " + ",".join(options.only)] if options.only != list(RUNS) else []
        command = "`make bench-all" + (f' ARGS="{" ".join(words)}"`' if words else "`")
        made = "`peers/bench/all.py --show` from the results that were there" if options.show else command
        page(groups, skipped, options.date, made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
