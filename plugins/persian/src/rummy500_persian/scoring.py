"""Card points, doubled groups and the bonus for going out (`persian.*`)."""

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
    StateOrView,
    Unsettled,
    hookimpl,
    rank_of,
)
from rummy500_persian.doubles import double_lines
from rummy500_persian.names import FLAVOUR, TWO_DEALS

#: The points of a joker, on the table and in hand.
JOKER_POINTS: Final = 20
#: The points of an ace in the flavour 003, wherever it is.
ACE_POINTS: Final = 15
#: The points for going out, before they are divided by the unit (`score.fifths`).
OUT_BONUS: Final = 25
_ACE: Final = 0


@hookimpl
def card_points(card: int, options: Mapping[str, OptionValue]) -> int | None:
    """Count 20 for a joker (`persian.jokers`), and 15 for an ace in flavour 003."""
    if card == JOKER:
        return JOKER_POINTS
    always = options[FLAVOUR] != TWO_DEALS and card < JOKER and rank_of(card) == _ACE
    return ACE_POINTS if always else None


@hookimpl
def score_lines() -> LinesAfter:
    """Add doubled groups of four, after what other plugins add for these groups, and the bonus for going out."""
    return LinesAfter(_lines)


_OUT: Final = LineKind("persian.out-bonus", "out", "went out")


def _lines(rules: Rules, sight: StateOrView, so_far: tuple[ScoreLine | Unsettled, ...]) -> Iterator[ScoreLine]:
    yield from double_lines(rules, sight, so_far)
    if sight.public.out >= 0:
        yield _OUT(sight.public.out, OUT_BONUS // rules.scoring.unit)
