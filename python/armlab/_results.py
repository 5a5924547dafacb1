"""Results of workflows: the document of the command line's --json, tables, reports, files."""

from __future__ import annotations

import functools
import json
import os
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from . import _armlab
    from ._logs import Log


def table(rows: list[dict], keys: list[str] | None = None) -> str:
    """Rows as an HTML table."""
    keys = keys or list(rows[0]) if rows else []

    def cell(value: Any) -> str:
        if value is None:
            return ""
        return escape(f"{value:.6g}" if isinstance(value, float) else str(value))

    head = "".join(f"<th>{escape(k)}</th>" for k in keys)
    body = "".join("<tr>" + "".join(f"<td>{cell(r.get(k))}</td>" for k in keys) + "</tr>" for r in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if rows else ""


class Result:
    """What a workflow found. `document` is what the command line prints with --json."""

    def __init__(self, outcome: _armlab.Outcome):
        self._outcome = outcome

    def to_json(self) -> str:
        """The document as text, byte for byte as the command line prints it."""
        return self._outcome.json()

    @functools.cached_property
    def document(self) -> dict:
        """The document of the command line's --json, as a dict."""
        return json.loads(self.to_json())

    def __getitem__(self, key: str) -> Any:
        return self.document[key]

    def summary(self) -> str:
        """In a few lines."""
        return self._outcome.summary()

    def save(self, folder: str | os.PathLike) -> list[str]:
        """Writes report, tables and files into a folder, as the command line's --out; returns the paths."""
        return [str(path) for path in self._outcome.save(os.fspath(folder))]

    def to_html(self) -> str | None:
        """The report as a page of its own, or a figure."""
        return self._outcome.html()

    def __repr__(self) -> str:
        return self.summary().rstrip()

    def _repr_html_(self) -> str:
        page = self.to_html()
        if page is None:
            return f"<pre>{escape(self.summary())}</pre>"
        if page.lstrip().startswith("<svg"):
            return f"<pre>{escape(self.summary())}</pre>{page}"
        return (
            '<iframe title="armlab report" sandbox="allow-scripts" style="width:100%;height:40em;border:0" '
            f'srcdoc="{escape(page, quote=True)}"></iframe>'
        )


class Identified(Result):
    """What was identified: results of the methods, which of them to use, and how far to trust it."""

    def _method(self, name: str | None) -> dict:
        from ._options import refused

        methods = self.document.get("methods", [])
        name = self.recommended if name is None else name
        for method in methods:
            if method["method"] == name:
                return method
        raise refused(f"there is no result of `{name}`", f"choose one of {', '.join(m['method'] for m in methods)}")

    @property
    def recommended(self) -> str | None:
        """The method whose result to use."""
        return self.document.get("recommended")

    @property
    def methods(self) -> list[str]:
        """Methods that have a result."""
        return [m["method"] for m in self.document.get("methods", [])]

    @property
    def verdict(self) -> dict:
        """The verdict on the recommended result: `pass`, level and reasons."""
        return self.document["verdict"] if "verdict" in self.document else self._method(None)["verdict"]

    @property
    def passes(self) -> bool:
        """Whether the recommended result passes."""
        return bool(self.verdict["pass"])

    @property
    def robot(self) -> _armlab.Robot:
        """The corrected robot of the recommended method; `robot.save("arm.urdf")` writes it."""
        return self.robot_of(None)

    def robot_of(self, method: str | None) -> _armlab.Robot:
        """The corrected robot of a method."""
        from ._options import refused

        robot = self._outcome.robot(method)
        if robot is None:
            raise refused("this result has no corrected robot", "see `methods` for those that have one")
        return robot

    def to_pandas(self, what: str = "base", method: str | None = None) -> pd.DataFrame:
        """A table: "base" parameters and friction, link "parameters", or "methods" side by side."""
        import pandas as pd

        if what == "methods":
            rows = []
            for m in self.document["methods"]:
                judged = m.get("validation") or m["fit"]
                row = {"method": m["method"], "fit %": m["fit"]["relative"], "error %": judged["relative"]}
                rows.append(row | {"rank": m["rank"], "passes": m["verdict"]["pass"], "seconds": m["seconds"]})
            return pd.DataFrame(rows).set_index("method")
        return pd.DataFrame(self._method(method)[what]).set_index("name")


class Validated(Result):
    """How well a description predicts logs."""

    @property
    def verdict(self) -> dict:
        """The verdict: `pass`, level and reasons."""
        return self.document["verdict"]

    @property
    def passes(self) -> bool:
        """Whether the description passes."""
        return bool(self.verdict["pass"])

    def to_pandas(self) -> pd.DataFrame:
        """Errors of each joint: rms in N m or N, relative in percent."""
        import pandas as pd

        return pd.DataFrame(self.document["validation"]["joints"], index=self.document["joints"])


class Diagnosed(Result):
    """Which fault of log or description explains the residual, the likeliest first."""

    @property
    def explanations(self) -> list[dict]:
        """Faults, ranked by what part of the squared residual they remove."""
        return self.document["explanations"]

    def to_pandas(self) -> pd.DataFrame:
        """The explanations as a table."""
        import pandas as pd

        return pd.DataFrame(self.explanations)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.summary())}</pre>" + table(self.document["joints"])


