"""The points of cards, and the lines of a score: for going out, and for a knock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rummy500.hooks import (
    JOKER,
    LineKind,
    LinesAfter,
    OptionValue,
    Rules,
    ScoreLine,
    ScoreLines,
    StateOrView,
    Unsettled,
    has_opened,
    hookimpl,
    points_so_far,
)
from rummy500_house_rules.composing import AS_CARD, AT_ONCE, DOUBLE, KNOCK, OUT_BONUS, QUEEN, SAME, USUAL, WILD_POINTS
from rummy500_house_rules.knocking import knock_lines

_QUEEN_OF_SPADES: Final = 11


@hookimpl
def card_points(card: int, role: int, place: str, role_points: int, options: Mapping[str, OptionValue]) -> int | None:
    """Set the points of the queen of spades, wild or not, and those of wild cards that stand for another card."""
    if card == _QUEEN_OF_SPADES and options[QUEEN]:
        return int(options[QUEEN])
    worth = options[WILD_POINTS]
    if worth == USUAL or (card == role and card != JOKER):
        return None
    if worth == AS_CARD:
        return None if place == "hand" or card == role else role_points
    return int(worth)


_OUT: Final = LineKind(OUT_BONUS, "out", "went out")
_STROKE: Final = LineKind(AT_ONCE, "at-once", "went out with the whole hand in one turn")
_DOUBLED: Final = LineKind(AT_ONCE, "doubled", "whole hand in one turn, counts twice")


def out_at_once(sight: StateOrView) -> bool:
    """Whether a seat has gone out with cards of this turn alone on the table: it had played nothing before."""
    public = sight.public
    return public.out >= 0 and bool(public.turn.plays) and not has_opened(public, public.out)


def _out_lines(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine]:
    out, unit = sight.public.out, rules.scoring.unit
    bonus, at_once = rules.options[OUT_BONUS], rules.options[AT_ONCE]
    if out < 0:
        return
    if at_once not in (SAME, DOUBLE) and out_at_once(sight):
        yield _STROKE(out, int(at_once) // unit)
    elif bonus:
        yield _OUT(out, int(bonus) // unit)


def _lines(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine | Unsettled]:
    yield from _out_lines(rules, sight)
    if rules.options[KNOCK]:
        yield from knock_lines(rules, sight)


def _doubling(
    rules: Rules, sight: StateOrView, so_far: tuple[ScoreLine | Unsettled, ...]
) -> Iterator[ScoreLine | Unsettled]:
    """The lines, and at the end the score of the seat once more if it has gone out at once."""
    mine = tuple(_lines(rules, sight))
    yield from mine
    if out_at_once(sight):
        points = points_so_far((*so_far, *mine), sight.public.out)
        yield Unsettled(sight.public.out) if points is None else _DOUBLED(sight.public.out, points)


@hookimpl
def score_lines(options: Mapping[str, OptionValue]) -> ScoreLines | None:
    """Add the points for going out and for a knock."""
    if options[AT_ONCE] == DOUBLE:
        return LinesAfter(_doubling, last=True)
    return _lines if options[OUT_BONUS] or options[KNOCK] or options[AT_ONCE] != SAME else None
