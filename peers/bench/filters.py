#!/usr/bin/env python3
"""Kalman filters of armlab beside NumPy and filterpy: the same filter on the same log, one core, one run; and the time
of one sample of the methods that learn on line, on a 7R arm with friction.

Run with .venv/bin/python after peers/setup.sh --filters. The robot is the SCARA of tests/vectors, known by four base
parameters; its model is written out by hand here, which is the fastest a Python program can have it, while armlab runs
its recursions for any robot. All sides must end at the same parameters, or the times are not of the same filter. Times
are seconds of the processor on all sides.
Exit 0 whatever the ratios are, 2 when one side could not be run or the results differ.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

REPO = Path(__file__).resolve().parents[2]
LOG = Path("tests/vectors/scara_noisy.csv")
OUT = Path("out/bench/filters.json")
GRAVITY = 9.81
DEGREE = np.pi / 180
NOISE_Q = np.array([5 * DEGREE, 5 * DEGREE, 0.02])
NOISE_QD = np.array([DEGREE, DEGREE, 0.01])
NOISE_EFFORT = np.array([0.1, 0.1, 0.02])
GUESS = np.array([5.0, 0.5, 1.0, 1.5])
DEVIATIONS = np.array([2.5, 0.25, 0.5, 0.75])
ALPHA, BETA, KAPPA = 0.1, 2.0, 0.0
MEASURED = np.diag(np.concatenate([NOISE_Q, NOISE_QD]) ** 2)
H = np.eye(6, 10)
SAME = 1e-8  # how far the parameters at the end may differ
MUST = 60.0  # times as fast as NumPy
GOAL = 150.0
RATE = 10e3  # samples a second that a filter of a 7R arm must take


def fail(message):
    print(f"filters.py: {message}", file=sys.stderr)
    sys.exit(2)


def accelerations(x, u):
    """Of one state or, with states as columns, of many."""
    s, c = np.sin(x[1]), np.cos(x[1])
    v1, v2 = x[3], x[4]
    izz1, izz2, mr, m3 = x[6:]
    m11, m12 = izz1 + 2 * mr * c, izz2 + mr * c
    r1 = u[0] + mr * s * (v2 * v2 + 2 * v1 * v2)
    r2 = u[1] - mr * s * v1 * v1
    determinant = m11 * izz2 - m12 * m12
    return np.array([(izz2 * r1 - m12 * r2) / determinant, (m11 * r2 - m12 * r1) / determinant, u[2] / m3 + GRAVITY])


def rates(x, u):
    out = np.zeros_like(x)
    out[:3] = x[3:6]
    out[3:6] = accelerations(x, u)
    return out


def euler(x, u, dt):
    return x + dt * rates(x, u)


def runge_kutta(x, u, dt):
    k1 = rates(x, u)
    k2 = rates(x + dt / 2 * k1, u)
    k3 = rates(x + dt / 2 * k2, u)
    k4 = rates(x + dt * k3, u)
    return x + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def inverse_mass(x):
    c = np.cos(x[1])
    izz1, izz2, mr, m3 = x[6:]
    m11, m12 = izz1 + 2 * mr * c, izz2 + mr * c
    determinant = m11 * izz2 - m12 * m12
    inverse = np.zeros((3, 3))
    inverse[0, 0], inverse[0, 1] = izz2 / determinant, -m12 / determinant
    inverse[1, 0], inverse[1, 1] = -m12 / determinant, m11 / determinant
    inverse[2, 2] = 1 / m3
    return inverse


def jacobian(x, u):
    """Exact: the accelerations' slopes are -M^-1 times the efforts'."""
    s, c = np.sin(x[1]), np.cos(x[1])
    v1, v2, mr = x[3], x[4], x[8]
    a1, a2, a3 = accelerations(x, u)
    slopes = np.zeros((3, 10))
    slopes[0, 1] = mr * (-(2 * a1 + a2) * s - (v2 * v2 + 2 * v1 * v2) * c)
    slopes[1, 1] = mr * (-a1 * s + v1 * v1 * c)
    slopes[0, 3], slopes[1, 3] = -2 * mr * s * v2, 2 * mr * s * v1
    slopes[0, 4] = -2 * mr * s * (v1 + v2)
    slopes[0, 6:9] = a1, a2, (2 * a1 + a2) * c - (v2 * v2 + 2 * v1 * v2) * s
    slopes[1, 7:9] = a1 + a2, a1 * c + v1 * v1 * s
    slopes[2, 9] = a3 - GRAVITY
    out = np.zeros((10, 10))
    out[0, 3] = out[1, 4] = out[2, 5] = 1.0
    out[3:6] = -inverse_mass(x) @ slopes
    return out


def transition(x, u, dt, second):
    step = dt * jacobian(x, u)
    f = np.eye(10) + step
    return f + step @ step / 2 if second else f


def process_noise(x, dt):
    noise = np.zeros((10, 10))
    moved = dt * inverse_mass(x) * NOISE_EFFORT
    noise[3:6, 3:6] = moved @ moved.T
    noise[range(6), range(6)] += 1e-10
    return noise


def feasible(p):
    return p[3] > 0 and p[1] > 0 and p[1] * (p[0] - p[1]) > p[2] * p[2]


def update(x, p, z):
    seen = p[:6]
    gain = np.linalg.solve(seen[:, :6] + MEASURED, seen).T
    new = x + gain @ (z - x[:6])
    left = np.eye(10)
    left[:, :6] -= gain
    p = left @ p @ left.T + gain @ MEASURED @ gain.T
    while not feasible(new[6:]):
        new[6:] = x[6:] + (new[6:] - x[6:]) / 2
    return new, (p + p.T) / 2


def start(log):
    z = log[0, 1:7]
    variances = np.concatenate([NOISE_Q, NOISE_QD, DEVIATIONS]) ** 2
    return np.concatenate([z, GUESS]), np.diag(variances)


def numpy_ekf(log, step):
    x, p = start(log)
    x, p = update(x, p, log[0, 1:7])
    for before, now in zip(log[:-1], log[1:]):
        dt, u = now[0] - before[0], before[10:13]
        f, q = transition(x, u, dt, step is runge_kutta), process_noise(x, dt)
        x = step(x, u, dt)
        p = f @ p @ f.T + q
        x, p = update(x, p, now[1:7])
    return x[6:]


def numpy_ukf(log, step):
    """All points at once: the states are columns."""
    spread = ALPHA**2 * (10 + KAPPA)
    weights = np.full(21, 0.5 / spread)
    weights[0] = 1 - 10 / spread
    covariance_weights = weights.copy()
    covariance_weights[0] += 1 - ALPHA**2 + BETA
    x, p = start(log)
    x, p = update(x, p, log[0, 1:7])
    for before, now in zip(log[:-1], log[1:]):
        dt, u = now[0] - before[0], before[10:13]
        q = process_noise(x, dt)
        columns = np.sqrt(spread) * np.linalg.cholesky(p)
        points = np.concatenate([x[:, None], x[:, None] + columns, x[:, None] - columns], axis=1)
        points = step(points, u, dt)
        x = points @ weights
        points -= x[:, None]
        p = (points * covariance_weights) @ points.T + q
        x, p = update(x, p, now[1:7])
    return x[6:]


def halve(filter, before):
    while not feasible(filter.x[6:]):
        filter.x[6:] = before + (filter.x[6:] - before) / 2


def filterpy_ekf(log, step):
    from filterpy.kalman import ExtendedKalmanFilter

    filter = ExtendedKalmanFilter(dim_x=10, dim_z=6)
    filter.x, filter.P = start(log)
    filter.R = MEASURED
    measure, slopes = (lambda x: x[:6]), (lambda x: H)
    filter.update(log[0, 1:7], slopes, measure)
    for before, now in zip(log[:-1], log[1:]):
        dt, u = now[0] - before[0], before[10:13]
        filter.F, filter.Q = transition(filter.x, u, dt, step is runge_kutta), process_noise(filter.x, dt)
        # as the library asks: the mean by its own function, then the covariance
        filter.predict_x = lambda _=0, x=filter.x: setattr(filter, "x", step(x, u, dt))
        filter.predict()
        kept = filter.x[6:].copy()
        filter.update(now[1:7], slopes, measure)
        halve(filter, kept)
    return filter.x[6:]


def filterpy_ukf(log, step):
    from filterpy.kalman import MerweScaledSigmaPoints, UnscentedKalmanFilter

    points = MerweScaledSigmaPoints(10, ALPHA, BETA, KAPPA)
    held = {}
    filter = UnscentedKalmanFilter(
        dim_x=10, dim_z=6, dt=0.01, hx=lambda x: x[:6], fx=lambda x, dt: step(x, held["u"], dt), points=points
    )
    filter.x, filter.P = start(log)
    filter.R = MEASURED
    # its update wants points that a prediction has left
    filter.sigmas_f = points.sigma_points(filter.x, filter.P)
    filter.update(log[0, 1:7])
    for before, now in zip(log[:-1], log[1:]):
        held["u"] = before[10:13]
        filter.Q = process_noise(filter.x, now[0] - before[0])
        filter.predict(dt=now[0] - before[0])
        # the points once more, for the process noise
        filter.sigmas_f = points.sigma_points(filter.x, filter.P)
        kept = filter.x[6:].copy()
        filter.update(now[1:7])
        halve(filter, kept)
    return filter.x[6:]


def timed(run, log, step):
    begin = time.process_time()
    end = run(log, step)
    return time.process_time() - begin, end


def lines_of(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if result.returncode:
        fail(f"armlab-bench ended with code {result.returncode}")
    return [json.loads(line) for line in result.stdout.splitlines()]


def armlab(bench, core, rounds):
    lines = lines_of(["taskset", "-c", str(core), str(bench), "filters", str(LOG), str(rounds)])
    return {line["filter"]: (line["seconds"], np.array(line["end"])) for line in lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often the sides alternate (default 5)")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    target = Path(os.environ.get("CARGO_TARGET_DIR", REPO / "target"))
    parser.add_argument("--bench", type=Path, default=target / "release/armlab-bench")
    options = parser.parse_args()
    bench = options.bench.resolve()
    if not bench.exists():
        fail(f"{bench} is not built")
    os.chdir(REPO)
    os.sched_setaffinity(0, {options.core})
    log = np.loadtxt(LOG, delimiter=",", skiprows=1)
    steps = [("euler", euler), ("rk4", runge_kutta)]
    sides = {"ekf": [("NumPy", numpy_ekf), ("filterpy", filterpy_ekf)], "ukf": [("NumPy", numpy_ukf), ("filterpy", filterpy_ukf)]}
    ours, theirs = {}, {}

    def keep(best, key, seconds, end):
        if key not in best or seconds < best[key][0]:
            best[key] = (seconds, end)

    for number in range(1, options.rounds + 1):
        print(f"round {number} of {options.rounds}", file=sys.stderr)
        for name, (seconds, end) in armlab(bench, options.core, 3).items():
            keep(ours, name, seconds, end)
        for kind, peers in sides.items():
            for suffix, step in steps:
                for peer, run in peers:
                    keep(theirs, (peer, f"{kind}_{suffix}"), *timed(run, log, step))

    rows, different = [], False
    for (peer, name), (seconds, end) in theirs.items():
        mine, result = ours[name]
        difference = float(np.abs(end - result).max())
        different |= not difference <= SAME
        ratio = seconds / mine
        rows.append(dict(filter=name, peer=peer, armlab=mine, seconds=seconds, ratio=ratio, difference=difference))
    print(f"{len(log)} samples; CPU seconds for the whole log, the least of {options.rounds} rounds; must {MUST:g}x, goal {GOAL:g}x")
    print(f"{'filter':12}{'peer':10}{'armlab s':>10}{'peer s':>10}{'ratio':>8}  {'ends differ by':>14}")
    for r in sorted(rows, key=lambda r: (r["filter"], r["peer"])):
        mark = "goal" if r["ratio"] >= GOAL else "reached" if r["ratio"] >= MUST else "MISSED"
        print(
            f"{r['filter']:12}{r['peer']:10}{r['armlab']:10.4f}{r['seconds']:10.4f}{r['ratio']:8.1f}"
            f"  {r['difference']:14.1e}  {mark}"
        )
    rates = lines_of(["taskset", "-c", str(options.core), str(bench), "rates", str(options.rounds)])
    for r in rates:
        mark = "reached" if r["us"] <= 1e6 / RATE else "MISSED"
        print(f"{r['method']:12}{r['joints']} joints, {r['unknowns']} unknowns: {r['us']:.1f} us a sample, {1e3 / r['us']:.0f} kHz  {mark}")
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(dict(samples=len(log), rounds=options.rounds, rows=rows, rates=rates), indent=2) + "\n")
    if different:
        fail(f"the parameters at the end differ by more than {SAME:g}: these are not the same filters")


if __name__ == "__main__":
    main()
