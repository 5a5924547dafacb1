#!/usr/bin/env python3
"""Compares the semidefinite solver with cvxpy + Clarabel: same objective, and both times.

Run with .venv/bin/python after `peers/setup.sh --cvxpy` and
`cargo build --release -p armlab-bench`. Problems are arms from fixed seeds: ten inertial
parameters a link that must form a possible body (pseudo-inertia, 4x4), two friction parameters a joint that must not be
negative, rows from the triangle of a noisy regression. Exit 0 if all objectives agree, 1 if one does not, 2 if the binary
is missing, 75 if cvxpy is (skipped).
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

REPO = Path(__file__).resolve().parent.parent
AGREE = 1e-6  # relative difference of the objectives
CASES = [(1, 0), (3, 1), (6, 2), (7, 3), (7, 4)]  # links, seed


def body(rng):
    """m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz of six point masses."""
    total = numpy.zeros(10)
    for _ in range(6):
        m, (x, y, z) = rng.uniform(0.1, 1), rng.uniform(-0.3, 0.3, 3)
        second = [y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y]
        total += m * numpy.array([1, x, y, z, *second])
    return total


def pseudo_inertia(first):
    """Entries (unknown, i, j, factor), i <= j, of [[tr(I)/2 1 - I, h], [h', m]]."""
    terms = [(first + k, d, d, -0.5 if d == axis else 0.5) for axis, k in ((0, 4), (1, 6), (2, 9)) for d in range(3)]
    terms += [(first + 5, 0, 1, -1.0), (first + 7, 0, 2, -1.0), (first + 8, 1, 2, -1.0)]
    terms += [(first + 1 + axis, axis, 3, 1.0) for axis in range(3)]
    return terms + [(first, 3, 3, 1.0)]


def arm(links, seed):
    """A triangle and right-hand side, and the blocks."""
    rng = numpy.random.default_rng(seed)
    n = 12 * links
    truth = numpy.concatenate([body(rng) for _ in range(links)] + [rng.uniform(0, 0.5, 2 * links)])
    a = rng.normal(size=(4 * n, n)) * rng.uniform(0.3, 3, n)
    b = a @ truth + rng.normal(size=4 * n)
    r = numpy.linalg.qr(numpy.column_stack([a, b]), mode="r")
    blocks = [{"name": f"link {i + 1}", "size": 4, "constant": [], "terms": pseudo_inertia(10 * i)} for i in range(links)]
    blocks += [
        {"name": f"friction {k + 1}", "size": 1, "constant": [], "terms": [(10 * links + k, 0, 0, 1.0)]}
        for k in range(2 * links)
    ]
    return r[:n, :n], r[:n, n], blocks


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
