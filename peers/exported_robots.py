#!/usr/bin/env python3
"""Loads exported robots in Pinocchio and MuJoCo and lets them fall for two seconds. Run with .venv/bin/python after
`peers/setup.sh --mujoco`; needs target/release/armlab.

    peers/exported_robots.py              identifies built-in robots from logs made with Pinocchio, and loads what is exported
    peers/exported_robots.py --real       the same from the logs in ../shared/data, where they are
    peers/exported_robots.py FILE.urdf…   loads these files

Every file must load in both programs with the same total mass, and all positions and speeds must stay finite. With
`--real` a table shows masses beside the description's, what `armlab check` finds, and the error of the exported robot
beside that of the fit on the logs learnt from: masses within a factor of two where the description states any, nothing
found, and at most 0.1 points more, or a reason in the verdict. The last line is `N passed, M failed`; exit 1 if any failed.
"""

import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

import mujoco
import numpy
import pinocchio

ARMLAB = Path(__file__).resolve().parent.parent / "target/release/armlab"
SECONDS = 2.0
STEP = 5e-4
FASTEST = 1e4  # rad/s or m/s: beyond, a fall has lost its energy balance


def damping(file):
    """Viscous and Coulomb friction of the joints by name."""
    joints = xml.parse(file).getroot().findall("joint")
    found = {}
    for joint in joints:
        dynamics = joint.find("dynamics")
        if dynamics is not None:
            read = lambda name: float(dynamics.get(name, 0.0))
            found[joint.get("name")] = (read("damping"), read("friction"))
    return found


def falls_in_pinocchio(file):
    model = pinocchio.buildModelFromUrdf(file)
    data, friction = model.createData(), damping(file)
    viscous, coulomb = numpy.zeros(model.nv), numpy.zeros(model.nv)
    for name, (v, c) in friction.items():
        if model.existJointName(name):
            at = model.joints[model.getJointId(name)].idx_v
            viscous[at], coulomb[at] = v, c
    q, v = pinocchio.neutral(model), numpy.zeros(model.nv)
    for _ in range(round(SECONDS / STEP)):
        # Friction implicitly, so that stiff damping cannot blow up.
        mass = pinocchio.crba(model, data, q)
        mass = numpy.triu(mass) + numpy.triu(mass, 1).T
        bias = pinocchio.rnea(model, data, q, v, numpy.zeros(model.nv))
        effort = -bias - coulomb * numpy.tanh(v / 0.01)
        stiff = mass + STEP * numpy.diag(viscous + coulomb / 0.01)
        v = v + STEP * numpy.linalg.solve(stiff, effort - viscous * v)
        q = pinocchio.integrate(model, q, STEP * v)
    mass = sum(i.mass for i in model.inertias)
    return mass, numpy.all(numpy.isfinite(q)) and numpy.abs(v).max() < FASTEST


def falls_in_mujoco(file):
    spec = mujoco.MjSpec.from_file(file)
    spec.compiler.balanceinertia = False
    spec.compiler.discardvisual = False
    spec.option.timestep = STEP
    model = spec.compile()
    data = mujoco.MjData(model)
    for _ in range(round(SECONDS / STEP)):
        mujoco.mj_step(model, data)
    fine = numpy.all(numpy.isfinite(data.qpos)) and numpy.abs(data.qvel).max() < FASTEST
    warned = any(w.number for w in data.warning)
    return model.body_mass.sum(), fine and not warned


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def identified(robot, logs, folder, options=()):
    """The URDF that an identification exports; the description as a file, where it is built in."""
    logs = [word for log in logs for word in ("--log", log)]
    run(ARMLAB, "identify", robot, "--bootstrap", "0", "--out", folder, *options, *logs)
    return [str(path) for path in sorted(Path(folder).glob("*-identified.urdf"))]


def masses(file):
    """Masses of the links by name."""
    links = xml.parse(file).getroot().findall("link")
    found = {link.get("name"): link.find("inertial/mass") for link in links}
    return {name: float(mass.get("value")) for name, mass in found.items() if mass is not None}


