"""Progress of long calls: a line in a terminal, a bar in a notebook, nothing elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Any, Callable

# A call that ends before shows nothing.
FIRST = 0.5
# Time between two updates.
REFRESH = 0.2


def watching(progress: Any) -> "Watcher":
    """The watcher for `progress`: None (where somebody looks), True, False, or a function of task
    and fraction."""
    if callable(progress):
        return Watcher(lambda task, fraction, elapsed: progress(task, fraction))
    if progress is False:
        return Watcher(None)
    if _in_notebook():
        return Watcher(_Notebook())
    if progress or (sys.stderr is not None and sys.stderr.isatty()):
        return Watcher(_Terminal())
    return Watcher(None)


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


def _left(fraction: float | None, elapsed: float) -> str:
    if not fraction or fraction < 0.02:
        return _time(elapsed)
    left = elapsed * (1 - fraction) / fraction
    return f"{_time(elapsed)}, {_time(left)} left" if left >= 1 else _time(elapsed)


def _time(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60} s"


class Watcher:
    """Calls a display now and then while a call runs."""

    def __init__(self, show: Callable | None):
        self._show = show
        self._began = time.monotonic()
        self._shown = self._began + FIRST - REFRESH

    def __enter__(self) -> Callable | None:
        return None if self._show is None else self._event

    def __exit__(self, *_: Any) -> None:
        close = getattr(self._show, "close", None)
        if close is not None:
            close()

    def _event(self, task: str, fraction: float | None, _notes: list) -> None:
        now = time.monotonic()
        if now - self._shown >= REFRESH:
            self._shown = now
            self._show(task, fraction, now - self._began)


class _Terminal:
    """One line on standard error that is written over."""

    def __init__(self) -> None:
        self._open = False

    def __call__(self, task: str, fraction: float | None, elapsed: float) -> None:
        width = shutil.get_terminal_size().columns
        done = "" if fraction is None else f"{100 * fraction:3.0f} % |{_bar(fraction, 20)}| "
        line = f"{done}{task} ({_left(fraction, elapsed)})"[: width - 1]
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()
        self._open = True

    def close(self) -> None:
        if self._open:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _bar(fraction: float, width: int) -> str:
    full = round(fraction * width)
    return "█" * full + " " * (width - full)


class _Notebook:
    """A bar below the cell that goes away at the end."""

    def __init__(self) -> None:
        self._display: Any = None

    def __call__(self, task: str, fraction: float | None, elapsed: float) -> None:
        from html import escape

        from IPython.display import HTML, display

        value = "" if fraction is None else f' value="{fraction:.3f}"'
        page = HTML(f"<progress{value}></progress> {escape(task)} ({_left(fraction, elapsed)})")
        if self._display is None:
            self._display = display(page, display_id=True)
        elif self._display is not None:
            self._display.update(page)

    def close(self) -> None:
        if self._display is not None:
            from IPython.display import HTML

            self._display.update(HTML(""))
