#!/usr/bin/env python3
"""Compares the armlab command with Pinocchio, number by number. Run with .venv/bin/python after peers/setup.sh.

Robots: random URDFs from fixed seeds, the two benchmark models, and every built-in robot without loops (through
`armlab robots NAME --urdf`). A check is one quantity of one robot over all its states. The last line is
`N passed, M failed`; exit 1 if any failed, 2 if the binary is missing.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path
from random import Random

import numpy
import pinocchio

from random_urdf import random_urdf

REPO = Path(__file__).resolve().parent.parent
TOLERANCE = 1e-10  # relative to the largest entry of the quantity
STATES = 8
PARAMETERS = ["m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"]  # of a link, in both programs
EXPECTED_BUILT_INS = ["scara", "cylindrical", "planar6"]

# number of joints by seed; the branching of 0 makes a chain, of 1 hangs every joint anywhere on the tree
RANDOM_ROBOTS = [
    (seed, joints, branching)
    for first_seed, branching, sizes in [
        (100, 0.0, [1, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 7, 9, 12, 20, 40]),
        (200, 0.3, [2, 3, 5, 8, 13, 20, 30, 40]),
        (300, 1.0, [3, 6, 10, 20, 30, 40]),
    ]
    for seed, joints in enumerate(sizes, start=first_seed)
]


class Failure(Exception):
    """armlab's answer is missing or cannot be understood."""


class Armlab:
    def __init__(self, binary):
        self.binary = binary

    def text(self, *arguments):
        result = subprocess.run([self.binary, *map(str, arguments)], capture_output=True, text=True)
        if result.returncode:
            command = " ".join(map(str, arguments))
            raise Failure(f"`armlab {command}` ended with code {result.returncode}: {result.stderr.strip()[-400:]}")
        return result.stdout

    def json(self, *arguments):
        try:
            return json.loads(self.text(*arguments, "--json"))
        except json.JSONDecodeError as error:
            raise Failure(f"`armlab {arguments[0]} --json` printed no JSON document: {error}") from None


class Reference:
    """Pinocchio's answers, with joints in armlab's order."""

    def __init__(self, urdf, description):
        self.model = pinocchio.buildModelFromXML(without_continuous(urdf))
        self.model.gravity.linear = numpy.array(description["gravity"], dtype=float)
        self.data = self.model.createData()
        moving = [joint for joint in description["joints"] if joint["kind"] != "fixed"]
        self.joints = [joint["name"] for joint in moving]
        self.kinds = [joint["kind"] for joint in moving]
        self.links = [joint["child"] for joint in moving]
        if sorted(self.joints) != sorted(self.model.names[1:]):
            raise Failure(f"joints differ: armlab {self.joints}, Pinocchio {list(self.model.names[1:])}")
        # order[i] is Pinocchio's number of armlab's joint i
        self.order = numpy.array([self.model.getJointId(name) - 1 for name in self.joints])

    def set_rotors(self, inertias):
        armature = numpy.zeros(self.model.nv)
        armature[self.order] = inertias
        self.model.armature = armature

    def mass(self, q):
        upper = numpy.triu(pinocchio.crba(self.model, self.data, q[numpy.argsort(self.order)]))
        return (upper + numpy.triu(upper, 1).T)[numpy.ix_(self.order, self.order)]

    def answer(self, state):
        """The quantities of `armlab dynamics` by its names."""
        model, data, order = self.model, self.data, self.order
        q, qd, qdd, tau = (state[key][numpy.argsort(order)] for key in ("q", "qd", "qdd", "tau"))
        mass = self.mass(state["q"])
        gravity = pinocchio.computeGeneralizedGravity(model, data, q)[order]
        bias = pinocchio.nonLinearEffects(model, data, q, qd)[order]
        # a matrix of one row comes as a vector, hence the reshape
        regressor = pinocchio.computeJointTorqueRegressor(model, data, q, qd, qdd).reshape(model.nv, -1)
        columns = numpy.concatenate([10 * joint + numpy.arange(10) for joint in order])
        return {
            "tau": pinocchio.rnea(model, data, q, qd, qdd)[order],
            "mass": mass,
            "coriolis": bias - gravity,
            "gravity": gravity,
            "forward": pinocchio.aba(model, data, q, qd, tau)[order],
            # from the mass matrix, because there rotors count in any version of Pinocchio
            "kinetic": numpy.array(0.5 * state["qd"] @ mass @ state["qd"]),
            # both programs put its zero at the origin of the root link
            "potential": numpy.array(pinocchio.computePotentialEnergy(model, data, q)),
            "regressor": regressor[order][:, columns],
        }