def compared(name, robot, exported):
    """A line of the table, and what is wrong."""
    folder = Path(exported).parent
    document = json.loads((folder / "estimate.json").read_text())
    best = next(m for m in document["methods"] if m["method"] == document["recommended"])
    before, after = masses(robot), masses(exported)
    ratios = {link: after[link] / mass for link, mass in before.items() if mass > 0 and link in after}
    worst = max(ratios, key=lambda link: max(ratios[link], 1 / ratios[link]), default=None)
    found = json.loads(run(ARMLAB, "check", exported, "--json").stdout)["findings"]
    found = [f["code"] for f in found if f["severity"] != "info"]
    files = {Path(f["file"]).suffix: f for f in document["export"]["files"]}
    error, fit = files[".toml"]["error"], best["fit"]["relative"]
    ratio = f"{ratios[worst]:5.2f} ({worst})" if worst else "  none stated"
    kilograms = f"{sum(before.values()):7.1f} -> {sum(after.values()):7.1f} kg"
    print(f"{name:28} {kilograms}, farthest mass {ratio:16} error {fit:6.2f} -> {error:6.2f} %  "
          f"check: {', '.join(found) or 'clean'}; verdict {best['verdict']['status']}")
    wrong = []
    said = " ".join(best["verdict"]["reasons"]) + " ".join(document["export"]["notes"])
    if worst and not 0.499 <= ratios[worst] <= 2.001 and "factor" not in said:
        wrong.append(f"the mass of {worst} is {ratios[worst]:.2f} times the described one")
    if found and "armlab check" not in said:
        wrong.append(f"armlab check finds {', '.join(found)}")
    if not error <= fit + 0.1 and "the description predicts with an error" not in said:
        wrong.append(f"the exported robot has an error of {error:.2f} %, the fit {fit:.2f} %")
    return wrong


def built_in(folder):
    import coverage

    files = []
    for name in ("scara", "cylindrical", "ur5"):
        robot, out = coverage.Exact(ARMLAB, name, folder), Path(folder) / name
        out.mkdir()
        coverage.log(robot, "white", 3, out / "log.csv")
        found = identified(name, [out / "log.csv"], out)
        files += found or [f"{name}: nothing was exported"]
    return files


def real(folder):
    import real

    if not real.DATA.is_dir():
        print("*** SKIPPED: ../shared/data is not there, so no robot of a real log was loaded ***", file=sys.stderr)
        return []
    files = []
    for robot, learnt, judged, options in real.EXPERIMENTS:
        out = Path(folder) / f"{robot}-{learnt[0]}"
        logs = [real.DATA / robot / f"{log}.csv" for log in learnt]
        description = real.DATA / robot / f"{robot}.urdf"
        found = identified(description, logs, out, options)
        wrong = compared(out.name, description, found[0]) if found else []
        files += [f"{out.name}: {why}" for why in wrong]
        files += found or [f"{robot}: nothing was exported"]
    return files


def main():
    with tempfile.TemporaryDirectory() as folder:
        match sys.argv[1:]:
            case []:
                files = built_in(folder)
            case ["--real"]:
                files = real(folder)
            case files:
                pass
        load(files)


def load(files):
    passed = failed = 0
    for file in files:
        if not Path(file).is_file():
            print(f"FAIL {file}")
            failed += 1
            continue
        masses = []
        for program, fall in [("Pinocchio", falls_in_pinocchio), ("MuJoCo", falls_in_mujoco)]:
            try:
                mass, finite = fall(file)
                masses.append(mass)
                good, words = finite, f"{mass:.3f} kg, {'finite' if finite else 'NOT finite'} after {SECONDS} s"
            except Exception as error:  # a program that cannot load a file says so in its own way
                good, words = False, f"{type(error).__name__}: {error}"
            print(f"{'ok  ' if good else 'FAIL'} {program}: {file}: {words}")
            passed, failed = passed + good, failed + (not good)
        if len(masses) == 2 and abs(masses[0] - masses[1]) > 1e-6 * masses[0]:
            print(f"FAIL {file}: the programs disagree on the mass")
            failed += 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
