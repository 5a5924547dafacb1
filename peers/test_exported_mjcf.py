#!/usr/bin/env python3
"""Exported MJCF in MuJoCo. Run with .venv/bin/python after `peers/setup.sh --mujoco`; needs target/release/armlab.

    peers/test_exported_mjcf.py           inverse dynamics at random states, friction and limits off, against `armlab dynamics`;
                                          then of the same files as MuJoCo writes them, read by both
    peers/test_exported_mjcf.py --figure  the identified UR10 of ../shared/data, exported and driven in MuJoCo by the efforts of
                                          its log; writes docs/images/ur10-mujoco.svg

The last line of the first is `N passed, M failed`; exit 1 if any failed.
"""

import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import mujoco
import numpy

from random_urdf import random_urdf

REPO = Path(__file__).resolve().parent.parent
ARMLAB = REPO / "target/release/armlab"
DATA = REPO.parent / "shared/data/ur10"
FIGURE = REPO / "docs/images/ur10-mujoco.svg"
TOLERANCE = 1e-10  # relative to the largest effort
STATES = 20
BUILT_IN = ["ur5", "panda", "scara", "cylindrical", "planar6"]
RANDOM = [(seed, 2 + seed % 9, 0.3 * (seed % 3)) for seed in range(500, 510)]
WRITTEN = """<mujoco model="classes"><compiler angle="degree" eulerseq="XYZ" autolimits="true"/><option gravity="0.3 -0.2 -9.7"/>
<default><joint armature="0.02"/><geom density="700"/><default class="light"><joint armature="0.3"/><geom density="80"/></default></default>
<worldbody><body name="a" pos="0.1 0 0.4" euler="10 20 -30"><joint name="j1" axis="0 1 1" range="-90 90"/>
  <joint name="j2" type="slide" axis="1 0 0.2" pos="0 0.1 0"/><inertial pos="0.01 0.02 0.1" mass="2.3" fullinertia="0.03 0.04 0.02 0.001 -0.002 0.003"/>
  <body name="b" pos="0 0.05 0.3" quat="0.9 0.1 -0.3 0.2" childclass="light"><joint name="j3" axis="0 0 1" pos="0.02 0 0"/>
    <geom type="capsule" size="0.04" fromto="0 0 0 0.1 0.05 0.35"/><geom type="box" size="0.05 0.1 0.02" pos="0.1 0 0.3" euler="0 45 0"/>
    <body name="c" pos="0.1 0 0.4"><joint name="j4" axis="1 0 0"/><geom type="ellipsoid" size="0.05 0.08 0.1" mass="0.6"/><site name="tip" pos="0 0 0.1"/></body></body>
  <body name="d" pos="0 -0.2 0.1" axisangle="1 0 0 60"><joint name="j5" type="slide" axis="0 0 1"/><geom type="cylinder" size="0.03 0.1"/></body>
</body></worldbody></mujoco>
"""
BEGINNINGS = 0.5  # s between the starts of simulated stretches: without a controller errors grow


def armlab(*words):
    done = subprocess.run([str(word) for word in (ARMLAB, *words)], capture_output=True, text=True)
    # Exit code 1 is a verdict that fails: the files are written.
    if done.returncode not in (0, 1):
        raise RuntimeError(f"armlab {words[0]}: {done.stderr.strip()[-400:]}")
    return done.stdout


def exported(robot, folder):
    out = Path(folder) / f"mjcf-{Path(str(robot)).stem}"
    armlab("export", robot, "--to", "mjcf", "--out", out)
    return next(out.glob("*.xml"))


