"""`Memo`: a dictionary of computed answers, with a bound."""

from __future__ import annotations

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_MOST: Final = 50_000


class Memo(dict[K, V]):
    """A dictionary of computed answers that is emptied when it is full."""

    __slots__ = ()

    def keep(self, key: K, value: V) -> V:
        """Store an answer and return it."""
        if len(self) >= _MOST:
            self.clear()
        self[key] = value
        return value