def without_continuous(urdf):
    """Pinocchio describes a continuous joint by (cos, sin); a revolute one has a single coordinate, like armlab's."""
    root = xml.fromstring(urdf)
    for joint in root.iter("joint"):
        if joint.get("type") == "continuous":
            joint.set("type", "revolute")
            for limit in joint.findall("limit"):
                joint.remove(limit)
            xml.SubElement(joint, "limit", lower="-1e9", upper="1e9", effort="1e9", velocity="1e9")
    return xml.tostring(root, encoding="unicode")


def random_states(seed, kinds):
    rng = Random(seed)
    reach = [0.5 if kind == "prismatic" else math.pi for kind in kinds]  # m or rad

    def vector(scale):
        return numpy.array([rng.uniform(-scale, scale) for _ in kinds])

    return [
        {"q": vector(1.0) * reach, "qd": vector(2.0), "qdd": vector(5.0), "tau": vector(20.0)} for _ in range(STATES)
    ]


def write_states(path, states):
    columns = ["q", "qd", "qdd", "tau"]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(f"{name}{i + 1}" for name in columns for i in range(len(states[0]["q"])))
        writer.writerows([repr(float(x)) for name in columns for x in state[name]] for state in states)


def armlab_answer(result, names, reference):
    """One state of armlab's JSON as arrays; the regressor's columns put in the order of the reference by their names."""
    keys = ["q", "tau", "mass", "coriolis", "gravity", "friction", "effort", "kinetic", "potential", "forward"]
    missing = [key for key in [*keys, "regressor"] if key not in result]
    if missing:
        raise Failure(f"missing in a state of `armlab dynamics`: {missing}")
    values = {key: numpy.array(result[key], dtype=float) for key in keys}
    regressor = numpy.array(result["regressor"], dtype=float)
    position = {name: column for column, name in enumerate(names)}
    inertial = [f"{link}.{parameter}" for link in reference.links for parameter in PARAMETERS]
    rotors = [f"{joint}.Ia" for joint in reference.joints]
    absent = [name for name in inertial + rotors if name not in position]
    if absent:
        raise Failure(f"parameters missing: {absent[:12]}")
    values["regressor"] = regressor[:, [position[name] for name in inertial]]
    values["rotor_regressor"] = regressor[:, [position[name] for name in rotors]]
    return values


def error(ours, expected, scale):
    """Largest deviation over `scale`; infinite where the comparison makes no sense."""
    if ours.shape != expected.shape or not numpy.isfinite(ours).all():
        return math.inf
    return float(abs(ours - expected).max() / scale) if scale > 0.0 else float(abs(ours - expected).max())


def compare(states, answers, expectations):
    """{quantity: largest relative error over the states}."""
    worst = {}
    potential = max(abs(expected["potential"]) for expected in expectations)
    for state, ours, expected in zip(states, answers, expectations):
        expected = {
            **expected,
            "q": state["q"],
            "effort": ours["tau"] + ours["friction"],
            "rotor_regressor": numpy.diag(state["qdd"]),
        }
        # A quantity that vanishes (Coriolis of one joint, gravity of a horizontal arm) is measured by the efforts around it.
        floor = 1e-3 * max(abs(expected[key]).max() for key in ("tau", "coriolis", "gravity"))
        for key, value in expected.items():
            scale = max(abs(value).max(), floor if key in ("tau", "coriolis", "gravity", "kinetic", "potential") else 0.0)
            if key == "potential":
                scale = max(scale, potential)  # one state may lie at its zero
            worst[key] = max(worst.get(key, 0.0), error(ours[key], value, scale))
    return worst


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, good, message=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {name}: {message}", flush=True)


