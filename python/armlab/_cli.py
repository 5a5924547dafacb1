"""The armlab command of the package."""

import sys

from . import _armlab


def main() -> None:
    """Runs the command that was typed and ends with its exit code."""
    sys.exit(_armlab.main(["armlab", *sys.argv[1:]]))
