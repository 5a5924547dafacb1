"""Many robots, many logs, long data sets: on this machine or on a Ray cluster, with the same digits.

    jobs = [{"robot": "arm.urdf", "log": f"run-{k}.csv", "validate": "other.csv"} for k in range(50)]
    found = armlab.fleet.identify(jobs, engine="ray", out="out/fleet")
    found.to_pandas()          # a verdict per job; failures with their reason

What is finished is kept in `out`; the same call goes on from there. Nodes need armlab and must see
the files that jobs name; logs in memory are sent along.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _armlab, _logs, _results, _workflows
from ._engines import engine as _engine
from ._engines import run_all, stopper
from ._options import Words, refused
from ._progress import watching

if TYPE_CHECKING:
    import threading

    import pandas as pd

__all__ = ["Fleet", "identify", "identify_parts"]

# Logs of one group: their triangles are merged before any leave the cluster.
GROUP = 16


class Fleet:
    """Results of jobs, kept in a folder: one row each, and documents that are read when asked for."""

    def __init__(self, folder: Path, rows: list[dict], temporary: Any = None):
        self.folder = folder
        self.rows = rows
        """One per job, in order: name, robot, status ("pass", "limited", "fail", "error"), reason, …"""
        self._temporary = temporary

    def __len__(self) -> int:
        return len(self.rows)

    def _row(self, job: int | str) -> dict:
        for row in self.rows:
            if row["name"] == job or row["job"] == job:
                return row
        raise refused(f"there is no job {job!r}", f"there are {len(self.rows)}; give a number or a name")

    def document(self, job: int | str) -> dict:
        """The document of a job, by number or name, as `armlab identify --json` prints it, without times."""
        return json.loads((self.folder / _file(self._row(job)["job"])).read_text())["document"]

    def robot(self, job: int | str) -> _armlab.Robot:
        """The corrected robot of a job."""
        kept = json.loads((self.folder / _file(self._row(job)["job"])).read_text())
        if kept.get("robot") is None:
            raise refused(f"job {job!r} has no corrected robot", "see its status and reason")
        return _armlab.Robot.from_text(kept["robot"])

    @property
    def failures(self) -> list[dict]:
        """Jobs without a result, and those whose verdict is fail."""
        return [row for row in self.rows if row["status"] in ("error", "fail")]

    def to_pandas(self) -> pd.DataFrame:
        """A row per job."""
        import pandas as pd

        return pd.DataFrame(self.rows).set_index("name")

    def __repr__(self) -> str:
        counts: dict[str, int] = {}
        for row in self.rows:
            counts[row["status"]] = counts.get(row["status"], 0) + 1
        told = ", ".join(f"{n} {status}" for status, n in counts.items())
        return f"Fleet({len(self.rows)} jobs: {told})"

    def _repr_html_(self) -> str:
        return _results.table(self.rows, ["name", "robot", "status", "method", "fit", "validation", "reason"])


def identify(jobs: Iterable[Mapping | tuple], *, engine: str = "local", out: Any = None, workers: int | None = None,
             address: str | None = None, retries: int = 3, progress: Any = None, **options: Any) -> Fleet:
    """Identifies many robots, or one from many logs: each job has its own verdict.

    A job is a dict with `robot`, `log`, and any further arguments of `armlab.identify` (`validate`,
    `friction`, …, and `name`), or a pair of robot and log; `options` are for all. A job that fails is
    a row with its reason, and the others go on. `out` keeps results, and the same call goes on from
    there; `engine="ray"` runs on the cluster that is connected, on the one at `address`, or on one
    on this machine. Tasks of a lost node are repeated, at most `retries` times.
    """
    specs = [_spec(k, job, options) for k, job in enumerate(jobs)]
    with _kept(out) as (folder, temporary):
        rows: dict[int, dict] = {}
        for spec in specs:
            kept = _finished(folder / _file(spec["job"]), spec["key"])
            if kept is not None:
                rows[spec["job"]] = kept["row"]
        todo = [spec for spec in specs if spec["job"] not in rows]
        where = _engine(engine, workers=workers, address=address, retries=retries)
        with watching(progress) as watch:

            def done(spec_and_began: tuple, result: dict) -> None:
                spec, _ = spec_and_began
                rows[spec["job"]] = result["row"]
                _write(folder / _file(spec["job"]), result | {"key": spec["key"]})
                if watch is not None:
                    watch(f"{len(rows)} of {len(specs)} jobs", len(rows) / len(specs), [])

            def failed(spec_and_began: tuple, error: Exception) -> None:
                spec, _ = spec_and_began
                done(spec_and_began, {"row": _row(spec, "error", reason=str(error)), "document": None, "robot": None})

            tasks = (((spec, time.monotonic()), _job, _sent(spec)) for spec in todo)
            run_all(where, tasks, done, failed)
        where.close()
        ordered = [rows[spec["job"]] for spec in specs]
        _write(folder / "fleet.json", {"jobs": ordered})
        return Fleet(folder, ordered, temporary)


def _spec(number: int, job: Mapping | tuple, options: Mapping) -> dict:
    """A job as it is sent: the robot, logs as paths or columns, options; and a key of all of it."""
    if isinstance(job, Mapping):
        job = dict(job)
    else:
        try:
            robot, log = job
        except (TypeError, ValueError):
            raise refused(f"job {number} is a {type(job).__name__}", 'give {"robot": robot, "log": log, …} or (robot, log)') from None
        job = {"robot": robot, "log": log}
    for needed in ("robot", "log"):
        if needed not in job:
            raise refused(f"job {number} has no `{needed}`", 'give {"robot": robot, "log": log, …}')
    name = str(job.pop("name", number))
    robot = _workflows.as_robot(job.pop("robot"))
    arguments = {**options, **job}
    for role in ("log", "validate", "payload"):
        value = arguments.get(role)
        if value is not None and value is not True:
            arguments[role] = [_sendable(one) for one in _logs.each(value)]
    # Mistakes in options are found here, not on the cluster.
    Words("identify", robot._called).add({k: v for k, v in arguments.items() if k not in ("log", "validate", "payload")})
    digest = hashlib.sha256(pickle.dumps((_armlab.__version__, robot, _stable(arguments))))
    return {"job": number, "name": name, "robot": robot, "arguments": arguments, "key": digest.hexdigest()}


def _sendable(log: Any) -> Any:
    """A log as a path that other processes understand, or as columns."""
    if isinstance(log, (str, os.PathLike)):
        return os.path.abspath(log)
    return dict(_logs.columns(log))


def _stable(value: Any) -> Any:
    """What identifies an argument: of files also size and time, of arrays their numbers."""
    if isinstance(value, Mapping):
        return sorted((str(k), _stable(v)) for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return [_stable(v) for v in value]
    if isinstance(value, str) and os.path.isabs(value) and os.path.exists(value):
        about = os.stat(value)
        return (value, about.st_size, about.st_mtime_ns)
    if hasattr(value, "tobytes"):
        return (str(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest())
    return value


def _sent(spec: dict) -> dict:
    return {k: spec[k] for k in ("job", "name", "robot", "arguments")}


def _job(spec: dict, stop: threading.Event | None = None) -> dict:
    """Does one job, wherever it runs. Errors of the library are results."""
    began = time.perf_counter()
    try:
        found = _workflows.identify(spec["robot"], progress=stopper(stop), **spec["arguments"])
        document = _without_times(found.document)
        try:
            robot = found.robot.to_toml()
        except _armlab.ArmlabError:
            robot = None
    except _armlab.ArmlabError as error:
        row = _row(spec, "error", reason=str(error))
        return {"row": row, "document": None, "robot": None, "seconds": time.perf_counter() - began}
    row = _row(spec, *_judged(document))
    return {"row": row, "document": document, "robot": robot, "seconds": time.perf_counter() - began}


def _judged(document: dict) -> tuple:
    methods = {m["method"]: m for m in document.get("methods", [])}
    best = methods.get(document.get("recommended"), {})
    verdict = best.get("verdict") or document.get("verdict") or {}
    status = verdict.get("status") or verdict.get("level") or ("pass" if verdict.get("pass") else "fail")
    reasons = verdict.get("reasons") or [""]
    validation = (best.get("validation") or {}).get("relative")
    return status, document.get("recommended"), (best.get("fit") or {}).get("relative"), validation, reasons[0]


def _row(spec: dict, status: str, method: str | None = None, fit: float | None = None, validation: float | None = None, reason: str = "") -> dict:
    robot = spec["robot"].name
    return {"job": spec["job"], "name": spec["name"], "robot": robot, "status": status, "method": method,
            "fit": fit, "validation": validation, "reason": reason}


def _without_times(document: Any) -> Any:
    """A document without measured times, which no two runs share."""
    if isinstance(document, dict):
        return {k: _without_times(v) for k, v in document.items() if k != "seconds"}
    if isinstance(document, list):
        return [_without_times(v) for v in document]
    return document


def _file(job: int) -> str:
    return f"job-{job:06}.json"


def _finished(path: Path, key: str) -> dict | None:
    """A result that is on the disk, if it is one of these arguments."""
    try:
        kept = json.loads(path.read_text())
    except (OSError, ValueError):
        return None
    lost = kept.get("row", {}).get("status") == "error" and "lost" in kept["row"]["reason"]
    return kept if kept.get("key") == key and not lost else None


def _write(path: Path, document: Any) -> None:
    """Writes a file as a whole or not at all."""
    if isinstance(document, dict):
        # Measured times would make equal results differ.
        document = {k: v for k, v in document.items() if k != "seconds"}
    data = document if isinstance(document, bytes) else (json.dumps(document, indent=1) + "\n").encode()
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(data)
    os.replace(part, path)


class _kept:
    """The folder of results: the one that was given, or one that lives as long as they do."""

    def __init__(self, out: Any):
        self._out = out

    def __enter__(self) -> tuple[Path, Any]:
        if self._out is None:
            temporary = tempfile.TemporaryDirectory(prefix="armlab-fleet-")
            return Path(temporary.name), temporary
        folder = Path(self._out)
        folder.mkdir(parents=True, exist_ok=True)
        return folder, None

    def __exit__(self, *_: Any) -> None:
        pass


def _campaign(robot: Any, *, out: Any, progress: Any, options: dict, engine: str = "ray", shards: int | None = None,
              address: str | None = None, retries: int = 3, workers: int | None = None) -> _results.Campaign:
    """A campaign in shards, each a task; finished ones are kept in `out`."""
    robot = _workflows.as_robot(robot)
    for own in ("shard", "merge"):
        if options.get(own) is not None:
            raise refused(f"{own} does not go with engine='ray'", "it makes shards of its own and merges them")
    Words("campaign", robot._called).add(options)
    where = _engine(engine, workers=workers, address=address, retries=retries)
    with _kept(out) as (folder, temporary):
        plan = folder / "shards.json"
        number = shards or _shards(options, where.places)
        if plan.exists():
            number = json.loads(plan.read_text())["shards"]
        else:
            _write(plan, {"shards": number})
        names = [folder / "shards" / f"{k + 1}-of-{number}" for k in range(number)]
        finished = [n for n in names if (n / "summary.json").exists()]
        todo = [(k + 1, n) for k, n in enumerate(names) if n not in finished]
        with watching(progress) as watch:
            count = [len(finished)]
            trouble: list[Exception] = []

            def done(key: tuple, files: dict[str, bytes]) -> None:
                _, target = key
                fresh = target.with_name(f".{target.name}.{os.getpid()}")
                shutil.rmtree(fresh, ignore_errors=True)
                fresh.mkdir(parents=True)
                for name, content in files.items():
                    (fresh / name).write_bytes(content)
                shutil.rmtree(target, ignore_errors=True)
                os.replace(fresh, target)
                count[0] += 1
                if watch is not None:
                    watch(f"{count[0]} of {number} shards", count[0] / number, [])

            def failed(_key: tuple, error: Exception) -> None:
                trouble.append(error)
                raise error

            tasks = ((key, _shard, robot, f"{key[0]}/{number}", options) for key in todo)
            run_all(where, tasks, done, failed)
        where.close()
        merged = _workflows.campaign(robot, merge=[str(n) for n in names], progress=False)
        if out is not None:
            merged.save(out)
        merged._temporary = temporary
        return merged


def _shards(options: Mapping, places: int) -> int:
    """Four per place, but none without a task."""
    levels = options.get("levels")
    levels = len(str(levels).split(",")) if isinstance(levels, (str, int, float)) else len(levels) if levels is not None else 3
    return max(1, min(4 * places, levels * int(options.get("seeds") or 20)))


def _shard(robot: _armlab.Robot, shard: str, options: dict, stop: threading.Event | None = None) -> dict[str, bytes]:
    """The files of one shard."""
    with tempfile.TemporaryDirectory(prefix="armlab-shard-") as folder:
        _workflows.campaign(robot, shard=shard, out=folder, progress=stopper(stop), **options)
        return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.suffix in (".json", ".jsonl")}


def identify_parts(robot: Any, logs: Any, *, validate: Any = None, engine: str = "local", out: Any = None, workers: int | None = None,
                   address: str | None = None, retries: int = 3, progress: Any = None, **options: Any) -> _results.Identified:
    """Identifies one robot from many logs together, each reduced to triangles where it is read.

    Cut-off, friction and delay are settled on windows of up to eight of the logs, spread evenly. Logs
    are merged by sixteens, and these again, in the order in which they are given; so both engines
    have the same digits. `out` keeps merged groups, and the same call goes on from there.
    """
    robot = _workflows.as_robot(robot)
    logs = [_sendable(log) for log in _logs.each(logs)]
    if not logs:
        raise refused("there is no log to identify from", "give a list of logs")
    groups = [range(k, min(k + GROUP, len(logs))) for k in range(0, len(logs), GROUP)]
    words = Words("identify", robot._called).add({"log": logs, "validate": validate, **options})
    where = _engine(engine, workers=workers, address=address, retries=retries)
    with _kept(out) as (folder, _temporary), watching(progress) as watch:
        try:
            key = hashlib.sha256(pickle.dumps((_armlab.__version__, robot, _stable(logs), _stable(options)))).hexdigest()
            plan = _planned(folder / "plan.json", key, robot, words, watch)
            merged = _merged_groups(where, folder if out is not None else None, key, groups, robot, logs, options, plan, watch)
        except BaseException:
            where.close(cancel=True)
            raise
        where.close()
        found = _armlab.identify_parts(robot, words.words, words.logs, plan, merged, words.call(robot), watch)
    return _results.Identified(found)


def _planned(path: Path, key: str, robot: _armlab.Robot, words: Words, watch: Any) -> str:
    """The plan that is on the disk, or a new one."""
    kept = _finished(path, key)
    if kept is not None:
        return kept["plan"]
    plan = _armlab.plan_parts(robot, words.words, words.logs, watch)
    _write(path, {"key": key, "plan": plan})
    return plan


def _merged_groups(where: Any, folder: Path | None, key: str, groups: list, robot: Any, logs: list, options: dict, plan: str, watch: Any) -> bytes:
    """Reduces every log and merges the parts in a tree. Parts stay where they are computed; only groups are fetched, one by one,
    to be kept in the folder."""
    mark = key.encode()
    tree = _Tree(len(groups), lambda parts: where.submit(_merged, *parts), where.forget)
    pending: dict[Any, tuple[int, list]] = {}
    numbers = iter(range(len(groups)))
    done = 0
    while done < len(groups):
        for number in numbers:
            kept = None if folder is None else _kept_group(folder, number, mark)
            if kept is not None:
                tree.add(0, number, where.put(kept))
                done += 1
                continue
            parts = [where.submit(_reduced, robot, logs[k], options, plan, k) for k in groups[number]]
            pending[where.submit(_merged, *parts)] = (number, parts)
            if len(pending) * GROUP >= 2 * where.places + GROUP:
                break
        for call in where.wait(list(pending)) if pending else []:
            number, parts = pending.pop(call)
            # A log that is refused stops the whole here.
            part = where.result(call)
            if folder is not None:
                _write(folder / _group_file(number), mark + part)
            tree.add(0, number, call)
            for part in parts:
                where.forget(part)
            done += 1
            if watch is not None:
                watch(f"{done} of {len(groups)} groups of logs", done / len(groups), [])
    return where.result(tree.root)


class _Tree:
    """Merges neighbours by sixteens as soon as all of them are there; which are merged depends on their number alone."""

    def __init__(self, leaves: int, merge: Any, forget: Any):
        self._leaves, self._merge, self._forget = leaves, merge, forget
        self._waiting: dict[tuple[int, int], Any] = {}
        self.root: Any = None

    def _count(self, level: int) -> int:
        count = self._leaves
        for _ in range(level):
            count = -(-count // GROUP)
        return count

    def add(self, level: int, number: int, part: Any) -> None:
        """Adds a part, and merges what is complete with it."""
        count = self._count(level)
        if count == 1:
            self.root = part
            return
        self._waiting[level, number] = part
        first = number // GROUP * GROUP
        places = [(level, k) for k in range(first, min(first + GROUP, count))]
        if all(place in self._waiting for place in places):
            parts = [self._waiting.pop(place) for place in places]
            self.add(level + 1, number // GROUP, self._merge(parts))
            for one in parts:
                self._forget(one)


def _group_file(number: int) -> str:
    return f"group-{number:06}.part"


def _kept_group(folder: Path, number: int, mark: bytes) -> bytes | None:
    """A group that is on the disk and whole."""
    try:
        data = (folder / _group_file(number)).read_bytes()
        if data.startswith(mark):
            return _armlab.merge_parts([data[len(mark) :]])
    except (OSError, _armlab.ArmlabError):
        pass
    return None


def _reduced(robot: _armlab.Robot, log: Any, options: dict, plan: str, number: int, stop: threading.Event | None = None) -> bytes:
    words = Words("identify", robot._called).add({"log": [log], **options})
    with watching(stopper(stop)) as watch:
        return _armlab.reduce_part(robot, words.words, words.logs, plan, number, watch)


def _merged(*parts: bytes, stop: threading.Event | None = None) -> bytes:
    return _armlab.merge_parts(list(parts))
