#!/usr/bin/env python3
"""Sabotage of logs of random arms: is every verdict right? Run with .venv/bin/python after peers/setup.sh; needs
target/release/armlab.

    peers/battery.py [--arms 4R,any6,ur5,FILE.urdf,…] [--only NAME] [--seed N] [--jobs 2]

Arms are made from a seed (serial ones of four to seven joints, with slides, a branched one, and `anyN`, whose joints and
branches are chosen by the seed too), built in, or read from files; their motions (sines, point to point, chirps) and efforts come from Pinocchio. Each log is spoilt in many ways. A
log that cannot be right must be refused (exit code 2) or fail (1), a good one must pass (0), and where there is a cause
`armlab diagnose` must name it first. The last line is `N right, M wrong`; exit 1 if any is wrong.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
import pinocchio

ARMLAB = Path(__file__).resolve().parent.parent / "target/release/armlab"
AXES = {"x": "1 0 0", "y": "0 1 0", "z": "0 0 1"}
# Joints of each arm, base first: kind and axis; a number in brackets is the joint it hangs on.
ARMS = {
    "4R": "Rz Ry Ry Rx",
    "5R": "Rz Ry Ry Ry Rz",
    "6R": "Rz Ry Ry Rz Ry Rz",
    "7R": "Rz Ry Rz Ry Rz Ry Rx",
    "RRPR": "Rz Ry Px Rx",
    "PRRR": "Pz Rz Ry Ry",
    "branched": "Rz Ry Ry Rx(1) Ry(4)",
}


class Arm:
    """An arm with friction: its URDF text, and Pinocchio's model of it."""

    def __init__(self, name, seed):
        self.name, self.kind = Path(name).stem, name if name in ARMS or name.startswith("any") else None
        if self.kind:
            self.described(random_arm(name, seed))
        else:
            self.described(arm_of_file(name))

    def described(self, urdf):
        self.urdf = urdf
        root = xml.fromstring(urdf)
        moving = [j for j in root.findall("joint") if j.get("type") != "fixed"]
        self.model = pinocchio.buildModelFromXML(urdf)
        self.data = self.model.createData()
        moving.sort(key=lambda j: self.model.getJointId(j.get("name")))
        self.joints = [j.get("name") for j in moving]
        self.slides = [j.get("type") == "prismatic" for j in moving]
        self.viscous = numpy.array([float(j.find("dynamics").get("damping")) for j in moving])
        self.coulomb = numpy.array([float(j.find("dynamics").get("friction")) for j in moving])
        bounds = [(float(j.find("limit").get("lower")), float(j.find("limit").get("upper"))) for j in moving]
        self.middle = numpy.array([(a + b) / 2 for a, b in bounds])
        usual = numpy.where(self.slides, 0.45, 2.9)
        self.reach = numpy.minimum([(b - a) / 2 for a, b in bounds] / usual, 1.0)
        assert self.model.nq == self.model.nv == len(self.joints), "continuous, free and mimic joints are not handled"

    def loaded(self, mass, centre):
        """The same arm with a mass at its last link."""
        other = object.__new__(Arm)
        other.__dict__ = dict(self.__dict__)
        other.model = self.model.copy()
        other.model.inertias[-1] = other.model.inertias[-1] + pinocchio.Inertia(mass, numpy.array(centre), numpy.zeros((3, 3)))
        other.data = other.model.createData()
        return other

    def rigid(self, q, qd, qdd, gravity=(0, 0, -9.81)):
        self.model.gravity.linear = numpy.array(gravity, dtype=float)
        return numpy.array([pinocchio.rnea(self.model, self.data, *row) for row in zip(q, qd, qdd)])

    def efforts(self, motion, gravity=(0, 0, -9.81)):
        q, qd, qdd = motion
        return self.rigid(q, qd, qdd, gravity) + self.viscous * qd + self.coulomb * numpy.sign(qd)


