"""Count calls of functions: a cost that is equal on every machine, however busy it is."""

from __future__ import annotations

import gc
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Calls:
    """The calls made so far, of functions in Python and C, and of resumed generators."""

    made = 0


@contextmanager
def at_most(calls: float) -> Iterator[Calls]:
    """Count the calls of a block, and fail as soon as it has made more than some."""
    counted, before, collects = Calls(), sys.getprofile(), gc.isenabled()

    def count(_frame: object, event: str, _arg: object) -> None:
        counted.made += event in ("call", "c_call")
        if counted.made > calls:
            raise AssertionError(f"more than {calls:,} calls of functions")

    gc.disable()  # callbacks of the garbage collector do not belong to the work
    sys.setprofile(count)
    try:
        yield counted
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()


def calls_of(work: Callable[[], object]) -> int:
    """Count the calls of some work."""
    with at_most(math.inf) as counted:
        work()
    return counted.made
