#!/usr/bin/env python3
"""Inverse kinematics of armlab beside roboticstoolbox's C solver and optik: same robots, poses, core and minutes.

Run with .venv/bin/python after peers/setup.sh; installs peers/bench/ik_requirements.txt there. A pose counts as solved
when Pinocchio's forward kinematics agrees to 1e-4 m and 1e-3 rad. Exit 0 whatever the ratios are, 2 when one side could
not be run, 75 when the peers cannot be had here.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
REQUIREMENTS = Path(__file__).with_name("ik_requirements.txt")
OUT = Path("out/bench/ik")
LIMIT = 2.8  # rad, either way, for every joint of every engine
METRES, RADIANS = 1e-4, 1e-3
# model, title, median in µs that must be reached
MODELS = [("panda", "7R pose", 60.0), ("ur5", "6R pose", 50.0)]
PLANAR = ("planar6", "planar arm, position to 1e-9 m", 15.0)


def fail(message, code=2):
    print(f"ik.py: {message}", file=sys.stderr)
    sys.exit(code)


def install():
    """The peers, into the environment this runs in."""
    try:
        import optik  # noqa: F401
        import roboticstoolbox  # noqa: F401
    except ImportError:
        print(f"installing {REQUIREMENTS.name}", file=sys.stderr)
        command = [sys.executable, "-m", "pip", "--quiet", "install", "--only-binary", ":all:", "-r", str(REQUIREMENTS)]
        if subprocess.run(command).returncode:
            fail("the peers cannot be installed here; SKIPPED", 75)


class Model:
    """One robot for all engines, from armlab's URDF of it with common limits."""

    def __init__(self, name, armlab, poses, rng):
        import numpy
        import pinocchio

        self.name = name
        text = subprocess.run([armlab, "robots", name, "--urdf"], check=True, stdout=subprocess.PIPE, text=True).stdout
        text = re.sub(r'lower="[^"]*"', f'lower="{-LIMIT}"', text)
        text = re.sub(r'upper="[^"]*"', f'upper="{LIMIT}"', text)
        self.urdf = OUT / f"{name}.urdf"
        self.urdf.write_text(text, encoding="utf-8")
        self.pin = pinocchio.buildModelFromUrdf(str(self.urdf))
        self.data = self.pin.createData()
        bodies = [f for f in self.pin.frames if f.type == pinocchio.FrameType.BODY]
        self.base, self.tip = bodies[0].name, bodies[-1].name
        self.tip_id = self.pin.getFrameId(self.tip)
        self.truth = rng.uniform(-LIMIT, LIMIT, (poses, self.pin.nq))
        self.targets = [self.forward(q) for q in self.truth]
        self.csv = OUT / f"{name}.csv"
        with self.csv.open("w", encoding="utf-8") as file:
            for pose in self.targets:
                rpy = pinocchio.rpy.matrixToRpy(pose.rotation)
                file.write(",".join(repr(float(x)) for x in numpy.concatenate([pose.translation, rpy])) + "\n")
        self.home = numpy.zeros(self.pin.nq)

    def forward(self, q):
        import pinocchio

        pinocchio.framesForwardKinematics(self.pin, self.data, q)
        return self.data.oMf[self.tip_id].copy()

    def judge(self, q, target):
        """Solved, and within limits, by Pinocchio."""
        import numpy
        import pinocchio

        q = numpy.asarray(q)
        error = pinocchio.log6(self.forward(q).actInv(target))
        away = numpy.linalg.norm(self.forward(q).translation - target.translation)
        solved = away <= METRES and numpy.linalg.norm(error.angular) <= RADIANS
        return bool(solved), bool((abs(q) <= LIMIT + 1e-9).all())


def armlab_engine(model, bench, core):
    """One call per pose, as the peers are timed."""
    command = ["taskset", "-c", str(core), bench, "ik", str(model.urdf), model.tip]
    command += [str(model.csv), str(METRES), str(RADIANS)]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if result.returncode:
        fail(f"armlab-bench ended with code {result.returncode}")
    return [(line["us"], line["q"]) for line in map(json.loads, result.stdout.splitlines())]


def toolbox_engine(model):
    import roboticstoolbox

    ets = roboticstoolbox.ETS()
    for i in range(1, model.pin.njoints):
        if model.pin.joints[i].shortname() != "JointModelRZ":
            fail(f"{model.name}: joint {i} does not turn about z")
        ets *= roboticstoolbox.ET.SE3(model.pin.jointPlacements[i].homogeneous)
        ets *= roboticstoolbox.ET.Rz(jindex=i - 1, qlim=[-LIMIT, LIMIT])
    ets *= roboticstoolbox.ET.SE3(model.pin.frames[model.tip_id].placement.homogeneous)
    # The residual is half the squared error: this is the tolerance asked for.
    tolerance = 0.5 * METRES**2
    answers = []
    for target in model.targets:
        matrix = target.homogeneous
        begin = time.perf_counter()
        solution = ets.ik_LM(matrix, q0=model.home, tol=tolerance, slimit=1000, joint_limits=True)
        answers.append((1e6 * (time.perf_counter() - begin), solution[0]))
    return answers


