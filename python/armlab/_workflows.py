"""The workflows: identify, validate, diagnose, excite, simulate, campaign, check."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _armlab, _logs, _options
from ._options import Words, refused
from ._progress import watching
from ._results import (
    Campaign,
    Checked,
    Diagnosed,
    Excitation,
    Identified,
    InverseKinematics,
    Simulated,
    Validated,
)


def as_robot(robot: Any, **options: Any) -> _armlab.Robot:
    """A robot, or the robot of a built-in name or a path, read with these options."""
    if not isinstance(robot, _armlab.Robot):
        return _armlab.Robot(robot, **options)
    for keyword in options:
        raise refused(f"{keyword} says how a description is read, and this robot was read", f"give it to Robot(…, {keyword}=…)")
    return robot


def _prepared(command: str, robot: Any, options: dict) -> tuple[_armlab.Robot, Words]:
    of_reader = {k: options.pop(k) for k in _options.reading(command) if options.get(k) is not None}
    robot = as_robot(robot, **of_reader)
    return robot, Words(command, robot._called).add(options)


def _saved(result: Any, out: Any) -> Any:
    if out is not None:
        result.save(out)
    return result


def identify(robot: Any, log: Any, *, validate: Any = None, out: Any = None, progress: Any = None, **options: Any) -> Identified:
    """Identifies a robot's masses, inertias and friction from logs, with uncertainties and a verdict.

    `robot` is a Robot, a built-in name or a path. `log` is a file, a dict of arrays ({"t": t, "q": q,
    "tau": tau}), a structured array, a pandas, Polars or Arrow table, a Log, or a list of those;
    `validate` the same, for logs that estimates are judged by and never fitted to. `out` is a
    folder for report, tables and the corrected description. `progress` is True, False, or a
    function of task and fraction.
    """
    robot, words = _prepared("identify", robot, {"log": log, "validate": validate, **options})
    with watching(progress) as watch:
        found = _armlab.identify(robot, words.words, words.logs, words.call(robot), watch)
    return _saved(Identified(found), out)


def validate(robot: Any, log: Any, *, out: Any = None, progress: Any = None, **options: Any) -> Validated:
    """Judges a robot's description, with the friction it states, on logs: errors, residuals, verdict."""
    robot, words = _prepared("validate", robot, {"log": log, **options})
    with watching(progress) as watch:
        found = _armlab.validate(robot, words.words, words.logs, words.call(robot), watch)
    return _saved(Validated(found), out)


def diagnose(robot: Any, log: Any, *, out: Any = None, progress: Any = None, **options: Any) -> Diagnosed:
    """Finds why a log and a description do not fit: signs, zeros, mounting, units, columns."""
    robot, words = _prepared("diagnose", robot, {"log": log, **options})
    with watching(progress) as watch:
        found = _armlab.diagnose(robot, words.words, words.logs, watch)
    return _saved(Diagnosed(found), out)


def excite(robot: Any, *, out: Any = None, progress: Any = None, **options: Any) -> Excitation:
    """Designs the motion within the robot's limits that is most informative about its parameters."""
    robot, words = _prepared("excite", robot, options)
    with watching(progress) as watch:
        found = _armlab.excite(robot, words.words, words.logs, watch)
    return _saved(Excitation(found), out)


def simulate(robot: Any, *, trajectory: Any = None, out: Any = None, progress: Any = None, **options: Any) -> Simulated:
    """Simulates a closed-loop experiment with controller, friction, sensors and noise, into a log.

    `trajectory` is an Excitation, a trajectory file, or a log whose motion is repeated; without it
    the robot moves from rest to rest within its limits.
    """
    robot, words = _prepared("simulate", robot, options)
    if isinstance(trajectory, Excitation):
        trajectory = words._file("trajectory", ".toml", trajectory.save_trajectory)
    elif trajectory is not None and not isinstance(trajectory, (str, os.PathLike)):
        trajectory = _logs.Log(trajectory)
    words.add({"trajectory": trajectory})
    with watching(progress) as watch:
        found = _armlab.simulate(robot, words.words, words.logs, watch)
    return _saved(Simulated(found), out)


def campaign(robot: Any, *, out: Any = None, engine: str = "local", progress: Any = None, **options: Any) -> Campaign:
    """Compares methods over many noise levels and seeds with a known truth: bias, spread, time.

    With `out` finished tasks are kept in that folder, and a campaign that was stopped continues
    there. `engine="ray"` spreads the tasks over a Ray cluster, with the same digits.
    """
    if engine not in ("local", "ray"):
        raise refused(f"engine is {engine!r}", "choose one of local, ray")
    if engine == "ray":
        from . import fleet

        return fleet._campaign(robot, out=out, progress=progress, options=options)
    robot, words = _prepared("campaign", robot, options)
    if out is not None:
        words.words.append(f"--out={os.fspath(out)}")
    with watching(progress) as watch:
        found = _armlab.campaign(robot, words.words, words.logs, watch)
    return _saved(Campaign(found), out)


def check(robot: Any, **options: Any) -> Checked:
    """Checks a description: impossible or implausible masses, inertias, frames and limits."""
    robot, _ = _prepared("check", robot, options)
    words = Words("check", *(robot._words or [robot._called])).add(options)
    return Checked(json.loads(_armlab.check(robot, words.words if robot._words else None)))


def describe(robot: _armlab.Robot) -> dict:
    """What `armlab robots NAME --json` prints, as a dict."""
    return json.loads(robot._document())


def inverse_kinematics(robot: Any, target: Any, **options: Any) -> InverseKinematics:
    """Joint coordinates that bring the tool to a target, or to each of many.

    `target` is x,y or x,y,z or x,y,z,roll,pitch,yaw in metres and radians in the base frame, with
    shape (k,) or (targets, k); or one (4, 4) pose. Options: `start`, `method`, `all=True`, `prefer`,
    `frame`, `tolerance`, `components`.
    """
    import numpy as np

    robot, words = _prepared("ik", robot, options)
    targets = np.asarray(target, dtype=np.float64)
    if targets.shape[-2:] == (4, 4):
        targets = _armlab.pose_numbers(np.ascontiguousarray(targets.reshape(-1, 16))).reshape(*targets.shape[:-2], 6)
    single = targets.ndim == 1
    for row in targets.reshape(-1, targets.shape[-1] if targets.ndim else 1):
        words.words.append("--target=" + ",".join(repr(float(x)) for x in row))
    document = json.loads(_armlab.inverse_kinematics(robot, words.words))
    if single and document.get("problems"):
        raise refused(document["problems"][0]["message"], "give x,y or x,y,z or x,y,z,roll,pitch,yaw")
    return InverseKinematics(document, single)


def _documented() -> None:
    """Lists the options in the docstrings, so that help() has them."""
    commands = {"inverse_kinematics": "ik"}
    for function in (identify, validate, diagnose, excite, simulate, campaign, check, inverse_kinematics):
        command = commands.get(function.__name__, function.__name__)
        lines = _options.options(command).splitlines()
        listed = "\n".join(f"        {line}" for line in lines)
        function.__doc__ += f"\n    Options, as those of `armlab {command}`:\n\n{listed}\n"


_documented()
