#!/usr/bin/env python3
"""Compares the semidefinite solver with cvxpy + Clarabel: same objective, and both times.

Run with .venv/bin/python after `peers/setup.sh --cvxpy` and `cargo build --release -p armlab-bench`. Problems are those of
semidefinite_problems.py. Most of cvxpy's time is its modelling; peers/bench/semidefinite.py calls Clarabel itself. Exit 0 if
all objectives agree, 1 if one does not, 2 if the binary is missing, 75 if cvxpy is (skipped).
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

try:
    import clarabel
    import cvxpy
    import numpy
except ImportError as error:
    print(f"CVXPY CHECKS SKIPPED: {error}; run peers/setup.sh --cvxpy", file=sys.stderr)
    sys.exit(75)

from semidefinite_problems import AGREE, CASES, arm

REPO = Path(__file__).resolve().parent.parent


def by_cvxpy(r, b, blocks, repeat):
    best, own, value = float("inf"), float("inf"), None
    for _ in range(repeat):
        start = time.perf_counter()
        x = cvxpy.Variable(len(b))
        constraints = []
        for block in blocks:
            if block["size"] == 1:
                constraints.append(x[block["terms"][0][0]] >= 0)
                continue
            matrix = numpy.zeros((16, len(b)))
            for k, i, j, factor in block["terms"]:
                matrix[4 * i + j, k] += factor
                if i != j:
                    matrix[4 * j + i, k] += factor
            constraints.append(cvxpy.reshape(matrix @ x, (4, 4), order="C") >> 0)
        problem = cvxpy.Problem(cvxpy.Minimize(0.5 * cvxpy.sum_squares(r @ x - b)), constraints)
        problem.solve(solver="CLARABEL", tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10)
        best = min(best, time.perf_counter() - start)
        own = min(own, problem.solver_stats.solve_time)
        value = problem.value
    return value, best, own


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = REPO / "target/release/armlab-bench"
    parser.add_argument("--binary", type=Path, default=default)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    if not options.binary.exists():
        print(f"{options.binary} is missing: cargo build --release -p armlab-bench", file=sys.stderr)
        return 2
    print(f"cvxpy {cvxpy.__version__}, clarabel {clarabel.__version__}; times are the least of {options.repeat}")
    print("links  unknowns  difference   gap/objective  steps  armlab ms  cvxpy ms  Clarabel alone ms  cvxpy/armlab")
    failed = 0
    for links, seed in CASES:
        r, b, blocks = arm(links, seed)
        request = {"rows": r.tolist(), "rhs": b.tolist(), "blocks": blocks, "repeat": 10 * options.repeat}
        run = subprocess.run([options.binary, "semidefinite"], input=json.dumps(request), capture_output=True, text=True)
        if run.returncode:
            print(f"{links} links: {run.stderr.strip()}")
            failed += 1
            continue
        ours = json.loads(run.stdout)
        value, seconds, own = by_cvxpy(r, b, blocks, options.repeat)
        difference = ours["objective"] / value - 1
        failed += not abs(difference) <= AGREE
        print(
            f"{links:5}  {len(b):8}  {difference:10.1e}  {ours['gap'] / ours['objective']:13.1e}  {ours['iterations']:5}"
            f"  {1e3 * ours['seconds']:9.3f}  {1e3 * seconds:8.1f}  {1e3 * own:17.2f}  {seconds / ours['seconds']:11.0f}x"
        )
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
