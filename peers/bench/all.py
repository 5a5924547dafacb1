#!/usr/bin/env python3
"""All measurements in one table: every script of this folder is run, each with its peers, and its results are put side by side.

Run with .venv/bin/python; `make bench-all` builds what is needed and fetches the peers. Each script writes out/bench/NAME.json,
from which the table is made, and this one out/bench/NAME.run.json beside it: when, for how long, by which program and at which
load. One that cannot be run here is named as SKIPPED. The table always shows all results that are there, and says of every
part which program measured it, so that parts can be measured one after the other.
  --parts dynamics,growth  measures only these; the others are shown as they are
  --resume                 measures only parts that this program has not measured with these options
  --show                   measures nothing
  --quick                  fewer rounds, and no log of 10^7 samples
  --date 2026-01-31        also writes docs/benchmarks.md
Ratios are armlab's number over the peer's, below 1 is better. Exit 0 whatever the ratios are.
"""

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
OUT = REPO / "out/bench"
PAGE = REPO / "docs/benchmarks.md"
PROGRAMS = [REPO / "target/release/armlab", REPO / "target/release/armlab-bench"]

# What is run for each group: script, its usual options, those of a quick run.
RUNS = {
    "dynamics": ("peers/bench/run.py", ["--instructions"], ["--rounds", "2"]),
    "identify": ("peers/bench/identify.py", ["--long"], ["--rounds", "2", "--long"]),
    "filters": ("peers/bench/filters.py", [], ["--rounds", "2"]),
    "online": ("peers/bench/online.py", [], ["--rounds", "1"]),
    "growth": ("peers/bench/growth.py", ["--long", "100000,1000000,10000000", "--instructions"], ["--joints", "3,7,14,30"]),
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
    "identify, 7 joints, 1000000 samples, each, on all cores": (1.0, 0.6),
    "identify, 7 joints, 1000000 samples, each": (1.0, 0.6),
    "identify, 7 joints, 10000000 samples, each, on all cores": (1.0, 0.6),
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
    for op, block in report.get("blocks", {}).items():
        yield row(op.replace("tsqr", "rows to a triangle"), "us", block / 1e3)
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
            yield row(work + ", each, on all cores", "us", 1e6 * r["seconds"] / r["samples"])
        if r.get("million_instructions"):
            yield row(work + ", instructions", "million", r["million_instructions"])


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


def program_id():
    """By which the programs that are measured are told apart: the first digits of a checksum of both."""
    digest = hashlib.sha256()
    for program in PROGRAMS:
        digest.update(program.read_bytes() if program.exists() else b"-")
    return digest.hexdigest()[:8]


def record_of(name):
    """How a part was measured; nothing of one that was measured without this script."""
    path = OUT / f"{name}.run.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def result_of(name):
    return OUT / RESULTS.get(name, f"{name}.json")


def measure(name, quick, program):
    """Runs a part's script; its result is there afterwards, or it is not."""
    script, usual, few = RUNS[name]
    options = few if quick else usual
    for old in (result_of(name), OUT / f"{name}.run.json"):
        old.unlink(missing_ok=True)
    print(f"== {name}", file=sys.stderr, flush=True)
    begun, begin, load = time.strftime("%Y-%m-%d %H:%M"), time.monotonic(), os.getloadavg()[0]
    # What the script prints for itself stays out of the table.
    code = subprocess.run([sys.executable, REPO / script, *options], stdout=sys.stderr, cwd=REPO).returncode
    seconds = time.monotonic() - begin
    print(f"== {name}: {seconds:.0f} s", file=sys.stderr, flush=True)
    record = {"program": program, "options": options, "begun": begun, "seconds": round(seconds), "code": code,
              "load": [round(load, 1), round(os.getloadavg()[0], 1)]}  # fmt: skip
    (OUT / f"{name}.run.json").write_text(json.dumps(record) + "\n", encoding="utf-8")


def how_measured(name, program):
    """A sentence on how a part was measured."""
    record = record_of(name)
    if not record:
        return "It is not recorded when and by which program this was measured."
    low, high = sorted(record["load"])
    words = f"Begun {record['begun']}, {record['seconds']} s, load averages from {low} to {high}"
    if record["options"] != RUNS[name][1]:
        words += ", few rounds" if record["options"] == RUNS[name][2] else f", with `{' '.join(record['options'])}`"
    other = record["program"] != program
    return words + ("." if not other else f", by ANOTHER PROGRAM ({record['program']}) than the one that is built now.")


def page(groups, skipped, date, program):
    """The same as a page of the documents."""
    others = sorted({record_of(name).get("program", "unknown") for name in groups} - {program})
    lines = [
        "# Measurements",
        "`make bench-all` measures times and memory, each work in one run with its peers, and prints one table; with",
        "`DATE=2026-01-31` it also writes this page. `PARTS=growth,ik` measures some parts and shows the others as they are,",
        "`ARGS=--resume` those that are missing, `ARGS=--quick` with fewer rounds.",
        "",
        f"Written on {date} on {os.cpu_count()} cores ({platform.machine()}). "
        + (f"All parts were measured by one program ({program})." if not others else
           f"PARTS WERE MEASURED BY DIFFERENT PROGRAMS: {program} is the one that is built now, and each part says so where it was another."),
        "On a busy machine (a load average above the number of cores) times are too long; ratios, seconds of CPU and, where they are",
        "counted, instructions are what to compare.",
        "",
        "Ratios are armlab's number over the peer's: below 1 is better. Limits are of the ratio where a peer stands in the line",
        "(of armlab's own number for the triangle and the check), else of the number.",
    ]  # fmt: skip
    for name, rows in groups.items():
        lines += ["", f"## {name.capitalize()}", how_measured(name, program), ""]
        lines += ["| " + " | ".join(HEADS) + " |", "|" + "---|" * len(HEADS)]
        lines += ["| " + " | ".join(cells(r)) + " |" for r in rows]
    if skipped:
        lines += ["", f"Not measured: {', '.join(skipped)}."]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default=",".join(RUNS), type=lambda text: text.split(","))
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--date")
    options = parser.parse_args()
    unknown = [name for name in options.parts if name not in RUNS]
    if unknown:
        print(f"all.py: no measurements `{', '.join(unknown)}`; there are {', '.join(RUNS)}", file=sys.stderr)
        return 2
    OUT.mkdir(parents=True, exist_ok=True)
    program = program_id()
    for name in [] if options.show else options.parts:
        record, wanted = record_of(name), RUNS[name][2 if options.quick else 1]
        there = result_of(name).exists() and record.get("program") == program and record.get("options") == wanted
        if not (options.resume and there):
            measure(name, options.quick, program)
    groups, skipped = {}, []
    for name in RUNS:
        if result_of(name).exists():
            groups[name] = list(TABLES[name](json.loads(result_of(name).read_text(encoding="utf-8"))))
        else:
            skipped.append(name)
    print_table([r for rows in groups.values() for r in rows])
    for name in groups:
        print(f"{name}: {how_measured(name, program)}")
    for name in skipped:
        print(f"{name.upper()} WAS SKIPPED: {RUNS[name][0]} left no result (see above)")
    if options.date:
        page(groups, skipped, options.date, program)
    return 0


if __name__ == "__main__":
    sys.exit(main())
