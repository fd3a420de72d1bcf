"""Stop a function that hangs, and name it: for the scenarios of `rummy500 check` and for the laws of the test kit.

A second thread watches the work, so this works on every system and in every thread, without signals. The kit and the
page load this module without the rest of the terminal: it imports neither click nor rich.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from traceback import walk_tb
from types import FrameType
from typing import Final, TypeVar

from rummy500.rules.blame import blame, blamed_parts, frame_text
from rummy500.rules.rules import Rules

T = TypeVar("T")

#: So many seconds pass between two looks at the running function.
_TICK: Final = 0.01
#: After so many seconds the work is stopped again: a bare `except:` may have caught the error.
_AGAIN: Final = 1.0
#: Packages whose functions are named only if no other function was running.
_NOT_TO_BLAME: Final = frozenset(
    {"rummy500", "rummy500_terminal", "rummy500_testing", "rummy500_testing_cli", "pluggy"}
)


class OutOfTime(BaseException):
    """Raised in work whose time has passed; no `Exception`, so that code that handles any error lets it pass."""


def watched(work: Callable[[], T], is_late: Callable[[FrameType], bool]) -> T:
    """Do some work in this thread while another thread watches it."""
    worker, finished, is_running = threading.get_ident(), threading.Event(), True

    def watch() -> None:
        stopped = -_AGAIN
        while not finished.wait(_TICK) and is_running:
            frame = sys._current_frames().get(worker)  # pyright: ignore[reportPrivateUsage] # the documented name
            late = frame is not None and is_late(frame) and time.monotonic() - stopped >= _AGAIN
            if late and is_running:
                stopped = time.monotonic()
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker), ctypes.py_object(OutOfTime))

    thread = threading.Thread(target=watch, daemon=True)
    try:
        with suppress(RuntimeError):  # a browser has no threads: there nothing is stopped
            thread.start()
        return work()
    finally:
        is_running = False  # a single instruction, which cannot be interrupted; nothing is raised after it
        with suppress(OutOfTime, RuntimeError):  # raised just before it; not joined what has not started
            finished.set()
            thread.join()


def still_running(late: OutOfTime, rules: Rules | None) -> str:
    """Name the function that was running when time ran out: its plugin, file and line, and the notes of the error."""
    by_plugin = "" if rules is None else blame(late, rules)
    frames = list(walk_tb(late.__traceback__))
    suspects = [frame for frame in frames if _package(frame[0]) not in _NOT_TO_BLAME | sys.stdlib_module_names]
    who, place = blamed_parts(late)
    place = place or frame_text(*(suspects or frames)[-1])
    where = [note for note in getattr(late, "__notes__", ()) if note != by_plugin]
    return ", for ".join([f"{who or 'a function'} was still running in {place}", *where])


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
