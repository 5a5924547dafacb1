"""Dynamics and kinematics: equal to the command line's, and one to many."""

import numpy as np
import pytest
from conftest import states

import armlab


def typed(row):
    return ",".join(repr(float(x)) for x in row)


def test_one_state_has_the_digits_of_the_command_line(robot, command):
    q, qd, qdd = (x[0] for x in states(robot, 1))
    said = command("dynamics", robot.name, f"--q={typed(q)}", f"--qd={typed(qd)}", f"--qdd={typed(qdd)}")
    state = said["states"][0]
    equal = {
        "tau": robot.inverse_dynamics(q, qd, qdd),
        "effort": robot.inverse_dynamics(q, qd, qdd, friction=True),
        "gravity": robot.gravity_efforts(q),
        "mass": robot.mass_matrix(q),
        "regressor": robot.regressor(q, qd, qdd),
        "base_regressor": robot.regressor(q, qd, qdd, base=True),
        "jacobian": robot.jacobian(q),
    }
    # The passive joints of a loop are solved for, and the command solves for them once per quantity.
    rounding = 1e-12 if robot.document["loops"] else 0.0
    pose = robot.forward_kinematics(q)
    equal["tool position"], state["tool position"] = pose[:3, 3], state["tool"]["position"]
    equal["tool rotation"], state["tool rotation"] = pose[:3, :3], state["tool"]["rotation"]
    equal["energy"], state["energy"] = robot.energy(q, qd), (state["kinetic"], state["potential"])
    for key, found in equal.items():
        np.testing.assert_allclose(found, np.array(state[key]), rtol=rounding, atol=rounding, err_msg=key)


def test_many_states_are_each_of_them(robot):
    q, qd, qdd = states(robot, 700)
    tau = robot.inverse_dynamics(q, qd, qdd)
    rough = robot.inverse_dynamics(q, qd, qdd, friction=True)
    mass, y = robot.mass_matrix(q), robot.regressor(q, qd, qdd)
    base, back = robot.regressor(q, qd, qdd, base=True), robot.forward_dynamics(q, qd, tau)
    pose, jacobian = robot.forward_kinematics(q), robot.jacobian(q)
    for k in (0, 1, 255, 256, 699):
        one = (q[k], qd[k], qdd[k])
        close = dict(rtol=1e-13, atol=1e-12)
        np.testing.assert_allclose(tau[k], robot.inverse_dynamics(*one), **close)
        np.testing.assert_allclose(rough[k], robot.inverse_dynamics(*one, friction=True), **close)
        np.testing.assert_allclose(mass[k], robot.mass_matrix(q[k]), **close)
        np.testing.assert_allclose(y[k], robot.regressor(*one), **close)
        np.testing.assert_allclose(base[k], robot.regressor(*one, base=True), **close)
        np.testing.assert_array_equal(pose[k], robot.forward_kinematics(q[k]))
        np.testing.assert_array_equal(jacobian[k], robot.jacobian(q[k]))
    np.testing.assert_allclose(back, qdd, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(y @ robot.parameters, tau, rtol=1e-9, atol=1e-9)


def test_base_parameters_reproduce_the_efforts(robot):
    q, qd, qdd = states(robot, 20)
    base = robot.base_parameters()
    tau = robot.inverse_dynamics(q, qd, qdd)
    y = robot.regressor(q, qd, qdd, base=True)
    np.testing.assert_allclose(y @ base["values"], tau, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(robot.regressor(q, qd, qdd) @ base["regressor"], y, rtol=1e-12, atol=1e-12)
    assert len(base["names"]) == len(base["units"]) == y.shape[-1]


def test_derivatives_are_slopes(panda):
    q, qd, qdd = (x[0] for x in states(panda, 1))
    found, step = panda.derivatives(q, qd, qdd), 1e-6
    for key, at in (("q", 0), ("qd", 1), ("qdd", 2)):
        for j in range(7):
            high, low = ([q.copy(), qd.copy(), qdd.copy()] for _ in range(2))
            high[at][j] += step
            low[at][j] -= step
            slope = (panda.inverse_dynamics(*high) - panda.inverse_dynamics(*low)) / (2 * step)
            np.testing.assert_allclose(found[key][:, j], slope, rtol=1e-6, atol=1e-6)
    forward = panda.forward_derivatives(q, qd, panda.inverse_dynamics(q, qd, qdd))
    np.testing.assert_allclose(forward["qdd"], qdd, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(forward["tau"] @ panda.mass_matrix(q), np.eye(7), atol=1e-9)
    assert forward["parameters"].shape == (7, len(panda.parameter_names))


def test_inverse_kinematics_reaches_what_forward_kinematics_says(panda, command):
    q = np.array([0.1, -0.3, 0.2, -1.8, 0.1, 1.6, 0.4])
    pose = panda.forward_kinematics(q)
    found = panda.inverse_kinematics(pose)
    assert found.reachable
    np.testing.assert_allclose(panda.forward_kinematics(found.q), pose, atol=1e-6)
    target = [0.4, 0.1, 0.5]
    said = command("ik", "panda", "--target=0.4,0.1,0.5")["solutions"][0]
    assert panda.inverse_kinematics(target).q.tolist() == said["q"]
    many = panda.inverse_kinematics([target, [5.0, 5.0, 5.0]])
    assert many.q.shape == (2, 7) and many.reachable.tolist() == [True, False]
    with pytest.raises(armlab.ArmlabError, match="numbers"):
        panda.inverse_kinematics([1.0])


def test_a_robot_survives_text_pickle_and_files(robot, tmp_path):
    import pickle

    q, qd, qdd = states(robot, 3)
    expected = robot.inverse_dynamics(q, qd, qdd)
    for other in (pickle.loads(pickle.dumps(robot)), armlab.Robot.from_text(robot.to_toml())):
        np.testing.assert_array_equal(other.inverse_dynamics(q, qd, qdd), expected)
    path = tmp_path / "robot.toml"
    robot.save(path)
    again = armlab.Robot(path)
    np.testing.assert_array_equal(again.inverse_dynamics(q, qd, qdd), expected)
    kept = pickle.loads(pickle.dumps(again))
    path.unlink()
    np.testing.assert_array_equal(kept.inverse_dynamics(q, qd, qdd), expected)


def test_gravity_and_parameters_can_be_changed(panda):
    q = np.zeros(7)
    floating = panda.with_gravity([0.0, 0.0, 0.0])
    np.testing.assert_array_equal(floating.gravity_efforts(q), np.zeros(7))
    np.testing.assert_array_equal(armlab.Robot("panda", gravity=(0, 0, 0)).gravity, np.zeros(3))
    heavy = panda.with_parameters(2 * panda.parameters)
    np.testing.assert_allclose(heavy.mass_matrix(q), 2 * panda.mass_matrix(q), rtol=1e-12)
    with pytest.raises(armlab.ArmlabError, match="has 3 numbers"):
        panda.with_parameters(np.zeros(3))


def test_a_robot_describes_itself(panda):
    assert panda.name == "panda" and panda.dofs == 7 and "panda" in armlab.robots()
    assert len(panda.joint_names) == len(panda.lower) == len(panda.upper) == 7
    assert panda.document["name"] == "panda"
    assert "7 joints" in repr(panda)
    assert armlab.check(panda)["robot"] == "panda"
