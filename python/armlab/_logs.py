"""Logs of any kind: files, dicts of arrays, structured arrays, pandas, Polars, Arrow."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _armlab

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SHAPE = 'give a dict: {"t": t, "q": q, "tau": tau}, with t of shape (samples,), q and tau (samples, joints)'


class Log:
    """A log in memory: `t` (s), and `q`, `qd`, `qdd`, `tau` as (samples, joints) in SI units.

    `Log(data)` takes a dict of arrays ({"t": t, "q": q, "tau": tau}, or one array per column), a
    structured array, a pandas or Polars table, or anything with the Arrow C stream interface, and
    leaves its names and units as they are. `armlab.read_log` maps names and units to these.
    """

    def __init__(self, data: Any, document: dict | None = None):
        if isinstance(data, (str, os.PathLike)):
            from ._options import refused

            raise refused("a Log is made of columns in memory", f"read the file: armlab.read_log({os.fspath(data)!r})")
        self._columns = dict(columns(data))
        self.document = document
        """What `armlab log --json` prints: columns, units, problems; None if it was not read."""

    @property
    def columns(self) -> dict[str, np.ndarray]:
        """All columns of numbers, by name."""
        return {name: cells for name, cells in self._columns.items() if not isinstance(cells, tuple)}

    def __getitem__(self, name: str) -> np.ndarray:
        return self.columns[name]

    def __contains__(self, name: str) -> bool:
        return name in self.columns

    def __len__(self) -> int:
        return max((len(c) for c in self.columns.values()), default=0)

    def __repr__(self) -> str:
        return f"Log({len(self)} samples: {', '.join(self._columns)})"

    def stacked(self, stem: str) -> np.ndarray | None:
        """Columns `stem1`, `stem2`, … side by side; None if there are none."""
        import numpy as np

        found = []
        while f"{stem}{len(found) + 1}" in self.columns:
            found.append(self.columns[f"{stem}{len(found) + 1}"])
        return np.column_stack(found) if found else None

    @property
    def t(self) -> np.ndarray:
        """Time stamps, s."""
        return self.columns["t"]

    @property
    def q(self) -> np.ndarray | None:
        """Positions (samples, joints), rad or m."""
        return self.stacked("q")

    @property
    def qd(self) -> np.ndarray | None:
        """Velocities, rad/s or m/s; None if they are not logged."""
        return self.stacked("qd")

    @property
    def qdd(self) -> np.ndarray | None:
        """Accelerations, rad/s² or m/s²; None if they are not logged."""
        return self.stacked("qdd")

    @property
    def tau(self) -> np.ndarray | None:
        """Efforts, N m or N; None if they are not logged."""
        return self.stacked("tau")

    @property
    def ok(self) -> bool | None:
        """Whether nothing was found that spoils an identification; None if it was not checked."""
        return None if self.document is None else self.document["ok"]

    def to_pandas(self) -> pd.DataFrame:
        """All columns as a table."""
        import pandas as pd

        return pd.DataFrame(self.columns)

    def save(self, path: str | os.PathLike) -> None:
        """Writes a .csv, .npz, .parquet, .mat or .mcap file, by the name's ending."""
        _armlab.write_log(list(self.columns.items()), path)

    def _repr_html_(self) -> str:
        from ._results import table

        if self.document is None:
            return f"<pre>{self!r}</pre>"
        findings = self.document["findings"]
        return f"<pre>{self!r}</pre>" + table(findings, ["severity", "message", "fix"])


def read_log(log: Any, robot: Any = None, **options: Any) -> Log:
    """Reads a log: columns mapped by name and unit, in SI units, with what is wrong with it.

    `log` is a file (CSV, Parquet, NPZ, MATLAB, HDF5, a ROS 2 bag) or columns in memory. `robot`
    helps to map and to check. Options: `map={"q1": "theta_1 [deg]"}`, `mapping=` a file, `topic=`
    of a bag, `rate=` in Hz for logs without time stamps.
    """
    from ._options import Words
    from ._workflows import as_robot

    path = os.fspath(log) if isinstance(log, (str, os.PathLike)) else "<log>"
    words = Words("log", path).add(options)
    given = _armlab.LogInput.path(path) if path != "<log>" else _armlab.LogInput.table("log", columns(log))
    import json

    found, document = _armlab.read_log(given, as_robot(robot) if robot is not None else None, words.words)
    return Log(found, json.loads(document))


