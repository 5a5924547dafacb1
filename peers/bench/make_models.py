#!/usr/bin/env python3
"""Writes the two benchmark robots, models/arm7.urdf and models/tree30.urdf. Run again: the same files, byte for byte.

arm7    seven revolute joints about z. Kinematics: the published modified Denavit-Hartenberg table of the Franka Emika Panda.
        Inertias are invented (no symmetric or zero entry), so that no program gains from special values.
tree30  thirty revolute joints on a fixed base, branched, axes x, y or z; everything invented.
"""

import math
import sys
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from random_urdf import document, inertial, joint, link, random_angles  # noqa: E402

QUARTER = math.pi / 2
# a(i-1) [m], d(i) [m], alpha(i-1) [rad]
ARM7_ROWS = [
    (0.0, 0.333, 0.0),
    (0.0, 0.0, -QUARTER),
    (0.0, 0.316, QUARTER),
    (0.0825, 0.0, QUARTER),
    (-0.0825, 0.384, -QUARTER),
    (0.0, 0.0, QUARTER),
    (0.088, 0.0, QUARTER),
]
ARM7_FLANGE = 0.107  # m along the last axis
ARM7_MASSES = [4.5, 4.0, 3.5, 3.5, 3.0, 1.8, 1.0]  # kg


def arm7():
    rng = Random(7)
    elements = [link("base")]
    parent = "base"
    for number, ((a, d, alpha), mass) in enumerate(zip(ARM7_ROWS, ARM7_MASSES), start=1):
        child = f"link{number}"
        # turn by alpha and shift by a along the old x, then shift by d along the new z
        shift = [a, -math.sin(alpha) * d, math.cos(alpha) * d]
        origin = [round(x, 12) + 0.0 for x in shift], [alpha, 0.0, 0.0]  # + 0.0 turns -0.0 into 0.0
        elements.append(link(child, inertial(rng, mass, 0.12)))
        elements.append(joint(f"joint{number}", "revolute", parent, child, origin, [0.0, 0.0, 1.0], 2.9))
        parent = child
    elements.append(link("flange"))
    elements.append(joint("flange_mount", "fixed", parent, "flange", ([0.0, 0.0, ARM7_FLANGE], [0.0, 0.0, 0.0])))
    return document("arm7", elements)


def tree30():
    rng = Random(30)
    elements = [link("base")]
    for number in range(1, 31):
        # mostly the link before, so that limbs get several joints long; else any earlier link
        above = number - 1 if rng.random() < 0.75 else rng.randrange(number)
        parent = f"link{above}" if above else "base"
        origin = [rng.uniform(-0.3, 0.3) for _ in range(3)], random_angles(rng)
        axis = [0.0, 0.0, 0.0]
        axis[rng.randrange(3)] = 1.0
        elements.append(link(f"link{number}", inertial(rng, rng.uniform(0.5, 4.0), 0.15)))
        elements.append(joint(f"joint{number}", "revolute", parent, f"link{number}", origin, axis, 2.9))
    return document("tree30", elements)


if __name__ == "__main__":
    (HERE / "models").mkdir(exist_ok=True)
    for name, text in [("arm7", arm7()), ("tree30", tree30())]:
        (HERE / "models" / f"{name}.urdf").write_text(text, encoding="utf-8")
