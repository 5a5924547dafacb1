"""What the tests share: the repository's binary and vectors, robots, random states."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import armlab

# Clusters of the tests stay on the loopback; Ray reads this when it is imported.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

REPO = Path(__file__).resolve().parents[2]
VECTORS = REPO / "tests" / "vectors"
BINARY = Path(os.environ.get("ARMLAB", REPO / "target" / "release" / "armlab"))


@pytest.fixture(scope="session")
def command():
    """Runs the repository's armlab; the parsed --json document."""
    if not BINARY.exists():
        pytest.fail(f"{BINARY} is missing: make build")

    def run(*words):
        done = subprocess.run([BINARY, *map(str, words), "--json"], capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture(params=["panda", "scara", "ur5", "parallel3prr"])
def robot(request):
    return armlab.Robot(request.param)


@pytest.fixture
def panda():
    return armlab.Robot("panda")


def states(robot, samples, seed=1):
    """Positions within the limits (near home for robots with loops), velocities, accelerations."""
    random = np.random.default_rng(seed)
    n = robot.dofs
    home = np.array(robot.document["joints"] and [0.0] * n)
    q = home + random.uniform(-1, 1, (samples, n))
    if robot.name.startswith("parallel"):
        q = np.array([-0.2, 0.31, 0.765]) + random.uniform(-0.02, 0.02, (samples, n))
    return q, random.normal(size=(samples, n)), random.normal(size=(samples, n))


@pytest.fixture
def noisy():
    """A noisy log of the scara as a file."""
    return VECTORS / "scara_noisy.csv"


@pytest.fixture
def columns(noisy):
    """The same as a dict of arrays under the file's names."""
    table = np.genfromtxt(noisy, delimiter=",", names=True, deletechars="")
    return {name: np.ascontiguousarray(table[name]) for name in table.dtype.names}


def timeless(document):
    """A document without measured times."""
    if isinstance(document, dict):
        return {k: timeless(v) for k, v in document.items() if k != "seconds"}
    if isinstance(document, list):
        return [timeless(v) for v in document]
    return document
