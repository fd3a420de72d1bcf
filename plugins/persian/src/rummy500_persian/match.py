"""The winner of a game of Persian, and the 50 points for winning (`persian.game`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from rummy500.hooks import (
    LineKind,
    MatchMemory,
    MatchWinners,
    Note,
    OptionValue,
    Rules,
    Tally,
    Verdict,
    hookimpl,
    leaders,
    recall,
)
from rummy500_persian.names import FLAVOUR, TWO_DEALS

#: The points for winning the game, before they are divided by the unit (`score.fifths`).
WIN_BONUS: Final = 50
#: The deals of a game in the flavour of 001.
_DEALS: Final = 2


@attrs.frozen
class Deals:
    """The memory of a game of two deals.

    Attributes:
        deals: the number of deals that have been played.
    """

    deals: int = 0


@hookimpl
def match_winners(rule: MatchWinners, options: Mapping[str, OptionValue]) -> MatchWinners:
    """Let the better side win after two deals in flavour 001; a tie has one deal more. The winner gets 50 points."""

    def rewarded(rules: Rules, tally: Tally) -> Verdict:
        verdict = (_after_two_deals if options[FLAVOUR] == TWO_DEALS else rule)(rules, tally)
        # A line counts for the whole side of its seat.
        won = (_WON(seat, WIN_BONUS // rules.scoring.unit) for seat in verdict.winners[:1])
        return attrs.evolve(verdict, lines=(*verdict.lines, *won))

    return rewarded


def _start(scores: tuple[int, ...]) -> Deals:
    return Deals(1 if any(scores) else 0)


def _after(_rules: Rules, deals: Deals, _tally: Tally) -> Deals:
    return Deals(deals.deals + 1)


def _notes(_rules: Rules, deals: Deals) -> Iterator[Note]:
    yield Note("deals played", str(deals.deals))


#: Counts the deals in flavour 001; a match with scores and no memory has had one.
DEALS_PLAYED: Final = MatchMemory(_start, _after, notes=_notes)


def _after_two_deals(rules: Rules, tally: Tally) -> Verdict:
    if recall(rules, tally, Deals).deals < _DEALS:
        return Verdict()
    winners = leaders(rules, tally.scores)
    return Verdict(winners, playoff=not winners)


_WON: Final = LineKind("persian.game", "won", "won the game")