def each(value: Any) -> list:
    """One log or a list of them, as a list."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def columns(value: Any) -> list[tuple[str, Any]]:
    """Names and float64 arrays; where a column is no numbers, what it is and what to do."""
    from ._options import refused

    if isinstance(value, Log):
        return list(value._columns.items())
    if isinstance(value, Mapping):
        return list(_of_mapping(value))
    kind = type(value).__module__.split(".")[0]
    if kind == "pandas" and hasattr(value, "columns"):
        return list(_of_pandas(value))
    if hasattr(value, "__arrow_c_stream__"):
        return _armlab.arrow_columns(value)
    names = getattr(getattr(value, "dtype", None), "names", None)
    if names:
        return list(_of_mapping({name: value[name] for name in names}))
    what = f"an array of shape {value.shape}" if hasattr(value, "shape") else f"a {type(value).__name__}"
    raise refused(f"{what} is no log: its columns have no names", SHAPE)


def _of_mapping(value: Mapping) -> Iterator[tuple[str, Any]]:
    import numpy as np

    from ._options import refused

    arrays = {str(name): np.asarray(array) for name, array in value.items()}
    samples = [len(a) for a in arrays.values() if a.ndim == 1]
    for name, array in arrays.items():
        if array.ndim == 2 and array.shape[1] == 1:
            array = array[:, 0]
        if array.ndim == 1:
            yield name, _numbers(name, array)
        elif array.ndim == 2:
            rows, width = array.shape
            if samples and rows != samples[0] and width == samples[0]:
                raise refused(f"`{name}` has shape {array.shape}, the stamps have {samples[0]}", f"transpose it: {name}.T")
            gap = "_" if name[-1:].isdigit() else ""
            for k in range(width):
                yield f"{name}{gap}{k + 1}", _numbers(name, array[:, k])
        else:
            raise refused(f"`{name}` has shape {array.shape}", SHAPE)


def _of_pandas(value: Any) -> Iterator[tuple[str, Any]]:
    import pandas as pd

    names = [" ".join(map(str, n)) if isinstance(n, tuple) else str(n) for n in value.columns]
    index = value.index
    if not isinstance(index, pd.RangeIndex) and not isinstance(index, pd.MultiIndex):
        name = str(index.name) if index.name is not None else "t"
        stamps = isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)) or index.name is not None
        if stamps and name not in names:
            yield name, _series(name, index.to_series())
    for k, name in enumerate(names):
        yield name, _series(name, value.iloc[:, k])


def _series(name: str, series: Any) -> Any:
    dtype = series.dtype
    if not hasattr(dtype, "numpy_dtype") and not hasattr(dtype, "pyarrow_dtype") and not hasattr(dtype, "tz"):
        return _numbers(name, series.to_numpy())
    if hasattr(dtype, "tz"):
        return _numbers(name, series.dt.tz_localize(None).to_numpy())
    try:
        return series.to_numpy(dtype="float64", na_value=float("nan"))
    except (TypeError, ValueError):
        return (f"values of dtype {dtype}", f"convert it: table['{name}'].astype('float64')")


def _numbers(name: str, array: Any) -> Any:
    """A column as float64; times in seconds; else what it is and what to do."""
    import numpy as np

    if isinstance(array, np.ma.MaskedArray):
        array = array.astype(float).filled(np.nan)
    kind = array.dtype.kind
    if kind in "fiub":
        return np.ascontiguousarray(array, dtype=np.float64)
    if kind == "M":
        # Counted from the first stamp, so that no digit is lost.
        first = array[~np.isnat(array)][:1]
        array, kind = (array - first[0] if len(first) else array - array), "m"
    if kind == "m":
        seconds = array.astype("timedelta64[ns]").astype(np.int64) / 1e9
        return np.where(np.isnat(array), np.nan, seconds)
    what = {"O": "objects", "U": "text", "S": "text", "T": "text", "c": "complex numbers"}.get(kind, "values")
    return (f"{what} (dtype {array.dtype})", f"convert it to numbers: {name}.astype(numpy.float64)")
