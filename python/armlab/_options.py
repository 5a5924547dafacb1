"""Keyword arguments as options of the command line, so that both have the same ones."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from . import _armlab, _logs

# Options with a log as value: they take anything that is one.
LOGS = ("log", "validate", "payload")
# What only makes sense on a command line: where results go, and logs that are still being written.
OF_THE_COMMAND_LINE = {"out", "urdf", "toml", "follow", "state", "every", "noise_window", "idle", "json_lines"}


# Functions that are not called as their command.
FUNCTIONS = {"robots": "Robot", "ik": "inverse_kinematics", "log": "read_log"}


@functools.cache
def _listed(command: str) -> dict[str, dict]:
    found = _armlab.options(command)
    if found is None:
        raise refused(f"there is no command `{command}`", "try armlab.options('identify')")
    return {o["keyword"]: o for o in found if o["keyword"] not in OF_THE_COMMAND_LINE}


def options(command: str) -> str:
    """The options of a function of this package, such as ``identify``: names, defaults, meaning."""
    lines = []
    for keyword, option in _listed(command).items():
        default = option["default"]
        shown = f" [default: {default}]" if default not in (None, "false") else ""
        value = "True" if option["value"] is None else option["value"]
        lines.append(f"{keyword}={value}\n    {option['help']}{shown}")
        if option["choices"] and value != "True":
            lines.append(f"    one of: {', '.join(option['choices'])}")
    return "\n".join(lines)


def reading(command: str) -> list[str]:
    """Options on how descriptions are read."""
    return [keyword for keyword, option in _listed(command).items() if option["reads"]]


def refused(message: str, hint: str) -> _armlab.ArmlabError:
    """An ArmlabError with message and hint."""
    error = _armlab.ArmlabError(f"{message}\nhint: {hint}")
    error.message, error.hint = message, hint
    return error


class Words:
    """The words of a command, with logs and files that stand behind some of them."""

    def __init__(self, command: str, *positional: str):
        self.command = command
        self.words = [command, *positional]
        self.logs: list[tuple[str, _armlab.LogInput]] = []
        self.said: list[str] = []
        self._folder: Any = None

    def add(self, options: Mapping[str, Any]) -> Words:
        """Adds keyword arguments."""
        function = FUNCTIONS.get(self.command, self.command)
        known = _listed(self.command)
        for keyword, value in options.items():
            option = known.get(keyword)
            if option is None:
                import difflib

                near = difflib.get_close_matches(keyword, known, 1)
                hint = f"did you mean `{near[0]}`? " if near else ""
                hint += f"armlab.options('{self.command}') lists the options"
                raise refused(f"{function}() has no option `{keyword}`", hint)
            if value is None or value is False:
                continue
            self._add(option, value)
            if keyword not in LOGS:
                self.said.append(f"{keyword}={_shown(value)}")
        return self

    def _add(self, option: dict, value: Any) -> None:
        name = option["name"]
        if value is True:
            if not option["switch"]:
                wanted = option["value"]
                raise refused(f"{option['keyword']}=True: a value is needed", f"give {wanted}")
            self.words.append(f"--{name}")
            return
        if option["value"] is None:
            raise refused(f"{option['keyword']} is a switch", f"give {option['keyword']}=True")
        if option["keyword"] in LOGS:
            values = [self.log(v, option["keyword"]) for v in _logs.each(value)]
        elif isinstance(value, Mapping):
            values = [f"{k}={_entry(v)}" for k, v in value.items()]
        elif _is_several(value):
            values = [self._text(v) for v in value]
        else:
            values = [self._text(value)]
        if option["repeats"]:
            self.words += [f"--{name}={v}" for v in values]
        else:
            self.words.append(f"--{name}={','.join(values)}")

    def log(self, value: Any, role: str = "log") -> str:
        """The word for a log: its path, or a name that stands for columns in memory."""
        if isinstance(value, (str, os.PathLike)):
            self.said.append(f"{role}={os.fspath(value)!r}")
            return os.fspath(value)
        number = len(self.logs) + 1
        name = f"log {number}" if role == "log" else f"{role} log {number}"
        word = f"<{name}>"
        self.logs.append((word, _armlab.LogInput.table(name, _logs.columns(value))))
        self.said.append(f"{role}=<{type(value).__name__}>")
        return word

    def _text(self, value: Any) -> str:
        if isinstance(value, _armlab.Robot):
            return self._file("robot", ".toml", value.save)
        if isinstance(value, _logs.Log):
            return self._file("log", ".npz", value.save)
        if value is None:
            return "?"
        return _scalar(value)

    def _file(self, stem: str, ending: str, write) -> str:
        """A file that lives as long as the words do."""
        import tempfile

        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="armlab-")
        path = Path(self._folder.name) / f"{stem}{len(self.words)}{ending}"
        write(path)
        return str(path)

    def call(self, robot: _armlab.Robot) -> str:
        """How the call reads in Python, for reports."""
        arguments = ", ".join([repr(robot._called), *self.said])
        return f"armlab.{self.command}({arguments})"


def _is_several(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, os.PathLike, _logs.Log))


def _scalar(value: Any) -> str:
    """A number with all its digits, or a text."""
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    raise refused(
        f"a {type(value).__name__} is no value of an option",
        "give a number, a text, or a list of them",
    )


def _entry(value: Any) -> str:
    """A value of a dict: a number, (low, high), a tuple of those, or one number per joint."""
    if isinstance(value, tuple):
        if len(value) == 2 and not any(_is_several(v) for v in value):
            return f"{_scalar(value[0])}..{_scalar(value[1])}"
        return ",".join(_entry(v) for v in value)
    if _is_several(value):
        return "/".join(_scalar(v) for v in value)
    return _scalar(value)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"<{type(value).__name__}>"
