"""What has been worked out once is kept, up to a bound."""

from __future__ import annotations

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_MOST: Final = 50_000


class Memo(dict[K, V]):
    """A dictionary of answers that starts anew when it is full."""

    __slots__ = ()

    def keep(self, key: K, value: V) -> V:
        """Keep an answer and give it back."""
        if len(self) >= _MOST:
            self.clear()
        self[key] = value
        return value
