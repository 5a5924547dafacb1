"""Where many calls run: on threads of this process, or on a Ray cluster. The calls are the same."""

from __future__ import annotations

import concurrent.futures
import os
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any

from ._options import refused

# Tasks that wait for a free place, per place: enough to keep all busy, few enough for the memory.
WAITING = 2


def engine(name: str, *, workers: int | None = None, address: str | None = None, retries: int = 3) -> Local | Ray:
    """The engine of a name: "local" or "ray"."""
    if name == "local":
        return Local(workers)
    if name == "ray":
        return Ray(address, retries)
    raise refused(f"engine is {name!r}", "choose one of local, ray")


class Failed(Exception):
    """A task that has no result, after all attempts."""


class _Refused:
    """An error of the library on its way back: a call that depends on it has it, too."""

    def __init__(self, error: Exception):
        self.message, self.hint = error.message, error.hint

    def raised(self) -> Exception:
        return refused(self.message, self.hint or "")


def _called(function: Callable, arguments: tuple, stop: threading.Event | None) -> Any:
    """The result of a call, or why the library has none."""
    from . import _armlab

    for argument in arguments:
        if isinstance(argument, _Refused):
            return argument
    try:
        return function(*arguments, stop=stop)
    except _armlab.ArmlabError as error:
        return _Refused(error)


def _taken(result: Any) -> Any:
    if isinstance(result, _Refused):
        raise result.raised()
    return result


class Local:
    """Threads of this process; the library computes without Python's lock."""

    def __init__(self, workers: int | None = None):
        self.places = workers or os.cpu_count() or 1
        self._stop = threading.Event()
        self._pool = concurrent.futures.ThreadPoolExecutor(self.places, "armlab-fleet")

    def submit(self, function: Callable, *arguments: Any) -> concurrent.futures.Future:
        """Begins a call; arguments may be earlier calls."""

        def call() -> Any:
            # Calls run in the order in which they begin, so what this one waits for is under way.
            ready = (a.result() if isinstance(a, concurrent.futures.Future) else a for a in arguments)
            return _called(function, tuple(ready), self._stop)

        return self._pool.submit(call)

    def wait(self, calls: list) -> list:
        """Those that are done, at least one."""
        return list(concurrent.futures.wait(calls, return_when=concurrent.futures.FIRST_COMPLETED).done)

    def result(self, call: Any) -> Any:
        """The result of a call."""
        return _taken(call.result() if isinstance(call, concurrent.futures.Future) else call)

    def put(self, value: Any) -> Any:
        """A value in place of a call."""
        return value

    def forget(self, call: Any) -> None:
        """Nobody will ask for this result."""

    def close(self, cancel: bool = False) -> None:
        if cancel:
            self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=cancel)


class Ray:
    """A Ray cluster: the one that is connected, the one at an address, or one on this machine."""

    def __init__(self, address: str | None = None, retries: int = 3):
        own = address is None and "RAY_ADDRESS" not in os.environ
        if own and "ray" not in sys.modules:
            # A cluster of our own stays on the loopback; Ray reads this when it is imported.
            os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        try:
            import ray
        except ImportError:
            raise refused("Ray is not installed", "pip install 'armlab[ray]'") from None
        self._ray = ray
        if not ray.is_initialized():
            quiet: dict = dict(include_dashboard=False, log_to_driver=False, configure_logging=False)
            if own:
                ray.init(_node_ip_address="127.0.0.1", **quiet)
            else:
                ray.init(address=address, log_to_driver=False)
        self.places = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._retries = retries
        # Exceptions are results of ours; what Ray repeats is a task whose worker or node was lost.
        self._remote = ray.remote(num_cpus=1, max_retries=retries)(_on_worker)
        self._calls: dict = {}

    def submit(self, function: Callable, *arguments: Any) -> Any:
        """Begins a call; arguments may be earlier calls, whose results do not pass through here."""
        call = self._remote.remote(function, *arguments)
        self._calls[call] = (function, arguments, 0)
        return call

    def wait(self, calls: list) -> list:
        """Those that are done, at least one."""
        return self._ray.wait(calls, num_returns=1)[0]

    def put(self, value: Any) -> Any:
        """A value in place of a call, where workers find it."""
        return self._ray.put(value)

    def forget(self, call: Any) -> None:
        """Nobody will ask for this result."""
        self._calls.pop(call, None)

    def result(self, call: Any) -> Any:
        """The result; a task that is lost for good is begun again."""
        function, arguments, attempts = self._calls.pop(call, (None, (), self._retries))
        try:
            return _taken(self._ray.get(call))
        except self._ray.exceptions.RayTaskError:
            raise
        except self._ray.exceptions.RayError as lost:
            if attempts >= self._retries:
                raise Failed(f"lost {attempts + 1} times: {type(lost).__name__}") from lost
            again = self._remote.remote(function, *arguments)
            self._calls[again] = (function, arguments, attempts + 1)
            return self.result(again)

    def close(self, cancel: bool = False) -> None:
        if cancel:
            for call in self._calls:
                self._ray.cancel(call, force=False)
        self._calls.clear()


def _on_worker(function: Callable, *arguments: Any) -> Any:
    """What a worker of a cluster does: it has one core."""
    from . import _armlab

    _armlab.set_threads(1)
    return _called(function, arguments, None)


def run_all(engine: Local | Ray, tasks: Iterable[tuple], done: Callable[[Any, Any], None], failed: Callable[[Any, Exception], None]) -> None:
    """Runs tasks (key, function, *arguments), few at a time, and hands over each result once."""
    waiting: dict = {}
    tasks = iter(tasks)
    ended = False
    try:
        while waiting or not ended:
            while not ended and len(waiting) < WAITING * engine.places:
                task = next(tasks, None)
                if task is None:
                    ended = True
                    break
                key, function, *arguments = task
                waiting[engine.submit(function, *arguments)] = key
            for call in engine.wait(list(waiting)) if waiting else []:
                key = waiting.pop(call)
                try:
                    result = engine.result(call)
                except Exception as error:
                    failed(key, error)
                else:
                    done(key, result)
    except BaseException:
        engine.close(cancel=True)
        raise


def stopper(stop: threading.Event | None) -> Callable | bool:
    """The progress of a call that ends when `stop` is set."""
    if stop is None:
        return False

    def look(_task: str, _fraction: float | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt

    return look
