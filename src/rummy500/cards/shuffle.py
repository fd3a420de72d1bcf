"""A shuffle that gives the same order for a seed on every Python version."""

from __future__ import annotations

from typing import Final, Protocol

_BITS: Final = 32
_ALL: Final = 1 << _BITS


class RandomBits(Protocol):
    """A source of random bits; `random.Random` is one."""

    def getrandbits(self, k: int, /) -> int:
        """A whole number of `k` random bits."""
        ...


def shuffled(cards: bytes, random_source: RandomBits) -> bytes:
    """Shuffle cards (Fisher and Yates), with 32 random bits for each card and rejection.

    `random.Random.getrandbits` is the same on every Python version; `shuffle` and `randrange` need not be.
    """
    order = bytearray(cards)
    more = random_source.getrandbits
    for last in range(len(order) - 1, 0, -1):
        # This is `below` without a call for each card. Its first comparison is nearly always enough.
        bound = last + 1
        bits = more(_BITS)
        while bits >= _ALL - bound and bits >= _ALL - _ALL % bound:
            bits = more(_BITS)
        other = bits % bound
        order[last], order[other] = order[other], order[last]
    return bytes(order)


def below(bound: int, random_source: RandomBits) -> int:
    """A whole number from 0 to below `bound`, each equally likely, the same on every Python.

    Args:
        bound: 1 to 2**32.
        random_source: the source of random bits.
    """
    bits = random_source.getrandbits(_BITS)
    while bits >= _ALL - _ALL % bound:
        bits = random_source.getrandbits(_BITS)
    return bits % bound
