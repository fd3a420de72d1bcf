"""`HandScore`: the lines of a hand's score, each with its rule, and their totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from rummy500.errors import filled

#: The most characters of a template with facts, and of each fact, so that a saved line can never grow large.
_LONGEST: Final = 1_000


def _short_enough(line: ScoreLine, _field: object, pairs: tuple[tuple[str, str], ...]) -> None:
    if pairs and max(len(text) for text in (line.template, *(fact for _, fact in pairs))) > _LONGEST:
        raise ValueError(f"has a template or a fact of more than {_LONGEST:,} characters")


@attrs.frozen
class ScoreLine:
    """One line of a hand's score: data, and a sentence made from the data.

    Attributes:
        seat: the seat that it counts for.
        points: the points that it adds; negative if it takes points away.
        rule: the rule id behind it.
        kind: a short name for this kind of line under that rule; with `rule` it is a key for translations.
        template: the reason in English, with a name in braces for each fact.
        cards: the cards that it counts, as text.
        of_seat: the seat whose hand or meld it is about, -1 for none; the fact `of_seat`.
        meld: the place of the meld that it is about, from 0, -1 for none; the fact `meld`, such as `m1`.
        pairs: all other facts, as pairs of name and text.

    Examples:
        >>> line = ScoreLine(0, 25, "house.spoils", "left", "left in the hand of seat {of_seat}", "Kd 9s 6c", of_seat=2)
        >>> line.about
        'left in the hand of seat 2'
    """

    seat: int
    points: int
    rule: str
    kind: str
    template: str
    cards: str = ""
    of_seat: int = -1
    meld: int = -1
    pairs: tuple[tuple[str, str], ...] = attrs.field(default=(), validator=_short_enough)

    @property
    def key(self) -> str:
        """The key of its sentence for translations: `score:RULE:KIND`."""
        return f"score:{self.rule}:{self.kind}"

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of the template, by name."""
        facts = dict(self.pairs)
        if self.of_seat >= 0:
            facts["of_seat"] = str(self.of_seat)
        if self.meld >= 0:
            facts["meld"] = f"m{self.meld + 1}"
        return facts

    @property
    def about(self) -> str:
        """The reason, in words."""
        return filled(self.template, self.facts)


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

    def __repr__(self) -> str:
        """The score in short: in a log it shows no hidden card, and no points that depend on one."""
        return f"<HandScore: {len(self.lines)} lines, {f'final, {self.by_seat}' if self.final else 'not final'}>"
