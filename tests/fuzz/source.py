"""A random source made of bytes, so that a fuzzer that changes bytes changes choices."""

from __future__ import annotations

import random


class Bytes(random.Random):
    """Takes every choice from some bytes, in their order; when they are spent every choice is the first."""

    def __init__(self, data: bytes) -> None:
        """Begin with the bytes."""
        super().__init__(0)
        self._data = data
        self._at = 0

    @property
    def spent(self) -> bool:
        """Return whether no byte is left."""
        return self._at >= len(self._data)

    def getrandbits(self, k: int, /) -> int:
        """Return bits of the next whole bytes."""
        many = (k + 7) // 8
        taken = self._data[self._at : self._at + many]
        self._at += many
        return int.from_bytes(taken, "little") & ((1 << k) - 1)

    def random(self) -> float:
        """Return a fraction of two bytes."""
        return self.getrandbits(16) / (1 << 16)