def check_robot(armlab, tally, label, robot, urdf, seed, rotors):
    """Compares one robot. `rotors`: it may have rotor inertias, which URDF cannot carry."""
    before = tally.failed
    try:
        reference = Reference(urdf, armlab.json("robots", robot))
        states = random_states(seed, reference.kinds)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "states.csv"
            write_states(file, states)
            document = armlab.json("dynamics", robot, "--states", file, "--regressor")
        if len(document["states"]) != len(states):
            raise Failure(f"{len(states)} states given, {len(document['states'])} returned")
        answers = [armlab_answer(result, document["parameters"], reference) for result in document["states"]]
        if rotors:
            # Read off the first mass matrix; all other numbers of all states must then agree with these n values.
            found = numpy.diag(answers[0]["mass"] - reference.mass(states[0]["q"]))
            noise = 1e-12 * abs(answers[0]["mass"]).max()
            tally.check(f"{label} rotor inertias", (found > -noise).all(), f"negative: {found}")
            reference.set_rotors(numpy.where(found > noise, found, 0.0))
        expectations = [reference.answer(state) for state in states]
        worst = compare(states, answers, expectations)
    except (Failure, KeyError, ValueError, TypeError) as problem:
        tally.check(f"{label} (seed {seed})", False, f"{type(problem).__name__}: {problem}")
        return
    for quantity, value in worst.items():
        hint = ""
        if quantity == "potential":
            offsets = [float(a["potential"] - e["potential"]) for a, e in zip(answers, expectations)]
            hint = f", offset between {min(offsets):.6g} and {max(offsets):.6g} J"
        tally.check(f"{label} {quantity} (seed {seed})", value <= TOLERANCE, f"relative error {value:.2e}{hint}")
    if tally.failed == before:
        print(f"ok {label}: {len(reference.joints)} joints, worst {max(worst.values()):.1e}", flush=True)


def check_built_ins(armlab, tally, wanted):
    try:
        names = [robot["name"] for robot in armlab.json("robots")["robots"]]
    except (Failure, KeyError, TypeError) as problem:
        tally.check("list of built-in robots", False, f"{type(problem).__name__}: {problem}")
        return
    missing = [name for name in EXPECTED_BUILT_INS if name not in names]
    tally.check("list of built-in robots", not missing, f"missing {missing}")
    for seed, name in enumerate(names, start=900):
        if wanted not in name:
            continue
        try:
            if armlab.json("robots", name).get("loops"):
                print(f"left out {name}: it has loops, Pinocchio's plain algorithms do not apply")
                continue
            urdf = armlab.text("robots", name, "--urdf")
        except Failure as problem:
            tally.check(name, False, str(problem))
            continue
        check_robot(armlab, tally, name, name, urdf, seed, rotors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--armlab", type=Path, default=REPO / "target/release/armlab", help="the binary to check")
    parser.add_argument("--only", default="", metavar="TEXT", help="only robots whose name contains TEXT")
    options = parser.parse_args()
    if not options.armlab.exists():
        print(f"{options.armlab} does not exist; build it first", file=sys.stderr)
        sys.exit(2)

    armlab, tally = Armlab(options.armlab.resolve()), Tally()
    with tempfile.TemporaryDirectory() as folder:
        for seed, joints, branching in RANDOM_ROBOTS:
            name = f"random{seed}"
            if options.only in name:
                urdf = random_urdf(seed, joints, branching)
                path = Path(folder) / f"{name}.urdf"
                path.write_text(urdf, encoding="utf-8")
                check_robot(armlab, tally, name, path, urdf, seed, rotors=False)
    for path in sorted((REPO / "peers/bench/models").glob("*.urdf")):
        if options.only in path.stem:
            check_robot(armlab, tally, path.stem, path, path.read_text(encoding="utf-8"), 800, rotors=False)
    check_built_ins(armlab, tally, options.only)

    print(f"{tally.passed} passed, {tally.failed} failed")
    sys.exit(1 if tally.failed else 0)


if __name__ == "__main__":
    main()
