"""Who has won a match (`match.target`, `match.highest`, `match.tie`)."""

from __future__ import annotations

from collections.abc import Sequence

from rummy500.rules import Rules, Tally, Verdict


def match_winners(rules: Rules, tally: Tally) -> Verdict:
    """Who has won after a hand, and whether a tie is played on.

    Args:
        rules: the rules in force.
        tally: the match right after the hand.
    """
    if not tally.playoff and not any(reaches(rules, points) for points in tally.scores):
        return Verdict()
    winners = leaders(rules, tally.scores)
    return Verdict(winners, playoff=not winners)


def reaches(rules: Rules, points: int) -> bool:
    """`match.target`: whether a score ends the match."""
    target = rules.target
    return points > target if rules.options["match.reached"] == "exceed" else points >= target


def leaders(rules: Rules, scores: Sequence[int]) -> tuple[int, ...]:
    """The seats of the one side with the highest score; none where sides tie (`match.highest`, `match.tie`)."""
    best = max(scores)
    seats = tuple(seat for seat, points in enumerate(scores) if points == best)
    return seats if len({rules.sides[seat] for seat in seats}) == 1 else ()
