"""The bonus for going out, 100 or 250, and the end of the match: target 1000, 200 for the winner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from rummy500.hooks import (
    LineKind,
    MatchMemory,
    MatchWinners,
    Note,
    Rules,
    ScoreLine,
    ScoreLines,
    StateOrView,
    Tally,
    Verdict,
    has_opened,
    hookimpl,
    recall,
)
from rummy500_oklahoma.swapping import SWAP

OUT: Final = 100
AT_ONCE: Final = 250
MATCH: Final = 200
_BONUS: Final = "oklahoma.out-bonus"


@attrs.frozen
class Reserved:
    """The memory of points that never count towards the target.

    Attributes:
        reserved: these points, for each seat or its side.
    """

    reserved: tuple[int, ...] = ()


def out_at_once(sight: StateOrView) -> bool:
    """Whether a seat has gone out by melding the whole hand in one turn, with nothing melded before."""
    public = sight.public
    return (
        public.out >= 0 and any(play.use != SWAP for play in public.turn.plays) and not has_opened(public, public.out)
    )


_AT_ONCE: Final = LineKind(_BONUS, "at-once", "went out with the whole hand in one turn")
_OUT: Final = LineKind(_BONUS, "out", "went out")


def _bonus(_: Rules, sight: StateOrView) -> Iterator[ScoreLine]:
    if out_at_once(sight):
        yield _AT_ONCE(sight.public.out, AT_ONCE)
    elif sight.public.out >= 0:
        yield _OUT(sight.public.out, OUT)


@hookimpl
def score_lines() -> ScoreLines:
    """Add the bonus for going out: 100 or 250 (`oklahoma.out-bonus`)."""
    return _bonus


def _reserve(rules: Rules, record: Reserved, tally: Tally) -> Reserved:
    if not out_at_once(tally.hand):
        return record
    side = rules.sides[tally.hand.public.out]
    reserved = _by_seat(rules, record)
    return Reserved(tuple(points + AT_ONCE * (rules.sides[seat] == side) for seat, points in enumerate(reserved)))


def _notes(rules: Rules, record: Reserved) -> Iterator[Note]:
    """Say how many points of each seat do not count towards the target."""
    for seat, points in enumerate(_by_seat(rules, record)):
        if points:
            yield Note("bonus apart", str(points), seat)


def _by_seat(rules: Rules, record: Reserved) -> tuple[int, ...]:
    return (*record.reserved, *(0,) * rules.seats)[: rules.seats]


@hookimpl
def memory() -> MatchMemory:
    """Remember bonuses of 250, which do not help to reach the target (`oklahoma.out-bonus`)."""
    return MatchMemory(lambda scores: Reserved((0,) * len(scores)), _reserve, notes=_notes)


@hookimpl
def match_winners(rule: MatchWinners) -> MatchWinners:
    """Count bonuses of 250 only for seats that reach the target without them (`oklahoma.target`).

    After a tie all scores count with these bonuses. The winner of the match gets 200 more, once for a side.
    """

    def winners(rules: Rules, tally: Tally) -> Verdict:
        counting = tally.scores
        if not tally.playoff:
            reserved = _by_seat(rules, recall(rules, tally, Reserved))
            counting = tuple(
                points if _reaches(rules, points - back) else points - back
                for points, back in zip(tally.scores, reserved, strict=True)
            )
        verdict = rule(rules, attrs.evolve(tally, scores=counting))
        return attrs.evolve(verdict, lines=(*verdict.lines, *_reward(rules, verdict)))

    return winners


def _reaches(rules: Rules, points: int) -> bool:
    return points > rules.match.target if rules.options["match.reached"] == "exceed" else points >= rules.match.target


_WON: Final = LineKind("oklahoma.target", "won", "won the match")


def _reward(rules: Rules, verdict: Verdict) -> Iterator[ScoreLine]:
    sides = {rules.sides[seat]: seat for seat in reversed(verdict.winners)}
    for seat in sorted(sides.values()):
        yield _WON(seat, MATCH)