def inverse_dynamics(robot, mjcf, folder):
    """Largest difference of the efforts of `robot` in armlab and of `mjcf` in MuJoCo, over the largest effort."""
    model = mujoco.MjModel.from_xml_path(str(mjcf))
    off = mujoco.mjtDisableBit
    model.opt.disableflags |= off.mjDSBL_FRICTIONLOSS | off.mjDSBL_LIMIT | off.mjDSBL_CONTACT
    model.dof_damping[:] = 0.0
    names = [model.joint(j).name for j in range(model.njnt)]
    random = numpy.random.default_rng(7)
    size = numpy.array([2.0, 2.0, 5.0])[:, None]
    states = random.uniform(-1.0, 1.0, (STATES, 3, model.nv)) * size
    file = Path(folder) / "states.csv"
    with open(file, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow([f"{what}{j + 1}" for what in ("q", "qd", "qdd") for j in range(model.nv)])
        writer.writerows([[repr(float(x)) for x in state.ravel()] for state in states])
    answer = json.loads(armlab("dynamics", robot, "--states", file, "--json"))
    order = [names.index(name) for name in answer["joints"]]
    data = mujoco.MjData(model)
    wanted, found = [], []
    for state, told in zip(states, answer["states"]):
        data.qpos[order], data.qvel[order], data.qacc[order] = state
        mujoco.mj_inverse(model, data)
        found.append(data.qfrc_inverse[order])
        wanted.append(told["tau"])
    wanted = numpy.array(wanted)
    return abs(numpy.array(found) - wanted).max() / abs(wanted).max()


def rewritten(files, folder):
    """Files as MuJoCo itself writes them: with its defaults, angles and inertias of its own choice. WRITTEN has what
    exported files have not: classes, degrees, several joints in a body, masses of shapes."""
    own = Path(folder) / "classes.xml"
    own.write_text(WRITTEN)
    for file in [own, *files]:
        out = Path(folder) / f"{file.stem}-saved.xml"
        model = mujoco.MjModel.from_xml_path(str(file))
        mujoco.mj_saveLastXML(str(out), model)
        yield out


def compare():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        robots = list(BUILT_IN)
        for seed, joints, branching in RANDOM:
            file = Path(folder) / f"random{seed}.urdf"
            file.write_text(random_urdf(seed, joints, branching), encoding="utf-8")
            robots.append(file)
        pairs = [(Path(str(robot)).stem, robot, exported(robot, folder)) for robot in robots]
        pairs += [(f"{file.stem} as MuJoCo writes it", file, file) for file in rewritten([p[2] for p in pairs], folder)]
        for name, robot, mjcf in pairs:
            error = inverse_dynamics(robot, mjcf, folder)
            good = error <= TOLERANCE
            failed += not good
            print(f"{'ok  ' if good else 'FAIL'} {name}: inverse dynamics in MuJoCo, {error:.1e}")
    print(f"{len(pairs) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


def simulated(model, time, q, qd, tau):
    """Positions under the logged efforts, begun anew from the log every BEGINNINGS seconds."""
    data = mujoco.MjData(model)
    out = numpy.full_like(q, numpy.nan)
    model.opt.timestep = 5e-4
    begun = -numpy.inf
    for k in range(len(time) - 1):
        if time[k] - begun >= BEGINNINGS:
            begun = time[k]
            mujoco.mj_resetData(model, data)
            data.qpos[:], data.qvel[:] = q[k], qd[k]
        out[k] = data.qpos
        steps = round((time[k + 1] - time[k]) / model.opt.timestep)
        for step in range(steps):
            data.ctrl[:] = tau[k] + (tau[k + 1] - tau[k]) * (step + 0.5) / steps
            mujoco.mj_step(model, data)
    return out


def figure():
    if not DATA.is_dir():
        print("*** SKIPPED: ../shared/data is not there, so the UR10 was not simulated ***", file=sys.stderr)
        return
    log = numpy.genfromtxt(DATA / "exciting.csv", delimiter=",", names=True)
    column = lambda what: numpy.array([log[f"{what}{j}"] for j in range(1, 7)]).T
    time, q, qd, tau = log["t"], column("q"), column("qd"), column("tau")
    with tempfile.TemporaryDirectory() as folder:
        # Friction that MJCF has words for.
        friction = ["--friction", "coulomb-viscous"]
        armlab("identify", DATA / "ur10.urdf", "--log", DATA / "exciting.csv", "--bootstrap", 0, "--out", folder, *friction)
        model = mujoco.MjModel.from_xml_path(str(exported(Path(folder) / "ur10-identified.toml", folder)))
    run = simulated(model, time, q, qd, tau)
    error = numpy.sqrt(numpy.nanmean((run - q) ** 2, axis=0))
    moved = numpy.std(q, axis=0)
    for j in range(6):
        print(f"joint {j + 1}: rms difference {error[j]:.4f} rad over {BEGINNINGS} s stretches; the log moves by {moved[j]:.2f} rad rms")
    shown = (time >= 5.0) & (time < 10.0)
    draw(time[shown], q[shown], run[shown])
    print(f"wrote {FIGURE.relative_to(REPO)}")


def draw(time, q, run):
    """Joints 1 to 6 against time as SVG."""
    width, height, left, top = 330, 150, 46, 26
    lines = [("log", q, "black"), ("exported robot in MuJoCo", run, "#d95f02")]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {3 * width} {2 * height + 40}" font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for j in range(6):
        x0, y0 = (j % 3) * width + left, (j // 3) * height + top
        w, h = width - left - 12, height - 46
        every = numpy.concatenate([q[:, j], run[:, j]])
        low, high = numpy.nanmin(every), numpy.nanmax(every)
        low, high = low - 0.1 * (high - low), high + 0.1 * (high - low)
        px = x0 + w * (time - time[0]) / (time[-1] - time[0])
        parts.append(f'<text x="{x0}" y="{y0 - 8}">joint {j + 1}, rad</text>')
        parts.append(f'<rect x="{x0}" y="{y0}" width="{w}" height="{h}" fill="none" stroke="#999"/>')
        for value, y in [(high, y0 + 10), (low, y0 + h)]:
            parts.append(f'<text x="{x0 - 4}" y="{y}" text-anchor="end">{value:.2f}</text>')
        for value, x, anchor in [(time[0], x0, "start"), (time[-1], x0 + w, "end")]:
            parts.append(f'<text x="{x}" y="{y0 + h + 13}" text-anchor="{anchor}">{value:.0f} s</text>')
        for _, values, colour in lines:
            py = y0 + h * (high - numpy.clip(values[:, j], low, high)) / (high - low)
            line = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(px[::3], py[::3]))
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.2"/>')
    x = left
    for title, _, colour in lines:
        parts.append(f'<text x="{x}" y="{2 * height + 28}" fill="{colour}">{title}</text>')
        x += 40 + 7 * len(title)
    parts.append(f'<text x="{x}" y="{2 * height + 28}">begun anew from the log every {BEGINNINGS} s</text></svg>')
    FIGURE.write_text("\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    figure() if sys.argv[1:] == ["--figure"] else compare()