def optik_engine(model):
    import optik

    robot = optik.Robot.from_urdf_file(str(model.urdf), model.base, model.tip)
    robot.set_parallelism(1)
    config = optik.SolverConfig(solution_mode="speed", max_time=1.0, tol_f=1e-9)
    home = list(model.home)
    answers = []
    for target in model.targets:
        matrix = target.homogeneous
        begin = time.perf_counter()
        solution = robot.ik(config, matrix, home)
        answers.append((1e6 * (time.perf_counter() - begin), solution[0] if solution else home))
    return answers


def planar(armlab, bench, core, poses, rng):
    """The planar arm has no peer: its time alone."""
    import numpy

    targets = OUT / "planar6.csv"
    limits = numpy.array([[-numpy.pi / 2, numpy.pi / 2], [0.0, 0.04]] * 3)
    with targets.open("w", encoding="utf-8") as file:
        for q in rng.uniform(limits[:, 0], limits[:, 1], (poses, 6)):
            angles, lengths = numpy.cumsum(q[0::2]), 0.16 + q[1::2]
            x, y = (lengths * numpy.cos(angles)).sum(), (lengths * numpy.sin(angles)).sum()
            file.write(f"{float(x)!r},{float(y)!r}\n")
    command = ["taskset", "-c", str(core), bench, "ik", PLANAR[0], "tool", str(targets), "1e-9", "1e-9"]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    found = [json.loads(line) for line in lines]
    return statistics.median(f["us"] for f in found), statistics.fmean(f["reachable"] for f in found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--poses", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3, help="how often the engines alternate (default 3)")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    parser.add_argument("--armlab", type=Path, default=REPO / "target/release/armlab")
    parser.add_argument("--bench", type=Path, default=REPO / "target/release/armlab-bench")
    options = parser.parse_args()
    armlab, bench = str(options.armlab.resolve()), str(options.bench.resolve())
    for program in (armlab, bench):
        if not Path(program).exists():
            fail(f"{program} is not built")
    install()
    import numpy

    os.chdir(REPO)
    OUT.mkdir(parents=True, exist_ok=True)
    os.sched_setaffinity(0, {options.core})
    rng = numpy.random.default_rng(7)
    rows = []
    for name, title, must in MODELS:
        model = Model(name, armlab, options.poses, rng)
        engines = {
            "armlab dls": lambda: armlab_engine(model, bench, options.core),
            "roboticstoolbox ik_LM (C)": lambda: toolbox_engine(model),
            "optik": lambda: optik_engine(model),
        }
        best = {}
        for number in range(1, options.rounds + 1):
            print(f"{title}, round {number} of {options.rounds}", file=sys.stderr)
            for engine, run in engines.items():
                answers = run()
                known = best.get(engine)
                times = [min(t, k[0]) for (t, _), k in zip(answers, known)] if known else [t for t, _ in answers]
                best[engine] = [(t, q) for t, (_, q) in zip(times, answers)]
        for engine, answers in best.items():
            verdicts = [model.judge(q, target) for (_, q), target in zip(answers, model.targets)]
            times = [t for t, _ in answers]
            rows.append(dict(
                task=title, engine=engine, median=statistics.median(times), mean=statistics.fmean(times),
                solved=statistics.fmean(v[0] for v in verdicts), within=statistics.fmean(v[1] for v in verdicts),
                must=must if engine.startswith("armlab") else None,
            ))  # fmt: skip
    median, solved = min(planar(armlab, bench, options.core, options.poses, rng) for _ in range(options.rounds))
    rows.append(dict(task=PLANAR[1], engine="armlab dls", median=median, mean=None, solved=solved, within=None, must=PLANAR[2]))

    lines = [["task", "engine", "median us", "mean us", "solved", "in limits", "must", ""]]
    for r in rows:
        mark = "" if r["must"] is None else "reached" if r["median"] <= r["must"] else "MISSED"
        percent = ["-" if r[k] is None else f"{100 * r[k]:.1f} %" for k in ("solved", "within")]
        times = ["-" if r[k] is None else f"{r[k]:.1f}" for k in ("median", "mean")]
        lines.append([r["task"], r["engine"], *times, *percent, "-" if r["must"] is None else f"{r['must']:g}", mark])
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        cells = [c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))]
        print("  ".join(cells).rstrip())
    (OUT / "ik.json").write_text(json.dumps(dict(poses=options.poses, rounds=options.rounds, rows=rows), indent=2) + "\n")


if __name__ == "__main__":
    main()