def random_words(rng, n):
    """Joints of any kind: a fifth slides, a fifth begins a branch, and no joint turns about its parent's axis only."""
    words = []
    for k in range(n):
        kind = "P" if rng.random() < 0.2 else "R"
        axis = rng.choice([a for a in AXES if not words or a != words[-1][1]])
        branch = f"({rng.integers(1, k - 1)})" if k > 3 and rng.random() < 0.2 else ""
        words.append(f"{kind}{axis}{branch}")
    return words


def random_arm(name, seed):
    rng = numpy.random.default_rng([seed, sum(map(ord, name))])
    words = ARMS[name].split() if name in ARMS else random_words(rng, int(name[3:]))
    n, links, joints = len(words), [], []
    for k, word in enumerate(words):
        length = rng.uniform(0.15, 0.45) * 0.9**k
        mass = rng.uniform(2.0, 6.0) * 0.7**k
        radius = rng.uniform(0.04, 0.07)
        along = rng.integers(0, 3)
        centre = rng.uniform(-0.05, 0.05, 3)
        centre[along] += length / 2
        big, small = mass * (length**2 / 12 + radius**2 / 4), mass * radius**2 / 2
        moments = [big, big, big]
        moments[along] = small
        twist = rng.uniform(-0.01, 0.01, 3) * 0.0
        links.append(
            f'<link name="l{k + 1}"><inertial><origin xyz="{text(centre)}" rpy="{text(twist)}"/><mass value="{mass:.6g}"/>'
            f'<inertia ixx="{moments[0]:.6g}" ixy="0" ixz="0" iyy="{moments[1]:.6g}" iyz="0" izz="{moments[2]:.6g}"/></inertial></link>'
        )
        parent = f"l{word[3:-1]}" if "(" in word else ("base" if k == 0 else f"l{k}")
        shift = rng.uniform(-0.06, 0.06, 3)
        shift[rng.integers(0, 3)] += rng.uniform(0.12, 0.35)
        kind, limit = ("prismatic", 0.45) if word[0] == "P" else ("revolute", 2.9)
        size = 9.81 * mass * 0.4 + 8.0 * 0.6**k
        viscous, coulomb = 0.05 * size, 0.06 * size
        joints.append(
            f'<joint name="j{k + 1}" type="{kind}"><parent link="{parent}"/><child link="l{k + 1}"/>'
            f'<origin xyz="{text(shift)}"/><axis xyz="{AXES[word[1]]}"/><dynamics damping="{viscous:.6g}" friction="{coulomb:.6g}"/>'
            f'<limit lower="-{limit}" upper="{limit}" velocity="20" effort="2000"/></joint>'
        )
    return f'<robot name="{name}"><link name="base"/>{"".join(links)}{"".join(joints)}</robot>'


def arm_of_file(name):
    """A built-in robot, or one in a file, with friction of the usual size in every joint and no limit of speed or effort."""
    if not Path(name).is_file():
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([ARMLAB, "export", name, "--to", "urdf", "--out", folder], capture_output=True, text=True)
            found = list(Path(folder).glob("*.urdf"))
            if not found:
                sys.exit(done.stderr)
            root = xml.parse(found[0]).getroot()
    else:
        root = xml.parse(name).getroot()
    for joint in root.findall("joint"):
        if joint.get("type") == "continuous":
            joint.set("type", "revolute")
        if joint.get("type") in ("revolute", "prismatic"):
            limit = joint.find("limit")
            if limit is None:
                limit = xml.SubElement(joint, "limit")
            lower, upper = float(limit.get("lower", 0)), float(limit.get("upper", 0))
            if lower >= upper:
                lower, upper = -2.9, 2.9
            limit.attrib = {"lower": str(lower), "upper": str(upper), "velocity": "20", "effort": "20000"}
            for old in joint.findall("dynamics"):
                joint.remove(old)
            xml.SubElement(joint, "dynamics", damping="0", friction="0")
    for link in root.findall("link"):
        for shape in link.findall("visual") + link.findall("collision"):
            link.remove(shape)
    arm = object.__new__(Arm)
    arm.described(xml.tostring(root, encoding="unicode"))
    t = numpy.arange(0, 20, 0.05)
    size = numpy.sqrt((arm.rigid(*moved(arm, sines, numpy.random.default_rng(1), t, 1.0)) ** 2).mean(axis=0)).clip(0.02)
    for joint in root.findall("joint"):
        if joint.get("name") in arm.joints:
            mine = size[arm.joints.index(joint.get("name"))]
            joint.find("dynamics").attrib = {"damping": f"{0.06 * mine:.6g}", "friction": f"{0.1 * mine:.6g}"}
    return xml.tostring(root, encoding="unicode")


