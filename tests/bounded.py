"""Limit the time of every test: one that hangs fails, and the run goes on."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

#: Seconds, far longer than any quick test takes on a busy machine.
LIMIT: Final = 300.0
#: Seconds for a test marked `slow`.
SLOW_LIMIT: Final = 4 * LIMIT


@contextmanager
def bounded(seconds: float = LIMIT) -> Generator[None]:
    """Raise an error after some time; do nothing if the system has no alarm.

    Args:
        seconds: the limit.

    Raises:
        TimeoutError: after that time, in the main thread, wherever it waits. The workers of this process are killed
            first, because shutting down a pool waits for them.
    """
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def end(_: int, __: FrameType | None) -> None:
        for worker in multiprocessing.active_children():
            worker.kill()
        raise TimeoutError(f"it took longer than {seconds:g} seconds")

    before, began = signal.signal(signal.SIGALRM, end), time.monotonic()
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:  # limits may be nested
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (time.monotonic() - began)))
