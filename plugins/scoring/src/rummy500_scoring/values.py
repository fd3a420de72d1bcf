"""Card points, and the line for four aces (`score.ace-*`, `score.ten-five`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rummy500.hooks import (
    JOKER,
    LineKind,
    Meld,
    OptionValue,
    Rules,
    ScoreLine,
    ScoreLines,
    StateOrView,
    hookimpl,
    piece_card,
    pieces_text,
    rank_of,
)
from rummy500_scoring.names import (
    ACE,
    ACE_HUNDRED_RULE,
    FIFTEEN,
    HUNDRED,
    TEN_FIVE,
    TWENTY_FIVE,
)

_ACE: Final = 0
_TEN: Final = 9
#: The points of an ace under each value; `hundred` leaves an ace at the low end of a run to the other rules.
_ACE_POINTS: Final[Mapping[OptionValue, int]] = {FIFTEEN: 15, TWENTY_FIVE: 25, HUNDRED: 15}
#: The points of a joker in the base game.
_JOKER_POINTS: Final = 15
#: The number of natural aces of one player that count `_TOGETHER`.
_ACES: Final = 4
_TOGETHER: Final = 100


@hookimpl
def card_points(card: int, place: str, points: int, options: Mapping[str, OptionValue]) -> int | None:
    """Set card points (`score.ace-fifteen`, `score.ace-25`, `score.ace-hundred`, `score.ten-five`).

    For aces `scoring.ace` overrides `scoring.ten-five`. `hundred` concerns high aces only: other rules set the points
    of an ace at the low end of a run. With `scoring.ten-five` a joker counts 5, unless another plugin has changed the
    15 of the base game.
    """
    left_to_others = place == "low" and options[ACE] == HUNDRED
    if card < JOKER and rank_of(card) == _ACE and options[ACE] in _ACE_POINTS and not left_to_others:
        return _ACE_POINTS[options[ACE]]
    if not options[TEN_FIVE]:
        return None
    if card >= JOKER:
        return 5 if points == _JOKER_POINTS else None
    return 10 if rank_of(card) >= _TEN else 5


@hookimpl
def score_lines(options: Mapping[str, OptionValue]) -> ScoreLines | None:
    """Add the points that four aces of one player in a group lack of 100 (`score.ace-hundred`)."""
    return _hundreds if options[ACE] == HUNDRED else None


_HUNDRED: Final = LineKind(ACE_HUNDRED_RULE, "hundred", "four aces of one player, {meld}")


def _hundreds(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine]:
    for number, meld in enumerate(sight.public.table):
        if meld.is_run or meld.line != _ACE:
            continue
        for seat in sorted(set(meld.by)):
            aces = _natural_aces(meld, seat)[:_ACES]
            lacking = _TOGETHER // rules.scoring.unit - sum(rules.scoring.points.piece(ace, "group") for ace in aces)
            if len(aces) == _ACES and lacking > 0:
                cards = pieces_text(aces)
                yield _HUNDRED(seat, lacking, cards, meld.owner, number)


def _natural_aces(meld: Meld, seat: int) -> list[int]:
    """The natural aces that a seat has played to a group of aces, as pieces."""
    return [
        piece
        for piece, by in zip(meld.pieces, meld.by, strict=True)
        if by == seat and piece_card(piece) < JOKER and rank_of(piece_card(piece)) == _ACE
    ]
