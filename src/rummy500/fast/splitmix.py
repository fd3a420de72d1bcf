"""`SplitMix64`: random numbers from 64 bits of state, the same in every build."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from mypy_extensions import i64

_64_BITS: Final = (1 << 64) - 1
#: Whether this module is compiled.
_COMPILED: Final = not __file__.endswith(".py")


@final
class SplitMix64:
    """The generator SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, which a constant steps on.

    Compiled, the numbers are C integers with a sign, which wrap by themselves; interpreted, `_kept` cuts them.
    """

    __slots__ = ("_kept", "_state")

    _state: i64
    _kept: i64

    def __init__(self, seed: int) -> None:
        self._kept = -1 if _COMPILED else _64_BITS
        self._state = seed - (seed >> 63 << 64)

    def word(self) -> i64:
        """The next 64 bits; compiled they may be negative."""
        word: i64 = self._state + -0x61C8864680B583EB & self._kept
        self._state = word
        word = (word ^ (word >> 30 & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47 & self._kept
        word = (word ^ (word >> 27 & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15 & self._kept
        return word ^ (word >> 31 & 0x1FFFFFFFF)

    def getrandbits(self, k: int, /) -> int:
        """The `k` high bits of the next word; 64 at most."""
        word: int = self.word()
        return (word & _64_BITS) >> 64 - k

    def below(self, bound: i64) -> i64:
        """A number from 0 to below `bound`, as `cards.below` draws it from 32 bits."""
        bits: i64 = self.word() >> 32 & 0xFFFFFFFF
        while bits >= 0x100000000 - 0x100000000 % bound:
            bits = self.word() >> 32 & 0xFFFFFFFF
        return bits % bound
