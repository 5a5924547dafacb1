#!/usr/bin/env python3
"""Do two logs of one robot agree as closely as their stated deviations say?

Each log of a pair is identified by itself with defaults, and unknowns that both state are compared: with right deviations,
95 in 100 differ by less than 1.96 of both deviations together. Where the two choose different friction, both are identified
again with the standard one. Logs of real robots are in ../shared/data, which is not part of this repository.

    peers/real_pairs.py [--binary target/release/armlab] [--data ../shared/data] [--robots panda,…] [--verbose]

Exit 0 well, 1 a pair out of range (80 to 100 %) or all pairs together (90 to 98 %), 75 the logs are not here.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

UR10E = ["--gains", "11.976,11.976,9.839,10.763,10.764,10.763"]
# Robot, two logs (or one, which is cut in halves), options.
PAIRS = [
    ("ur10e", "exc_12harm_30s", "exc_12harm_40s", UR10E),
    ("ur10e", "exc_12harm_30s", "exc_14harm_50s_noload", UR10E),
    ("ur10e", "exc_12harm_40s", "exc_14harm_50s_noload", UR10E),
    ("ur10e", "exc_12harm_40s", "exc_8harm_20s", UR10E),
    ("panda", "exciting_a", "exciting_b", []),
    ("xmate7p", "traj1", "traj2", []),
    ("kr300", "traj_A", "traj_B", []),
    ("tx40", "ident", None, ["--coupling", "joint5+joint6"]),
]


def halves(path, folder):
    """A log cut in two."""
    lines = path.read_text().splitlines()
    header, rows = lines[0], lines[1:]
    middle = len(rows) // 2
    paths = []
    for k, part in enumerate((rows[:middle], rows[middle:])):
        paths.append(Path(folder) / f"{path.stem}-{k + 1}.csv")
        paths[-1].write_text("\n".join([header, *part]) + "\n")
    return paths


def identified(binary, robot, log, options):
    """The recommended method's unknowns by name, with values and deviations."""
    command = [binary, "identify", robot, "--log", log, "--bootstrap", 0, "--json", *options]
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    document = json.loads(done.stdout)
    found = next(m for m in document["methods"] if m["method"] == document["recommended"])
    return {p["name"]: (p["value"], p["std"]) for p in found["base"]}, found["method"]


def compared(binary, robot, logs, options):
    found = [identified(binary, robot, log, options) for log in logs]
    if set(found[0][0]) != set(found[1][0]):
        options = [*options, "--friction", "coulomb-viscous+offset"]
        found = [identified(binary, robot, log, options) for log in logs]
    (first, method), (second, _) = found
    differences = {}
    for name, (value, deviation) in first.items():
        other = second.get(name)
        if deviation and other and other[1]:
            differences[name] = (value - other[0]) / math.hypot(deviation, other[1])
    return differences, method


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="target/release/armlab")
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--robots", default="")
    parser.add_argument("--verbose", action="store_true", help="unknowns that differ")
    options = parser.parse_args()
    data = Path(options.data)
    if not data.is_dir():
        print(f"REAL PAIRS SKIPPED: {data} is not here", file=sys.stderr)
        sys.exit(75)
    agree, total, good = 0, 0, True
    for name, first, second, extra in PAIRS:
        if options.robots and name not in options.robots.split(","):
            continue
        robot = data / name / f"{name}.urdf"
        with tempfile.TemporaryDirectory() as folder:
            path = data / name / f"{first}.csv"
            logs = halves(path, folder) if second is None else [path, data / name / f"{second}.csv"]
            differences, method = compared(options.binary, robot, logs, extra)
        within = sum(abs(z) <= 1.96 for z in differences.values())
        share = 100 * within / max(len(differences), 1)
        agree, total = agree + within, total + len(differences)
        title = f"{first} and {second}" if second else f"halves of {first}"
        print(f"{name:8} {title:44} {method:9} {within:3} of {len(differences):3} unknowns agree: {share:5.1f} %", flush=True)
        if options.verbose:
            for unknown, z in sorted(differences.items(), key=lambda d: -abs(d[1])):
                if abs(z) > 1.96:
                    print(f"    {unknown:24} {z:7.1f}")
        good = good and 80 <= share <= 100
    share = 100 * agree / max(total, 1)
    print(f"all pairs: {share:.1f} %")
    sys.exit(0 if good and 90 <= share <= 98 else 1)


if __name__ == "__main__":
    main()
