"""A shuffle of our own, so that a seed gives the same order on every Python."""

from __future__ import annotations

from typing import Final, Protocol

_BITS: Final = 32


class RandomBits(Protocol):
    """A source of random bits; `random.Random` is one."""

    def getrandbits(self, k: int, /) -> int:
        """A whole number of `k` random bits."""
        ...


def shuffled(cards: bytes, random_source: RandomBits) -> bytes:
    """The cards in random order: Fisher and Yates, each place by rejection from 32 random bits.

    `random.Random.getrandbits` is the same on every Python version; `shuffle` and `randrange` need not be.

    Args:
        cards: the cards.
        random_source: where the bits come from.
    """
    order = bytearray(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, random_source)
        order[last], order[other] = order[other], order[last]
    return bytes(order)


def below(bound: int, random_source: RandomBits) -> int:
    """A whole number from 0 to below `bound`, each equally likely, the same on every Python.

    Args:
        bound: 1 to 2**32.
        random_source: where the bits come from.
    """
    limit = (1 << _BITS) - (1 << _BITS) % bound
    while True:
        bits = random_source.getrandbits(_BITS)
        if bits < limit:
            return bits % bound