def moved(arm, motion, rng, t, speed):
    """A motion within the limits of the arm."""
    q, qd, qdd = motion(arm, rng, t, speed)
    return arm.middle + arm.reach * q, arm.reach * qd, arm.reach * qdd


def text(numbers):
    return " ".join(f"{x:.6g}" for x in numbers)


def sines(arm, rng, t, speed):
    n = len(arm.joints)
    size = numpy.where(arm.slides, 0.12, 0.9)
    q, qd, qdd = numpy.zeros((3, len(t), n))
    q += rng.uniform(-0.1, 0.1, n) * numpy.where(arm.slides, 1, 5)
    for k in range(1, 5):
        w = speed * 2 * math.pi * (0.07 + 0.09 * k) * rng.uniform(0.85, 1.15, n)
        a, p = size / k * rng.uniform(0.4, 1.0, n), rng.uniform(0, 6.28, n)
        phase = numpy.outer(t, w) + p
        q, qd, qdd = q + a * numpy.sin(phase), qd + a * w * numpy.cos(phase), qdd - a * w * w * numpy.sin(phase)
    return q, qd, qdd


def point_to_point(arm, rng, t, speed):
    """Quintic moves of all joints with short rests."""
    n = len(arm.joints)
    q, qd, qdd = numpy.zeros((3, len(t), n))
    time, at = 0.0, numpy.zeros(n)
    while time < t[-1]:
        move, rest = rng.uniform(1.0, 2.0) / speed, rng.uniform(0.05, 0.3)
        to = rng.uniform(-1, 1, n) * numpy.where(arm.slides, 0.25, 1.6)
        inside = (t >= time) & (t < time + move + rest)
        s = numpy.clip((t[inside] - time) / move, 0, 1)[:, None]
        q[inside] = at + (to - at) * (10 * s**3 - 15 * s**4 + 6 * s**5)
        qd[inside] = (to - at) * (30 * s**2 - 60 * s**3 + 30 * s**4) / move
        qdd[inside] = (to - at) * (60 * s - 180 * s**2 + 120 * s**3) / move**2
        time, at = time + move + rest, to
    return q, qd, qdd


def chirp(arm, rng, t, speed):
    n, T = len(arm.joints), t[-1] + t[1]
    low, high = speed * 2 * math.pi * rng.uniform(0.1, 0.2, n), speed * 2 * math.pi * rng.uniform(0.5, 0.9, n)
    size, p = numpy.where(arm.slides, 0.1, 0.8), rng.uniform(0, 6.28, n)
    phase = numpy.outer(t, low) + numpy.outer(t**2, (high - low) / (2 * T)) + p
    rate, bend = low + numpy.outer(t, (high - low) / T), (high - low) / T
    q = size * numpy.sin(phase)
    return q, size * rate * numpy.cos(phase), size * (bend * numpy.cos(phase) - rate**2 * numpy.sin(phase))


MOTIONS = {"sines": sines, "moves": point_to_point, "chirp": chirp}


