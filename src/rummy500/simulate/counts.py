"""Count how often each value occurs, for bars and plots."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final

import attrs

if TYPE_CHECKING:
    from rummy500.simulate.summary import Simulation, Standing

#: An interval of this many standard errors to both sides contains the true value 95 times in 100.
_SURE: Final = 1.96


@attrs.frozen
class Bins:
    """Values sorted into bins of equal width, from a round number on.

    Attributes:
        first: where the first bin begins.
        width: the width of each bin; its begin belongs to it, its end to the next one.
        count: the number of bins.
    """

    first: int
    width: int
    count: int

    @property
    def edges(self) -> tuple[int, ...]:
        """List where the bins begin, and where the last one ends."""
        return tuple(self.first + self.width * index for index in range(self.count + 1))

    def counts(self, values: Sequence[int]) -> tuple[int, ...]:
        """Count the values in each bin."""
        found = [0] * self.count
        for value in values:
            found[(value - self.first) // self.width] += 1
        return tuple(found)


def bins_for(values: Sequence[int], most: int) -> Bins:
    """Make bins for all values, with a round width: 1, 2, 5, 10, 20, 50 and so on.

    Args:
        values: at least one.
        most: the most bins, two or more.
    """
    low, high = min(values), max(values)
    scale = 1
    while True:
        for step in (1, 2, 5):
            width = step * scale
            first = low // width * width
            count = (high - first) // width + 1
            if count <= most:
                return Bins(first, width, count)
        scale *= 10


def scores_of(found: Simulation, player: str) -> list[int]:
    """List the scores of a player in every match, one for each seat that it took."""
    return [
        score
        for result in found.matches
        for name, score in zip(result.players, result.scores, strict=True)
        if name == player
    ]


def lengths(found: Simulation) -> list[int]:
    """Count the turns of each hand that was played to its end."""
    return [hand.turns for result in found.matches for hand in result.hand_results if not hand.truncated]


def share_of_wins(standing: Standing, matches: int) -> tuple[float, float, float]:
    """Return the share of wins, and its 95 % confidence interval (Wilson).

    Seats of one match do not win independently of each other, so the interval counts matches; if a player takes several
    seats, it is too wide rather than too narrow.
    """
    part = standing.wins / standing.played
    square = _SURE * _SURE / matches
    middle = (part + square / 2) / (1 + square)
    reach = _SURE * sqrt(part * (1 - part) / matches + square / matches / 4) / (1 + square)
    return part, max(0.0, middle - reach), min(1.0, middle + reach)
