"""`HandScore`: the lines of a hand's score, each with its rule, and their totals."""

from __future__ import annotations

import attrs


@attrs.frozen
class ScoreLine:
    """One line of a hand's score.

    Attributes:
        seat: the seat that it counts for.
        points: the points that it adds; negative if it takes points away.
        rule: the rule id behind it.
        about: the reason, in words.
        cards: the cards that it counts, as text.
    """

    seat: int
    points: int
    rule: str
    about: str
    cards: str = ""


@attrs.frozen
class Unsettled:
    """In place of a line: hidden cards decide whether a seat has it, or how many points it adds.

    Attributes:
        seat: the seat that it counts for.
    """

    seat: int


@attrs.frozen
class HandScore:
    """The score of a hand, finished or not.

    Attributes:
        lines: every line, seat by seat; for a view, the lines that hidden cards cannot change.
        by_seat: the total of each seat's lines.
        by_side: the total of each side, the side of seat 0 first; equal to `by_seat` if everybody plays alone.
        final: whether the hand is over; if not, the lines are those of the cards as they lie now.
        partial: the seats, in order, whose totals lack lines that hidden cards decide; empty for a whole state.
    """

    lines: tuple[ScoreLine, ...]
    by_seat: tuple[int, ...]
    by_side: tuple[int, ...]
    final: bool
    partial: tuple[int, ...] = ()