class Log:
    """Columns of a log."""

    def __init__(self, arm, seed, motion="sines", seconds=20.0, rate=200.0, speed=1.0, noise=0.01, gravity=(0, 0, -9.81), velocities=True):
        rng = numpy.random.default_rng([seed, 5])
        self.t = numpy.arange(int(seconds * rate)) / rate
        self.motion = moved(arm, MOTIONS[motion], rng, self.t, speed)
        self.q, self.qd, _ = (x.copy() for x in self.motion)
        clean = arm.efforts(self.motion, gravity)
        self.tau = clean + noise * numpy.sqrt((clean**2).mean(axis=0)) * rng.normal(size=clean.shape)
        if noise > 0:
            self.q += rng.normal(0, 2e-5, self.q.shape)
            self.qd += numpy.where(arm.slides, 1e-4, 1e-3) * rng.normal(size=self.qd.shape)
        self.velocities = velocities

    def write(self, path):
        n = self.q.shape[1]
        names, columns = ["t"], [self.t]
        for stem, values in (("q", self.q), ("qd", self.qd), ("tau", self.tau)):
            if stem == "qd" and not self.velocities:
                continue
            names += [f"{stem}{j + 1}" for j in range(n)]
            columns += list(values.T)
        numpy.savetxt(path, numpy.column_stack(columns), fmt="%.10g", delimiter=",", header=",".join(names), comments="")

    def copy(self):
        other = object.__new__(Log)
        other.__dict__ = {k: v.copy() if isinstance(v, numpy.ndarray) else v for k, v in self.__dict__.items()}
        return other


def resting_log(arm, seed):
    """A good log in which the last joint rests."""
    log = Log(arm, seed, noise=0.0)
    log.motion[0][:, -1], log.motion[1][:, -1], log.motion[2][:, -1] = log.motion[0][0, -1], 0, 0
    clean = arm.efforts(log.motion)
    rng = numpy.random.default_rng([seed, 4])
    log.tau = clean + 0.01 * numpy.sqrt((clean**2).mean(axis=0)) * rng.normal(size=clean.shape)
    log.q = log.motion[0] + rng.normal(0, 2e-5, clean.shape)
    log.qd = log.motion[1] + rng.normal(0, 1e-3, clean.shape)
    return log


class Case:
    """A spoilt log and what must come of it: identify, validate and the first diagnosis."""

    def __init__(self, name, log, identify, validate=None, diagnosis=None, joints=None, urdf=None, other=None, says=None):
        self.says = says
        self.name, self.log, self.identify, self.validate = name, log, identify, validate or identify
        self.diagnosis, self.joints, self.urdf, self.other = diagnosis, joints, urdf, other


BAD, GOOD, ANY = (1, 2), (0,), (0, 1, 2)


