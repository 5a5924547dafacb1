#!/usr/bin/env python3
"""The semidefinite solver beside Clarabel, both in Rust and called directly: the same problems, objectives and core.

Run with .venv/bin/python; needs target/release/armlab-bench and peers/clarabel/target/release/clarabel-peer, which
`make bench-semidefinite` builds. Times are from the numbers to the solution, setting up included, the least of many. Writes
out/bench/semidefinite.json. Exit 0 if all objectives agree, 1 if one does not, 2 if a side is missing.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPO / "peers"))
from semidefinite_problems import AGREE, CASES, arm  # noqa: E402

SIDES = {"armlab": [REPO / "target/release/armlab-bench", "semidefinite"], "clarabel": [REPO / "peers/clarabel/target/release/clarabel-peer"]}


def solve(side, core, request):
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}
    command = ["taskset", "-c", str(core), *map(str, SIDES[side])]
    run = subprocess.run(command, input=json.dumps(request), stdout=subprocess.PIPE, text=True, env=environment)
    if run.returncode:
        print(f"semidefinite.py: {side} ended with code {run.returncode}", file=sys.stderr)
        sys.exit(2)
    return json.loads(run.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=50, help="solutions of a round")
    parser.add_argument("--rounds", type=int, default=3, help="how often the two alternate")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    options = parser.parse_args()
    for side, command in SIDES.items():
        if not command[0].exists():
            print(f"semidefinite.py: {command[0]} is missing: make bench-semidefinite", file=sys.stderr)
            return 2
    print("links  unknowns  difference  steps  Clarabel steps  armlab ms  Clarabel ms  ratio")
    rows = []
    for links, seed in CASES:
        r, b, blocks = arm(links, seed)
        request = {"rows": r.tolist(), "rhs": b.tolist(), "blocks": blocks, "repeat": options.repeat}
        best = {}
        for _ in range(options.rounds):
            for side in SIDES:
                found = solve(side, options.core, request)
                if side not in best or found["seconds"] < best[side]["seconds"]:
                    best[side] = found
        ours, theirs = best["armlab"], best["clarabel"]
        row = {"links": links, "unknowns": len(b), "difference": ours["objective"] / theirs["objective"] - 1,
               "armlab": ours["seconds"], "clarabel": theirs["seconds"], "ratio": ours["seconds"] / theirs["seconds"]}  # fmt: skip
        rows.append(row)
        print(f"{links:5}  {len(b):8}  {row['difference']:10.1e}  {ours['iterations']:5}  {theirs['iterations']:14}"
              f"  {1e3 * row['armlab']:9.3f}  {1e3 * row['clarabel']:11.3f}  {row['ratio']:5.3f}")  # fmt: skip
    out = REPO / "out/bench/semidefinite.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return int(any(not abs(row["difference"]) <= AGREE for row in rows))


if __name__ == "__main__":
    sys.exit(main())