class Excitation(Result):
    """A designed motion."""

    @functools.cached_property
    def samples(self) -> dict[str, np.ndarray]:
        """The motion, sampled: `t` and `q1`, …, `qd1`, …, `qdd1`, …."""
        import numpy as np

        names, *rows = self._outcome.text("csv").splitlines()
        numbers = np.array([[float(x) for x in row.split(",")] for row in rows])
        return dict(zip(names.split(","), numbers.T.copy()))

    @property
    def log(self) -> Log:
        """The samples as a Log."""
        from ._logs import Log

        return Log(self.samples)

    def save_trajectory(self, path: str | os.PathLike) -> None:
        """Writes the motion as a trajectory file (.toml)."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._outcome.text("toml"))

    def to_pandas(self) -> pd.DataFrame:
        """The samples as a table."""
        import pandas as pd

        return pd.DataFrame(self.samples)


class Simulated(Result):
    """A simulated experiment."""

    @functools.cached_property
    def log(self) -> Log:
        """What was recorded."""
        from ._logs import Log

        return Log(self._outcome.log())

    def to_pandas(self) -> pd.DataFrame:
        """The log as a table."""
        return self.log.to_pandas()


class Campaign(Result):
    """Methods compared over many simulated experiments with a known truth."""

    @functools.cached_property
    def records(self) -> list[dict]:
        """Every finished task, in order."""
        return [json.loads(line) for line in self._outcome.text("records").splitlines()]

    def to_pandas(self) -> pd.DataFrame:
        """One row per task and method."""
        import pandas as pd

        rows = []
        for record in self.records:
            task = {k: v for k, v in record.items() if not isinstance(v, (list, dict))}
            for method in record["methods"]:
                rows.append(task | {k: v for k, v in method.items() if not isinstance(v, (list, dict))})
        return pd.DataFrame(rows)


class Checked(dict):
    """What `armlab check --json` prints: findings about a description. `ok` is False if one is an error."""

    @property
    def ok(self) -> bool:
        """False when a finding is an error."""
        return self["ok"]

    @property
    def findings(self) -> list[dict]:
        """What was found: severity, subject, message, why, fix."""
        return self["findings"]

    def to_pandas(self) -> pd.DataFrame:
        """The findings as a table."""
        import pandas as pd

        return pd.DataFrame(self.findings)

    def __repr__(self) -> str:
        if not self.findings:
            return f"{self['robot']}: nothing found"
        lines = [f"{f['severity']}: {f['subject']}: {f['message']}\n    fix: {f['fix']}" for f in self.findings]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return table(self.findings, ["severity", "subject", "message", "why", "fix"]) or f"<pre>{self!r}</pre>"


class InverseKinematics(dict):
    """What `armlab ik --json` prints. `q` is (n,) for one target, (targets, n) for many."""

    def __init__(self, document: dict, single: bool):
        super().__init__(document)
        self._single = single

    def _of_targets(self, key: str) -> np.ndarray:
        import numpy as np

        first = {}
        for solution in self["solutions"]:
            first.setdefault(solution["row"], solution[key])
        values = np.array([first[row] for row in sorted(first)])
        return values[0] if self._single else values

    @property
    def q(self) -> np.ndarray:
        """Joint coordinates, rad or m: the solution, or the nearest pose where there is none."""
        return self._of_targets("q")

    @property
    def reachable(self) -> np.ndarray:
        """Whether the target is met to the tolerance."""
        return self._of_targets("reachable")

    @property
    def error(self) -> np.ndarray:
        """How far the tool is from the target, m."""
        return self._of_targets("error")
