"""Watch the time of a run of laws: its progress, its limit, and the slowest function of a plugin."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Final, TypeVar

from rummy500 import Rules
from rummy500.rules.blame import frame_text
from rummy500_terminal.time_limit import OutOfTime, watched

T = TypeVar("T")

#: A step of play, or a question of a law, that has run for so many seconds when time runs out is stopped.
_PATIENCE: Final = 10.0
#: So many seconds pass between two lines about the progress.
_QUIET: Final = 5


class Clock:
    """The time of a run: when it has passed the run ends between two steps, or in a function that hangs.

    Attributes:
        about: what the run does at the moment, for its progress.
        hangs: whether the run had to be stopped within a step.
    """

    def __init__(self, rules: Rules, seconds: float | None, tell: Callable[[str], None] | None) -> None:
        """Start the clock.

        Args:
            rules: the rules whose plugins are watched.
            seconds: the limit, `None` for none.
            tell: is given a line about the progress now and then, by the thread that watches.
        """
        self.about, self.hangs = "", False
        self._began = self._told = self._step = time.monotonic()
        self._seconds, self._tell = seconds, tell
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

    def run(self, work: Callable[[], T]) -> T:
        """Do some work under this clock.

        Raises:
            OutOfTime: if the limit passes before its end.
        """
        return watched(work, self._look)

    def check(self) -> None:
        """Begin another step of play, or another question of a law.

        Raises:
            OutOfTime: if the limit has passed.
        """
        self._step = time.monotonic()
        if self._seconds is not None and self._step - self._began >= self._seconds:
            raise OutOfTime

    def _look(self, frame: FrameType | None) -> bool:
        """Count the running function and tell the progress; return whether the running step must be stopped."""
        self._all += 1
        while frame is not None:
            code, module = frame.f_code, str(frame.f_globals.get("__name__", ""))
            if module.startswith(self._homes) and not code.co_name.startswith("<"):
                self._ticks[frame_text(frame, code.co_firstlineno)] += 1
                break
            if module.startswith("rummy500_testing."):
                break
            frame = frame.f_back
        now = time.monotonic()
        if self._tell is not None and now - self._told >= _QUIET:
            self._told = now
            slowest = f"; slowest so far {self.slowest}" if self._ticks else ""
            self._tell(f"{self.about}, {now - self._began:.0f} s{slowest}")
        if self._seconds is None or now - self._began < self._seconds:
            return False
        self.hangs = self.hangs or now - self._step >= min(self._seconds, _PATIENCE)
        return self.hangs
