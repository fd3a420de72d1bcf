"""What a score is made of: lines, each with its rule, and their totals."""

from __future__ import annotations

import attrs


@attrs.frozen
class ScoreLine:
    """One line of a hand's score.

    Attributes:
        seat: whose line it is.
        points: what it adds, or takes away if negative.
        rule: the rule id behind it.
        about: what it is for, in words.
        cards: the cards that it counts, as text.
    """

    seat: int
    points: int
    rule: str
    about: str
    cards: str = ""


@attrs.frozen
class HandScore:
    """The score of a hand.

    Attributes:
        lines: every line, seat by seat.
        by_seat: the total of each seat's lines.
        by_side: the total of each side, the side of seat 0 first; where everybody plays alone the same as `by_seat`.
        final: whether the hand is over; as things stand if not.
    """

    lines: tuple[ScoreLine, ...]
    by_seat: tuple[int, ...]
    by_side: tuple[int, ...]
    final: bool