def cases(arm, seed):
    rng = numpy.random.default_rng([seed, 9])
    n = len(arm.joints)
    plain = Log(arm, seed)
    q, qd, qdd = plain.motion
    described = arm.rigid(q, qd, qdd)
    size = numpy.sqrt((described**2).mean(axis=0))
    friction = numpy.abs(arm.viscous * qd + arm.coulomb).mean(axis=0)
    # Joints whose bodies are seen against their friction.
    heavy = [j for j in range(n) if size[j] > 1.5 * friction[j]]
    turning = [j for j in range(n) if not arm.slides[j]]

    def spoil(change, base=plain):
        log = base.copy()
        change(log)
        return log

    def on(column, j, factor, offset=0.0):
        def change(log):
            values = getattr(log, column)
            values[:, j] = factor * values[:, j] + offset
        return change

    def swap(*columns_and_joints):
        columns, (a, b) = columns_and_joints[:-1], columns_and_joints[-1]
        def change(log):
            for c in columns:
                values = getattr(log, c)
                values[:, [a, b]] = values[:, [b, a]]
        return change

    def effect(q2, joints=slice(None)):
        """Part of the efforts that a change of positions makes."""
        other = arm.rigid(q2, qd, qdd)
        return numpy.linalg.norm((other - described)[:, joints]) / numpy.linalg.norm(described[:, joints])

    all_ = []
    add = lambda *a, **k: all_.append(Case(*a, **k))
    # Good logs.
    for motion in MOTIONS:
        add(f"good {motion}", Log(arm, seed + 1, motion), GOOD)
    add("good slow", Log(arm, seed + 2, speed=0.35, seconds=40, rate=100), GOOD)
    add("good fast", Log(arm, seed + 3, speed=1.8, rate=500, seconds=12), GOOD)
    add("good noisy", Log(arm, seed + 4, noise=0.08), GOOD)
    add("good very noisy", Log(arm, seed + 4, "moves", noise=0.3), GOOD)
    add("good without noise", Log(arm, seed + 5, noise=0.0), GOOD)
    add("good without velocities", Log(arm, seed + 6, "chirp", velocities=False), GOOD)
    add("good at 1 kHz", Log(arm, seed + 7, "moves", rate=1000, seconds=8), GOOD)
    add("good, other motion", plain, GOOD, other=Log(arm, seed + 8, "moves"))
    add("good, slow validation", plain, GOOD, other=Log(arm, seed + 9, "moves", speed=0.3, seconds=40, rate=100, noise=0.03))
    add("same log twice", plain, GOOD, other=plain, says="same motion")
    def rounded(l):
        step = 2 * math.pi / 2**14
        l.q = numpy.round(l.q / step) * step
        l.tau = numpy.round(l.tau / (0.01 * size)) * 0.01 * size
    add("good, quantised", spoil(rounded, Log(arm, seed + 12, "chirp", noise=0.0, velocities=False)), GOOD)
    def coloured(l):
        white = numpy.random.default_rng([seed, 7]).normal(size=l.tau.shape)
        for i in range(1, len(white)):
            white[i] = 0.95 * white[i - 1] + math.sqrt(1 - 0.95**2) * white[i]
        l.tau = l.tau + 0.03 * size * white
    add("good, coloured noise", spoil(coloured, Log(arm, seed + 13)), GOOD)
    def later(l, rows=1):
        l.tau = numpy.vstack([l.tau[:1]] * rows + [l.tau[:-rows]])
    add("good, a sample late", spoil(later, Log(arm, seed + 14, "moves")), GOOD)
    def near(l):
        l.tau = l.tau + 0.01 * described
    add("good, masses 1 % off", spoil(near), GOOD)
    # Refused.
    add("N mm", spoil(lambda l: l.__setattr__("tau", 1e3 * l.tau)), (2,))
    add("ms", spoil(lambda l: l.__setattr__("t", 1e3 * l.t)), (2,))
    def degrees(l):
        for j in turning:
            l.q[:, j] *= 180 / math.pi
            l.qd[:, j] *= 180 / math.pi
    add("degrees", spoil(degrees), (2,))
    j = int(rng.integers(n))
    def frozen(l):
        l.tau[1000:2400, j] = l.tau[1000, j]
    add("frozen effort", spoil(frozen), (2,))
    def stuck(l):
        l.q[1000:2400, j] = l.q[1000, j]
    add("frozen position", spoil(stuck), (2,))
    def cut(l, rows):
        l.t, l.q, l.qd, l.tau = l.t[:rows], l.q[:rows], l.qd[:rows], l.tau[:rows]
    add("33 rows", spoil(lambda l: cut(l, 33)), (2,))
    def back(l):
        l.t[2000:] -= 4.0
    add("time jumps back", spoil(back), (2,))
    def shuffled(l):
        order = numpy.random.default_rng([seed, 8]).permutation(len(l.t))
        l.q, l.qd, l.tau = l.q[order], l.qd[order], l.tau[order]
    add("rows shuffled", spoil(shuffled), (2,))
    def shuffled_efforts(l):
        l.tau = l.tau[numpy.random.default_rng([seed, 8]).permutation(len(l.t))]
    add("efforts shuffled", spoil(shuffled_efforts), BAD)
    def later_half(l, factor):
        l.tau[len(l.t) // 2 :] *= factor
    add("gain changes half way", spoil(lambda l: later_half(l, 1.6)), BAD)
    def drifting(l):
        l.tau = l.tau + numpy.linspace(0, 2, len(l.t))[:, None] * numpy.sqrt((l.tau**2).mean(axis=0))
    add("efforts drift", spoil(drifting), BAD)
    if all(size[j] > 1.5 * friction[j] for j in range(n)):
        add("kgf cm", spoil(lambda l: setattr(l, "tau", l.tau * 10.197)), (2,))
    def steps(l):
        l.t[1500:] += 7.0
    add("good, a pause", spoil(steps), GOOD)
    def squeezed(l):
        l.t = numpy.concatenate([l.t[:1500], l.t[1500] + 0.2 * (l.t[1500:] - l.t[1500])])
    add("clock runs at another rate", spoil(squeezed), BAD)
    add("one joint hardly moves", resting_log(arm, seed), ANY, ANY)
    def doubled(l):
        l.t, l.q, l.qd, l.tau = (numpy.repeat(x, 2, axis=0) for x in (l.t, l.q, l.qd, l.tau))
    add("rows doubled", spoil(doubled), (2,))
    add("velocity sign", spoil(on("qd", j, -1.0)), (2,))
    add("velocity scaled", spoil(on("qd", j, 3.0)), (2,))
    add("velocity in deg/s", spoil(lambda l: l.__setattr__("qd", l.qd * 180 / math.pi)), (2,))
    def missing(l):
        l.tau[::4, j] = numpy.nan
    add("missing values", spoil(missing), (2,))
    add("dead effort", spoil(on("tau", j, 0.0)), (2,))
    add("time runs backwards", spoil(lambda l: l.__setattr__("t", l.t[::-1].copy())), (2,))
    def wrapped(l):
        l.q[:, turning[0]] = (l.q[:, turning[0]] - l.q[:, turning[0]].mean() + 2 * math.pi) % (2 * math.pi) - math.pi
    add("angles wrap", spoil(wrapped), (2,))
    add("hardly moving", spoil(lambda l: (l.__setattr__("q", l.q[:1] + 1e-3 * (l.q - l.q[:1])), l.__setattr__("qd", 1e-3 * l.qd))), (2,))
    # Faults of the log that only the model shows.
    for j in {heavy[0], heavy[-1]} if heavy else ():
        add(f"effort {j + 1} negated", spoil(on("tau", j, -1.0)), BAD, diagnosis={"effort_sign", "axis_sign", "position_sign"}, joints=[j])
        for gain in (1.7, 0.5, 100.0):
            # At the end of an arm a gain and a heavier link look alike, and free parameters take it up.
            outcome = ANY if j == heavy[-1] and gain < 10 else BAD
            add(f"gain {j + 1} of {gain}", spoil(on("tau", j, gain)), outcome, BAD, diagnosis={"drive_gain", "effort_unit"}, joints=[j])
    pairs = [(a, b) for a in range(n) for b in range(a + 1, n) if arm.slides[a] == arm.slides[b] and a in heavy]
    if pairs:
        a, b = pairs[int(rng.integers(len(pairs)))]
        add(f"efforts {a + 1}, {b + 1} exchanged", spoil(swap("tau", (a, b))), BAD, diagnosis={"swapped_efforts"}, joints=[a, b])
        a, b = pairs[int(rng.integers(len(pairs)))]
        other = q.copy()
        other[:, [a, b]] = q[:, [b, a]]
        if effect(other) > 0.3:
            add(f"positions {a + 1}, {b + 1} exchanged", spoil(swap("q", "qd", (a, b))), BAD, diagnosis={"swapped_positions"}, joints=[a, b])
            add(f"joints {a + 1}, {b + 1} exchanged", spoil(swap("q", "qd", "tau", (a, b))), BAD, diagnosis={"swapped_joints"}, joints=[a, b])
    for j in turning[1:3]:
        shifted, flipped = q.copy(), q.copy()
        shifted[:, j] += math.pi / 2
        flipped[:, j] *= -1
        if effect(shifted) > 0.3:
            add(f"zero {j + 1} at 90°", spoil(on("q", j, 1.0, math.pi / 2)), BAD, diagnosis={"zero_offset"}, joints=[j])
        shifted[:, j] = q[:, j] + math.pi
        if effect(shifted) > 0.3:
            add(f"zero {j + 1} at 180°", spoil(on("q", j, 1.0, math.pi)), BAD, diagnosis={"zero_offset"}, joints=[j])
        shifted[:, j] = q[:, j] + 0.3
        if effect(shifted) > 0.2:
            add(f"zero {j + 1} at 0.3", spoil(on("q", j, 1.0, 0.3)), ANY, BAD, diagnosis={"zero_offset"}, joints=[j])
        if effect(flipped) > 0.3:
            change = lambda l, j=j: (on("q", j, -1.0)(l), on("qd", j, -1.0)(l))
            add(f"position {j + 1} inverted", spoil(change), BAD, diagnosis={"position_sign", "axis_sign"}, joints=[j])
    # A first joint that turns about a horizontal axis turns gravity as well.
    root = arm.model.jointPlacements[1].rotation @ numpy.array(arm.model.joints[1].shortname()[-1:] == numpy.array(list("XYZ")), dtype=float)
    gravity = {"gravity"} if arm.slides[0] or abs(root[2]) > 0.5 else {"gravity", "zero_offset"}
    for name, g in (("wall", (9.81, 0, 0)), ("tilted", (0, 5.5, -8.12))):
        weight = arm.rigid(q, 0 * qd, 0 * qdd, g) - arm.rigid(q, 0 * qd, 0 * qdd)
        if numpy.linalg.norm(weight) > 0.3 * numpy.linalg.norm(described):
            add(f"mounted on {name}", Log(arm, seed, gravity=g), BAD, diagnosis=gravity)
    add("all efforts negated", spoil(lambda l: l.__setattr__("tau", -l.tau)), BAD, diagnosis={"effort_sign"}, joints=[])
    # Gravity seen the wrong way round is a log that cannot be right, or a robot that hangs from the ceiling.
    if numpy.linalg.norm(arm.rigid(q, 0 * qd, 0 * qdd)) > 0.3 * numpy.linalg.norm(described):
        add("gravity upwards", Log(arm, seed, gravity=(0, 0, 9.81)), BAD, diagnosis=gravity)
    # Faults of the recording that an identification can live with, or must not.
    keep = numpy.sort(rng.permutation(len(plain.t))[: int(0.95 * len(plain.t))])
    def drop(l):
        l.t, l.q, l.qd, l.tau = l.t[keep], l.q[keep], l.qd[keep], l.tau[keep]
    add("good, samples lost", spoil(drop), GOOD)
    late = spoil(lambda l: l.__setattr__("tau", numpy.vstack([l.tau[:1]] * 5 + [l.tau[:-5]])))
    differs = numpy.linalg.norm(late.tau - plain.tau) / numpy.linalg.norm(plain.tau) > 0.12
    add("efforts 5 samples late", late, GOOD, ANY, diagnosis={"delay"} if differs else None)
    j = int(numpy.argmax(size))
    def clipped(l):
        most = 0.5 * numpy.abs(l.tau[:, j]).max()
        l.tau[:, j] = l.tau[:, j].clip(-most, most)
    add("efforts saturated", spoil(clipped), BAD, ANY)
    # Free parameters may predict another robot of the same kind; the description does not.
    if arm.kind:
        add("log of another robot", Log(Arm(arm.kind, seed + 100), seed), ANY, BAD)
    # The same motion with other noise is no other log.
    again = Log(arm, seed)
    again.tau = again.tau + 0.01 * size * numpy.random.default_rng([seed, 6]).normal(size=again.tau.shape)
    add("same motion twice", plain, GOOD, other=again, says="same motion")
    # The description.
    load = 0.5 * sum(i.mass for i in arm.model.inertias) / n
    carrying = Log(arm.loaded(load, (0.03, 0.02, 0.05)), seed)
    if numpy.linalg.norm(carrying.tau - plain.tau) > 0.3 * numpy.linalg.norm(plain.tau):
        add("carries a payload", carrying, GOOD, BAD, diagnosis={"payload"})
    # The description has a tool that the robot has not.
    bare = arm.loaded(-0.6 * arm.model.inertias[-1].mass, arm.model.inertias[-1].lever)
    lighter = Log(bare, seed)
    if numpy.linalg.norm(lighter.tau - plain.tau) > 0.3 * numpy.linalg.norm(plain.tau):
        add("described with a tool", lighter, GOOD, BAD, diagnosis={"payload", "description"})
    heavier = arm.urdf
    for key in ("<mass value", "ixx", "iyy", "izz"):
        parts = heavier.split(f'{key}="')
        heavier = parts[0] + "".join(f'{key}="{1.25 * float(p.split(chr(34), 1)[0]):.8g}"{p.split(chr(34), 1)[1]}' for p in parts[1:])
    add("described 25 % too heavy", plain, GOOD, BAD, urdf=heavier, diagnosis={"effort_scale", "description"})
    weak = Log(arm, seed + 11, speed=0.1, seconds=30, rate=100, noise=0.02)
    add("weak motion", weak, ANY, GOOD)
    return all_


def run(command):
    done = subprocess.run([str(w) for w in [ARMLAB, *command, "--json"]], capture_output=True, text=True)
    document = None
    try:
        document = json.loads(done.stdout)
    except json.JSONDecodeError:
        pass
    return done.returncode, document, done.stderr.strip().splitlines()


def judge(arm, case, folder):
    """What is wrong with the outcome; nothing if it is right."""
    key = f"{arm.name}-{case.name}".replace(" ", "_").replace(",", "").replace("/", "_")
    log, urdf = Path(folder) / f"{key}.csv", Path(folder) / f"{key}.urdf"
    case.log.write(log)
    urdf.write_text(case.urdf or arm.urdf)
    wrong = []
    options = []
    if case.other is not None:
        case.other.write(Path(folder) / f"{key}-other.csv")
        options = ["--validate", Path(folder) / f"{key}-other.csv"]
    def reasons(document, lines):
        if document is None:
            return " ".join(lines[-2:])[:300]
        verdict = document["verdict"] if "verdict" in document else next(
            m["verdict"] for m in document["methods"] if m["method"] == document["recommended"])
        return f"{verdict['status']}: " + "; ".join(r for r in verdict["reasons"] if r.startswith(("fails", "limited")))[:400]
    code, document, lines = run(["identify", urdf, "--log", log, *options, "--bootstrap", "0"])
    if code not in case.identify:
        wrong.append(f"identify {code}, not {case.identify}: {reasons(document, lines)}")
    if case.says and case.says not in json.dumps(document):
        wrong.append(f"identify does not say {case.says!r}: {reasons(document, lines)}")
    code, document, lines = run(["validate", urdf, "--log", log])
    if code not in case.validate:
        wrong.append(f"validate {code}, not {case.validate}: {reasons(document, lines)}")
    if case.diagnosis or case.identify == GOOD:
        code, document, lines = run(["diagnose", urdf, "--log", log])
        best = None
        if document and document["suspicious"] and document["explanations"]:
            best = document["explanations"][0]
        if case.diagnosis:
            names = None if case.joints is None else [arm.joints[j] for j in case.joints]
            if best is None or best["kind"] not in case.diagnosis or (names is not None and best["joints"] != names):
                found = "nothing" if best is None else f"{best['kind']} {best['joints']} {best['removes']:.0f} %"
                wrong.append(f"diagnosis {found}, not {sorted(case.diagnosis)} {names}")
        elif best is not None and best["removes"] > 60 and best["kind"] != "standstill" and case.name.startswith("good"):
            wrong.append(f"diagnosis accuses {best['kind']} {best['joints']} of {best['removes']:.0f} %")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--arms", default=",".join(ARMS))
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    right = bad = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        for name in options.arms.split(","):
            arm = Arm(name, options.seed)
            chosen = [c for c in cases(arm, options.seed) if options.only in c.name]
            for case, wrong in zip(chosen, pool.map(lambda c: judge(arm, c, folder), chosen)):
                right, bad = right + (not wrong), bad + bool(wrong)
                for why in wrong:
                    print(f"WRONG {name}: {case.name}: {why}", flush=True)
            print(f"{name}: {len(chosen)} cases", flush=True)
    print(f"{right} right, {bad} wrong")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
