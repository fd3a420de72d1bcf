"""A bound on work: calls of functions are counted, so that neither the machine nor its load makes a difference."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fail as soon as the block has made more calls, of functions in Python or C."""
    left, before = calls, sys.getprofile()

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal left
        left -= event in ("call", "c_call")
        if left < 0:
            raise AssertionError(f"more than {calls:,} calls of functions")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
