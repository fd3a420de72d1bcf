"""Watch the time of a run of laws: its progress, its limit, and the slowest function of a plugin."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from rummy500 import Rules
from rummy500.rules.plugin_errors import frame_text

#: So many seconds of processor time pass between two looks at the running function.
_TICK: Final = 0.01
#: So many seconds pass between two lines about the progress.
_QUIET: Final = 5


class OutOfTime(BaseException):
    """Raised within a run of laws when its limit has passed."""


class Clock:
    """The time of a run; a context manager watches it and, where the system allows, stops even a function that hangs.

    Attributes:
        about: what the run does at the moment, for its progress.
    """

    def __init__(self, rules: Rules, seconds: float | None, tell: Callable[[str], None] | None) -> None:
        """Start the clock.

        Args:
            rules: the rules whose plugins are watched.
            seconds: the limit, `None` for none.
            tell: is given a line about the progress now and then.
        """
        self.about = ""
        self._began = self._told = time.monotonic()
        self._limit, self._tell = seconds, tell
        functions = (each for hooks in rules.origin.hook_functions.values() for each in hooks.values())
        homes = {str(getattr(function, "__module__", "")) for function in functions}
        self._homes = tuple(home.rpartition(".")[0] or home for home in homes if home)
        self._all, self._ticks = 0, Counter[str]()

    @property
    def slowest(self) -> str:
        """Describe the function of a plugin that ran for longest; empty if none ran for long."""
        for function, ticks in self._ticks.most_common(1):
            return f"{function}: {100 * ticks // self._all} % of the time"
        return ""

    @contextmanager
    def watching(self) -> Generator[None, None, None]:
        """Watch the functions of plugins, by a timer that only the main thread can have."""
        if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGPROF, self._tick)
        signal.setitimer(signal.ITIMER_PROF, _TICK, _TICK)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)

    def check(self) -> None:
        """Tell the progress, and end the run if its time has passed.

        Raises:
            OutOfTime: if the limit has passed.
        """
        now = time.monotonic()
        if self._tell is not None and now - self._told >= _QUIET:
            self._told = now
            slowest = f"; slowest so far {self.slowest}" if self._ticks else ""
            self._tell(f"{self.about}, {now - self._began:.0f} s{slowest}")
        if self._limit is not None and now - self._began >= self._limit:
            self._limit = None
            raise OutOfTime

    def _tick(self, _: int, frame: FrameType | None) -> None:
        self._all += 1
        while frame is not None:
            code, module = frame.f_code, str(frame.f_globals.get("__name__", ""))
            if module.startswith(self._homes) and not code.co_name.startswith("<"):
                self._ticks[frame_text(frame, code.co_firstlineno)] += 1
                break
            if module.startswith("rummy500_testing."):
                break
            frame = frame.f_back
        self.check()
