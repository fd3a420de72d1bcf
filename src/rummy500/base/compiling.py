"""`mypyc_attr` marks a class that mypyc compiles and that programs may derive from; interpreted it does nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

__all__ = ["mypyc_attr"]

T = TypeVar("T")

if TYPE_CHECKING:  # mypyc reads it here; the package is not needed to run
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_: bool) -> Callable[[T], T]:
        """Leave a class as it is."""
        return lambda each: each
