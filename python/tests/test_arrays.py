"""Arrays of any order and stride; errors that say what is wrong and what to do."""

import numpy as np
import pytest
from conftest import states

import armlab
from armlab import ArmlabError


def calls(robot):
    return [
        (robot.inverse_dynamics, 3),
        (robot.forward_dynamics, 3),
        (robot.regressor, 3),
        (robot.mass_matrix, 1),
        (robot.gravity_efforts, 1),
        (robot.forward_kinematics, 1),
        (robot.jacobian, 1),
    ]


def layouts(array):
    """The same numbers in other memory."""
    wide = np.zeros((len(array) * 2, array.shape[1] * 3))
    wide[::2, 1::3] = array
    packed = np.zeros(len(array), dtype=[("pad", "i1"), ("x", "f8", (array.shape[1],))])
    packed["x"] = array
    yield "Fortran", np.asfortranarray(array)
    yield "strided", wide[::2, 1::3]
    yield "backwards", np.ascontiguousarray(array[::-1])[::-1]
    yield "unaligned", packed["x"]
    readonly = array.copy()
    readonly.flags.writeable = False
    yield "read-only", readonly


@pytest.mark.parametrize("samples", [1, 5, 600])
def test_order_and_strides_change_no_digit(robot, samples):
    given = states(robot, samples)
    for call, arguments in calls(robot):
        expected = call(*given[:arguments])
        for name, *other in zip(*([(n, a) for n, a in layouts(x)] for x in given[:arguments])):
            found = call(*(a for _, a in [name, *other]))
            np.testing.assert_array_equal(found, expected, err_msg=f"{call.__name__} {name[0]}")


def test_results_go_where_they_are_asked_to(robot):
    given = states(robot, 300)
    for call, arguments in calls(robot):
        for first in (slice(None), 0):
            some = [x[first] for x in given[:arguments]]
            expected = call(*some)
            places = [np.full(expected.shape, 7.0), np.full(expected.shape, 7.0, order="F")]
            places.append(np.full((*expected.shape, 2), 7.0)[..., 1])
            for out in places:
                assert call(*some, out=out) is out
                np.testing.assert_array_equal(out, expected, err_msg=call.__name__)


def test_lists_are_arrays(panda):
    q = np.linspace(0, 1, 7)
    np.testing.assert_array_equal(panda.mass_matrix(q.tolist()), panda.mass_matrix(q))
    np.testing.assert_array_equal(panda.gravity_efforts([0, 1, 0, 1, 0, 1, 0]), panda.gravity_efforts(np.array([0.0, 1, 0, 1, 0, 1, 0])))
    assert panda.inverse_dynamics(np.zeros((0, 7))).shape == (0, 7)


@pytest.mark.parametrize(
    "q, message, hint",
    [
        (np.zeros(6), "q has shape (6,); `panda` moves 7 joints: (7,) or (samples, 7)", "panda_joint1"),
        (np.zeros((7, 100)), "q has shape (7, 100)", "q.T"),
        (np.zeros((2, 3, 7)), "q has shape (2, 3, 7)", ""),
        (np.zeros(7, dtype=np.float32), "q has dtype float32; float64 is needed", "q.astype(numpy.float64)"),
        (np.zeros((5, 7), dtype=int), "q has dtype int64", "astype"),
        (np.zeros(7, dtype=complex), "q has dtype complex128", "astype"),
        (np.zeros(7, dtype=">f8"), "q has dtype >f8", "astype"),
        (np.array([None] * 7), "dtype object", "numpy.array(q, dtype=float)"),
        (["a"] * 7, "no array of numbers", "dtype=float"),
        ("zero", "q has dtype <U4", "astype"),
        (np.array([0, 0, np.nan, 0, 0, 0, 0]), "q[2] is NaN", "numpy.isfinite(q)"),
        (np.array([0, 0, -np.inf, 0, 0, 0, 0]), "q[2] is -inf", "isfinite"),
        (None, "dtype object", "numbers"),
    ],
)
def test_what_is_wrong_with_an_array_is_told(panda, q, message, hint):
    for call in (panda.mass_matrix, panda.inverse_dynamics, panda.forward_kinematics):
        with pytest.raises(ArmlabError) as error:
            call(q)
        assert message.replace("panda_joint1", "") in error.value.message
        assert hint.replace("panda_joint1", panda.joint_names[0]) in error.value.hint
        assert error.value.message in str(error.value) and "\nhint: " in str(error.value)
        assert isinstance(error.value, ValueError)


def test_the_first_number_that_is_none_is_found_among_many(panda):
    q, qd, qdd = states(panda, 5000)
    qd[4321, 5] = np.nan
    qd[4800, 1] = np.inf
    for order in ("C", "F"):
        for call in (panda.inverse_dynamics, panda.regressor):
            with pytest.raises(ArmlabError, match=r"qd\[4321, 5\] is NaN|qd\[4800, 1\]"):
                call(q, np.asarray(qd, order=order), qdd)


def test_arrays_must_agree(panda):
    q, qd, qdd = states(panda, 10)
    with pytest.raises(ArmlabError, match=r"qd has shape \(9, 7\), q has \(10, 7\)"):
        panda.inverse_dynamics(q, qd[:9], qdd)
    with pytest.raises(ArmlabError, match=r"qdd has shape \(7,\)"):
        panda.inverse_dynamics(q, qd, qdd[0])
    with pytest.raises(ArmlabError, match="takes one"):
        panda.derivatives(q, qd, qdd)


def test_what_is_wrong_with_out_is_told(panda):
    q = np.zeros((4, 7))
    fixed = np.zeros((4, 7))
    fixed.flags.writeable = False
    wrong = [
        (fixed, "out is read-only"),
        (np.zeros((7, 4)), r"out has shape \(7, 4\); \(4, 7\) is needed"),
        (np.zeros((4, 7), dtype=np.float32), "dtype float32"),
        ([0.0] * 7, "out is a list"),
        (q, "share memory"),
    ]
    for out, message in wrong:
        with pytest.raises(ArmlabError, match=message):
            panda.inverse_dynamics(q, out=out)


def test_a_singular_mass_matrix_is_told_at_its_sample():
    text = """
    <robot name="light"><link name="base"/><link name="arm"/>
    <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>"""
    robot = armlab.Robot.from_text(text)
    with pytest.raises(ArmlabError, match="sample 0: .*singular.*`turn`"):
        robot.forward_dynamics(np.zeros((3, 1)), np.zeros((3, 1)), np.ones((3, 1)))


def test_unknown_robots_and_frames_are_answered_with_the_nearest(panda):
    with pytest.raises(ArmlabError, match="neither a built-in robot nor a file") as error:
        armlab.Robot("pnda")
    assert "did you mean `panda`" in error.value.hint
    with pytest.raises(ArmlabError, match="no frame or link `hand-9`"):
        panda.jacobian(np.zeros(7), "hand-9")
    with pytest.raises(ArmlabError, match="axes is `world`"):
        panda.jacobian(np.zeros(7), axes="world")
    with pytest.raises(ArmlabError, match="not made of a int"):
        armlab.Robot(3)
