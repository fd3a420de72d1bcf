"""Who wins a game of Persian, and the fifty for it (`persian.game`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from rummy500.hooks import (
    MatchLines,
    MatchMemory,
    MatchWinners,
    OptionValue,
    Rules,
    ScoreLine,
    Tally,
    Verdict,
    hookimpl,
    leaders,
    recall,
)
from rummy500_persian.names import FLAVOUR, TWO_DEALS

#: What winning the game earns, in whole points (`score.fifths`).
WIN_BONUS: Final = 50
#: The deals of a game in the flavour of 001.
_DEALS: Final = 2


@attrs.frozen
class Deals:
    """What is remembered of a game of two deals.

    Attributes:
        deals: how many have been played.
    """

    deals: int = 0


@hookimpl
def match_memory(options: Mapping[str, OptionValue]) -> MatchMemory | None:
    """001: how many deals have been played; scores of which nothing more is known are those of the first."""
    return MatchMemory(_start, _after) if options[FLAVOUR] == TWO_DEALS else None


@hookimpl
def match_winners(options: Mapping[str, OptionValue]) -> MatchWinners | None:
    """001: the better side after two deals; a tie has one deal more. 003: as in the base game."""
    return _after_two_deals if options[FLAVOUR] == TWO_DEALS else None


@hookimpl
def match_lines() -> MatchLines:
    """Fifty for the side that has won."""
    return _lines


def _start(scores: tuple[int, ...]) -> Deals:
    return Deals(1 if any(scores) else 0)


def _after(_rules: Rules, deals: Deals, _tally: Tally) -> Deals:
    return Deals(deals.deals + 1)


def _after_two_deals(rules: Rules, tally: Tally) -> Verdict:
    if recall(rules, tally, Deals).deals < _DEALS:
        return Verdict()
    winners = leaders(rules, tally.scores)
    return Verdict(winners, playoff=not winners)


def _lines(rules: Rules, _tally: Tally, verdict: Verdict) -> Iterator[ScoreLine]:
    # A line counts for the whole side of its seat.
    for seat in verdict.winners[:1]:
        yield ScoreLine(seat, WIN_BONUS // rules.scoring.unit, "persian.game", "won the game")
