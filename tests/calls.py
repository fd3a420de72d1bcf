"""Count function calls: a cost that is equal on every machine, however busy it is."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls_of(work: Callable[[], object]) -> int:
    """Count the calls of some work: of functions, with those of C, and of resumed generators."""
    made = 0

    def count(_: FrameType, event: str, __: Any) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()  # callbacks of the garbage collector do not belong to the work
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    return made
