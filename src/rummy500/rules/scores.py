"""The points of cards by place, `HandScore`, the lines of a hand's score, and scores as tables for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any, Final, Literal

import attrs

from rummy500.base.errors import Declared, as_pairs, filled
from rummy500.cards.cards import NATURALS, SPARE, Bag, cards_of
from rummy500.cards.pieces import Computed, Meld, Pieces
from rummy500.rules.actions import NONE

#: Where a card counts: in a hand, a group, a run, or as the ace at the low end of a run.
Place = Literal["hand", "group", "run", "low"]
_TABLE_PLACES: Final[tuple[Place, ...]] = ("group", "run", "low")

#: The role of a card in a hand that is wild now: it stands for no card yet.
WILD_IN_HAND: Final = 63
#: Returns the points of a card in a role at a place. A role is a card, 64 and a rank for a wild card in a group, or
#: `WILD_IN_HAND`.
CardPoints = Callable[[int, int, Place], int]
#: Every answer to a case of a table with its plugin, in order; the core's is first, with an empty name.
TableAnswer = tuple[tuple[str, int | None], ...]
#: The answers to each case.
TableAnswers = Mapping[Any, TableAnswer]


class PointTable:
    """The points of each piece at each place, computed on first use."""

    __slots__ = (
        "_card_points", "_in_melds", "_in_plays", "_known", "_most", "_wilds", "in_hand", "in_hands", "most_of",
    )  # fmt: skip

    def __init__(self, card_points: CardPoints, wilds: tuple[int, ...] = ()) -> None:
        self._card_points = card_points
        self._wilds = wilds
        self._known = Computed(self._of_piece)
        self._most = Computed(self._find_most)
        #: For a bag, a bound of the points that its cards count if each that counts for its player is played.
        self.most_of = Computed(self._find_most_of)
        self._in_melds = Computed(self._of_pieces)
        self._in_plays = Computed(self._of_play)
        self.in_hands = Computed(self._of_hand)  # the points of each card in hand, by the faces that are wild
        self.in_hand = self.in_hands[wilds]  # where all that can be wild are

    def _of_hand(self, wilds: tuple[int, ...]) -> tuple[int, ...]:
        roles = (WILD_IN_HAND if card in wilds else card for card in range(SPARE + 1))
        return tuple(self._card_points(card, role, "hand") for card, role in enumerate(roles))

    def piece(self, piece: int, place: Place) -> int:
        """The points of one piece on the table."""
        return self._known[piece, place]

    def _of_piece(self, key: tuple[int, Place]) -> int:
        piece, place = key
        return self._card_points(piece & 63, piece >> 6, place)

    def most(self, card: int) -> int:
        """The most points that a card could count on the table, in any role."""
        return self._most[card]

    def _find_most_of(self, bag: Bag) -> int:
        return sum([most for card in cards_of(bag) if (most := self._most[card]) > 0])

    def _find_most(self, card: int) -> int:
        roles = (card, *range(NATURALS)) if card in self._wilds else (card,)
        return max(self.piece(card + 64 * role, place) for role in roles for place in _TABLE_PLACES)

    def meld(self, meld: Meld) -> list[int]:
        """The points of each piece of a meld, in order."""
        return list(self._in_melds[_places_of(meld, meld.pieces)])

    def play(self, meld: Meld, pieces: Pieces) -> int:
        """The points of the pieces just played to a meld."""
        return self._in_plays[_places_of(meld, pieces)]

    def _of_pieces(self, pieces_at: _PiecesAt) -> tuple[int, ...]:
        place, low, pieces = pieces_at
        return tuple([self.piece(piece, "low" if piece == low else place) for piece in pieces])

    def _of_play(self, pieces_at: _PiecesAt) -> int:
        return sum(self._of_pieces(pieces_at))


#: Pieces on the table: their place, and the piece at the low end of a run that begins with an ace, or `NONE`.
_PiecesAt = tuple[Place, int, Pieces]


def _places_of(meld: Meld, pieces: Pieces) -> _PiecesAt:
    return "run" if meld.low >= 0 else "group", meld.pieces[0] if meld.low == 0 else NONE, pieces


# ---------------------------------------------------------------- scores

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
        of_seat: the seat whose hand or meld it is about, `None` for none; the fact `of_seat`.
        meld: the place of the meld that it is about, from 0, `None` for none; the fact `meld`, such as `m1`.
        pairs: all other facts, as pairs of name and text.
    """

    seat: int
    points: int
    rule: str
    kind: str
    template: str
    cards: str = ""
    of_seat: int | None = None
    meld: int | None = None
    pairs: tuple[tuple[str, str], ...] = attrs.field(default=(), validator=_short_enough)

    @property
    def key(self) -> str:
        """The key of its sentence for translations: `score:RULE:KIND`."""
        return f"score:{self.rule}:{self.kind}"

    @property
    def facts(self) -> Mapping[str, str]:
        """The facts of the template, by name."""
        facts = dict(self.pairs)
        if self.of_seat is not None:
            facts["of_seat"] = str(self.of_seat)
        if self.meld is not None:
            facts["meld"] = f"m{self.meld + 1}"
        return facts

    @property
    def sentence(self) -> str:
        """The reason, in words."""
        return filled(self.template, self.facts)

    about = sentence


class LineKind(Declared):
    """A kind of score line, declared as a constant. Call it for each line; further facts become text.

    Examples:
        >>> LEFT = LineKind("house.spoils", "left", "left in the hand of {of_seat:seat}")
        >>> LEFT(0, 25, "Kd 9s 6c", of_seat=2).about
        'left in the hand of seat 2'
    """

    _use = "score"

    def __call__(
        self,
        seat: int,
        points: int,
        cards: str = "",
        of_seat: int | None = None,
        meld: int | None = None,
        **facts: object,
    ) -> ScoreLine:
        """Make a line; for its fields see `ScoreLine`."""
        return ScoreLine(seat, points, self.rule, self.reason, self.template, cards, of_seat, meld, as_pairs(facts))


@attrs.frozen
class Unsettled:
    """In place of a line: hidden cards decide whether a seat has it, or how many points it adds.

    Attributes:
        seat: the seat that it counts for.
    """

    seat: int


def points_so_far(lines: Iterable[ScoreLine | Unsettled], seat: int) -> int | None:
    """The points of a seat in some lines of a score; `None` if hidden cards decide any of them."""
    total = 0
    for line in lines:
        if line.seat == seat:
            if isinstance(line, Unsettled):
                return None
            total += line.points
    return total


def meld_points_so_far(lines: Iterable[ScoreLine | Unsettled], seat: int, meld: int) -> int:
    """The points of a seat in those lines of a score that are about a meld: a rule that doubles it adds them again.

    Args:
        lines: the lines so far, as a `LinesAfter` gets them.
        seat: the seat.
        meld: the place of the meld on the table, from 0.
    """
    found = (line for line in lines if isinstance(line, ScoreLine) and (line.seat, line.meld) == (seat, meld))
    return sum(line.points for line in found)


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


def html_table(heads: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Write scores or results as notebooks show them."""
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in heads)
    body = ("".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>"
