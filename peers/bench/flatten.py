"""Writes a URDF, as Pinocchio reads it, in the line format of pinocchio_peer.cpp (see read_model there for the columns)."""

import numpy
import pinocchio


def flatten(urdf, target):
    model = pinocchio.buildModelFromUrdf(str(urdf))
    upper = [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    lines = []
    for index in range(1, model.njoints):
        placement, body = model.jointPlacements[index], model.inertias[index]
        values = numpy.concatenate([
            placement.rotation.ravel(), placement.translation,
            [body.mass], body.lever, [body.inertia[i, j] for i, j in upper],
        ])  # fmt: skip
        kind = model.joints[index].shortname().removeprefix("JointModel")
        lines.append(" ".join([kind, str(model.parents[index]), *(repr(float(x)) for x in values)]))
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
