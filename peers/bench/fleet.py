#!/usr/bin/env python3
"""What a data set in parts costs: measured on one core and a cluster of one node, then on paper for many. Run with
.venv/bin/python after `python/test.sh --install` and `peers/setup.sh --ray`.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
REPO = Path(__file__).resolve().parents[2]


def least(rounds, call):
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - began)
    return best


def nothing(_number, stop=None):
    return b"x"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=200_000, help="samples of a log")
    parser.add_argument("--samples", type=float, default=1e12, help="samples of the data set on paper")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--cores", type=int, default=32, help="of a node on paper")
    arguments = parser.parse_args()

    import armlab
    from armlab import _armlab, fleet
    from armlab._engines import engine, run_all
    from armlab._options import Words

    armlab.set_threads(1)
    robot = armlab.Robot(REPO / "peers/bench/models/arm7.urdf")
    with tempfile.TemporaryDirectory() as folder:
        log = str(Path(folder) / "log.parquet")
        armlab.simulate(robot, duration=arguments.rows / 1000, rate=1000, noise={"q": 1e-5, "tau": 0.05}, seed=1).log.save(log)
        options = dict(method="wls", friction="coulomb-viscous", bootstrap=0)
        words = Words("identify", robot._called).add({"log": [log], **options})
        began = time.perf_counter()
        plan = _armlab.plan_parts(robot, words.words, words.logs, None)
        planning = time.perf_counter() - began
        part = fleet._reduced(robot, log, options, plan, 0)
        reducing = least(3, lambda: fleet._reduced(robot, log, options, plan, 0))
        merging = least(5, lambda: fleet._merged(*[part] * fleet.GROUP))
        merged = fleet._merged(*[part] * fleet.GROUP)
        began = time.perf_counter()
        _armlab.identify_parts(robot, words.words, words.logs, plan, part, "", None)
        concluding = time.perf_counter() - began
    where, calls = engine("ray"), 400
    run_all(where, ((k, nothing, k) for k in range(20)), lambda *_: None, lambda *_: None)
    began = time.perf_counter()
    run_all(where, ((k, nothing, k) for k in range(calls)), lambda *_: None, lambda *_: None)
    overhead = (time.perf_counter() - began) / calls
    where.close()

    rate = arguments.rows / reducing
    print(f"7R, {arguments.rows} samples a log, one core:")
    print(f"  reduced                    {rate:12.3g} samples/s (the log is read twice and checked)")
    print(f"  a part, merged             {len(merged) / 1e6:12.3g} MB")
    print(f"  merging {fleet.GROUP} parts           {merging:12.3g} s")
    print(f"  choices on one log         {planning:12.3g} s")
    print(f"  estimate from the whole    {concluding:12.3g} s")
    print(f"  Ray, per task              {overhead:12.3g} s of the driver")

    cores = arguments.nodes * arguments.cores
    logs = 1e8  # samples of a log on paper: a day at 1 kHz
    number = arguments.samples / logs
    tasks = number * (1 + 1 / fleet.GROUP + 1 / fleet.GROUP**2)
    groups = number / fleet.GROUP
    work = arguments.samples / rate / cores
    merge = number / (fleet.GROUP - 1) * merging / cores
    fetched = groups * len(merged)
    print(f"\non paper: {arguments.samples:.0e} samples in {number:.0f} logs of {logs:.0e}, {arguments.nodes} nodes of {arguments.cores} cores")
    print(f"  reducing                   {work / 3600:12.3g} h on all cores ({arguments.samples / rate / 3600:.3g} core hours)")
    print(f"  merging                    {merge:12.3g} s on all cores")
    print(f"  {tasks:.0f} tasks               {tasks * overhead:12.3g} s of the driver")
    print(f"  groups to the driver       {fetched / 1e9:12.3g} GB, one at a time ({fetched / 1e9 / 0.1:.3g} s at 100 MB/s)")
    print(f"  choices on 8 logs          {8 * (planning + 2 * logs / rate):12.3g} s, mostly reading them, twice (before and at the end)")


if __name__ == "__main__":
    main()
