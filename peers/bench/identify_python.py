#!/usr/bin/env python3
"""From a log in memory to base parameters with error bars, by one of the peers; prints one JSON line.

    identify_python.py numpy|figaroh URDF LOG.csv SHOWN REPEAT

The log has t, q*, qd*, qdd*, tau*. Reading it is not timed. Times are CPU seconds of this one thread, least of REPEAT:
on a busy machine the peers are not charged for their neighbours. What is predicted for the first SHOWN samples, and how
far that may be wrong by the peer's own covariance, is printed to be compared.
"""

import json
import logging
import sys
import time
import warnings

import numpy
import pinocchio
import scipy.linalg

SMALLEST = 1e-8  # of the largest diagonal entry: dependent columns


def read(path, joints):
    table = numpy.loadtxt(path, delimiter=",", skiprows=1)
    return [table[:, 1 + k * joints : 1 + (k + 1) * joints] for k in range(4)]


def by_numpy(model, q, v, a, tau, solve):
    """Pinocchio's regressor, sample by sample, and NumPy: rows joint after joint."""
    samples, joints = q.shape
    data = model.createData()
    regressor = numpy.zeros((joints, samples, 12 * joints))
    for i in range(samples):
        regressor[:, i, : 10 * joints] = pinocchio.computeJointTorqueRegressor(model, data, q[i], v[i], a[i])
    for j in range(joints):
        regressor[j, :, 10 * joints + 2 * j] = v[:, j]
        regressor[j, :, 10 * joints + 2 * j + 1] = numpy.sign(v[:, j])
    rows = regressor.reshape(joints * samples, 12 * joints)
    effort = tau.T.ravel()
    # Which columns are independent, a few samples tell.
    some = regressor[:, :: max(1, samples // 500)].reshape(-1, 12 * joints)
    diagonal, order = scipy.linalg.qr(some, mode="r", pivoting=True)
    rank = int((abs(numpy.diag(diagonal)) > SMALLEST * abs(diagonal[0, 0])).sum())
    base = numpy.sort(order[:rank])
    rows = rows[:, base]
    if solve == "lstsq":
        x, square, _, _ = numpy.linalg.lstsq(rows, effort, rcond=None)
        covariance = square[0] / (len(effort) - rank) * numpy.linalg.inv(rows.T @ rows)
    else:
        triangle = numpy.linalg.qr(numpy.column_stack([rows, effort]), mode="r")
        x = scipy.linalg.solve_triangular(triangle[:rank, :rank], triangle[:rank, rank])
        inverse = scipy.linalg.solve_triangular(triangle[:rank, :rank], numpy.eye(rank))
        covariance = triangle[rank, rank] ** 2 / (len(effort) - rank) * inverse @ inverse.T
    return rows, x, covariance


class Robot:
    """What figaroh's functions ask of a robot."""

    def __init__(self, model):
        self.model, self.data = model, model.createData()


def by_figaroh(model, q, v, a, tau):
    """figaroh's own functions, in the order of its BaseIdentification, without thinning out."""
    from figaroh.identification.identification_tools import relative_stdev
    from figaroh.identification.parameter import add_standard_additional_parameters, get_standard_parameters
    from figaroh.tools.qrdecomposition import QRDecomposer
    from figaroh.tools.regressor import build_regressor_basic, build_regressor_reduced, get_index_eliminate

    joints = model.nv
    config = {"has_friction": True, "act_idxv": list(range(joints)), "fv": [0.0] * joints, "fs": [0.0] * joints}
    names = get_standard_parameters(model, config) | add_standard_additional_parameters(model, config)
    effort = tau.T.ravel()
    regressor = build_regressor_basic(Robot(model), q, v, a, config)
    absent, left = get_index_eliminate(regressor, names, tol_e=1e-6)
    rows = build_regressor_reduced(regressor, absent)
    rows, _, _, x = QRDecomposer().double_decomposition(effort, rows, left)[:4]
    relative_stdev(rows, x, effort)
    return rows, x, None


def main():
    engine, urdf, log, shown, repeat = sys.argv[1:]
    shown = int(shown)
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    model = pinocchio.buildModelFromUrdf(urdf)
    model.gravity.linear = numpy.array([0.0, 0.0, -9.80665])  # as armlab takes it where a URDF says nothing
    q, v, a, tau = read(log, model.nv)
    ways = {"numpy": ["qr", "lstsq"], "figaroh": ["figaroh"]}[engine]
    if engine == "figaroh":
        by_figaroh(model, q[:500], v[:500], a[:500], tau[:500])  # imports are not timed
    for way in ways:
        seconds = float("inf")
        for _ in range(int(repeat)):
            start = time.process_time()
            rows, x, covariance = by_figaroh(model, q, v, a, tau) if way == "figaroh" else by_numpy(model, q, v, a, tau, way)
            seconds = min(seconds, time.process_time() - start)
        chosen = rows.reshape(model.nv, len(q), -1)[:, :shown].reshape(model.nv * shown, -1)
        answer = {"engine": engine, "op": way, "seconds": seconds, "samples": len(q), "rank": len(x)}
        answer["predicted"] = (chosen @ x).tolist()
        if covariance is not None:
            answer["deviations"] = numpy.sqrt(numpy.einsum("ij,jk,ik->i", chosen, covariance, chosen)).tolist()
        print(json.dumps(answer), flush=True)
        del rows


if __name__ == "__main__":
    main()
