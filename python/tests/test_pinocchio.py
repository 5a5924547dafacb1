"""Robots of the benchmark and random ones beside Pinocchio, to 1e-10."""

import sys

import numpy as np
import pytest
from conftest import REPO

import armlab

pinocchio = pytest.importorskip("pinocchio")
sys.path.insert(0, str(REPO / "peers"))
from random_urdf import random_urdf  # noqa: E402


@pytest.mark.parametrize("seed, joints, branching", [(1, 7, 0.0), (2, 12, 0.3), (3, 30, 1.0)])
def test_dynamics_are_pinocchio_s(seed, joints, branching):
    text = random_urdf(seed, joints, branching)
    model = pinocchio.buildModelFromXML(text)
    robot = armlab.Robot.from_text(text).with_gravity(model.gravity.linear.tolist())
    data = model.createData()
    names = [model.names[k] for k in range(1, model.njoints)]
    place = [names.index(n) for n in robot.joint_names]
    random = np.random.default_rng(seed)
    q, qd, qdd = random.uniform(-1, 1, (3, 50, joints))
    mass, tau = robot.mass_matrix(q), robot.inverse_dynamics(q, qd, qdd)
    back = robot.forward_dynamics(q, qd, tau)
    tool = robot.link_names[-1]
    jacobian, pose = robot.jacobian(q, tool), robot.forward_kinematics(q, tool)
    frame = model.getFrameId(tool)
    for k in range(50):
        def theirs(vector):
            sorted_ = np.zeros(joints)
            sorted_[place] = vector
            return sorted_

        close = dict(rtol=1e-10, atol=1e-10)
        # Joints without limits are points of a circle there.
        at = pinocchio.integrate(model, pinocchio.neutral(model), theirs(q[k]))
        efforts = pinocchio.rnea(model, data, at, theirs(qd[k]), theirs(qdd[k]))
        np.testing.assert_allclose(tau[k], efforts[place], **close)
        full = pinocchio.crba(model, data, at)
        full = np.triu(full) + np.triu(full, 1).T
        np.testing.assert_allclose(mass[k], full[np.ix_(place, place)], **close)
        np.testing.assert_allclose(back[k], qdd[k], rtol=1e-7, atol=1e-7)
        axes = pinocchio.LOCAL_WORLD_ALIGNED
        found = pinocchio.computeFrameJacobian(model, data, at, frame, axes)
        found = np.vstack([found[3:], found[:3]])[:, place]
        np.testing.assert_allclose(jacobian[k], found, **close)
        pinocchio.framesForwardKinematics(model, data, at)
        np.testing.assert_allclose(pose[k], data.oMf[frame].homogeneous, **close)
