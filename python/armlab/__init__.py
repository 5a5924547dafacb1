"""Robot dynamics and identification: from a description and logs to a validated model.

    import armlab
    robot = armlab.Robot("arm.urdf")
    found = armlab.identify(robot, "run.csv", validate="other.csv")
    found                                   # in a notebook: the report
    found.to_pandas()                       # parameters with uncertainties
    found.robot.save("arm-identified.urdf")

Arrays are float64; shape (n,) is one state, (samples, n) many. Units are SI: rad, m, s, N m, N, kg.
Options of the command line are keyword arguments: ``armlab.options("identify")`` lists them.
"""

from ._armlab import ArmlabError, Robot, __version__, set_threads
from ._armlab import builtin_robots as robots
from ._logs import Log, read_log
from ._options import options
from ._results import (
    Campaign,
    Checked,
    Diagnosed,
    Excitation,
    Identified,
    InverseKinematics,
    Result,
    Simulated,
    Validated,
)
from ._workflows import (
    campaign,
    check,
    describe,
    diagnose,
    excite,
    identify,
    inverse_kinematics,
    simulate,
    validate,
)

Robot.inverse_kinematics = inverse_kinematics
Robot.document = property(describe, doc="What `armlab robots NAME --json` prints, as a dict.")

__all__ = [
    "ArmlabError",
    "Campaign",
    "Checked",
    "Diagnosed",
    "Excitation",
    "Identified",
    "InverseKinematics",
    "Log",
    "Result",
    "Robot",
    "Simulated",
    "Validated",
    "__version__",
    "campaign",
    "check",
    "diagnose",
    "excite",
    "identify",
    "inverse_kinematics",
    "options",
    "read_log",
    "robots",
    "set_threads",
    "simulate",
    "validate",
]


def __getattr__(name):
    # `armlab.fleet` is there without an import, and costs nothing before it is used.
    if name == "fleet":
        import importlib

        return importlib.import_module(".fleet", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
