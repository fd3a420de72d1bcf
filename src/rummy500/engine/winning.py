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
    return verdict_on(rules, tally.scores, playoff=tally.playoff)


def verdict_on(rules: Rules, scores: Sequence[int], *, playoff: bool) -> Verdict:
    """Who has won with these scores, and whether a tie is played on.

    Args:
        rules: the rules in force.
        scores: each seat's score after a hand; where sides play, its side's.
        playoff: whether that hand was played after a tie.
    """
    if not playoff and not any(reaches(rules, points) for points in scores):
        return Verdict()
    winners = leaders(rules, scores)
    return Verdict(winners, playoff=not winners)


def reaches(rules: Rules, points: int) -> bool:
    """`match.target`: whether a score ends the match."""
    target = rules.match.target
    if not target:
        return False
    return points > target if rules.options["match.reached"] == "exceed" else points >= target


def leaders(rules: Rules, scores: Sequence[int]) -> tuple[int, ...]:
    """The seats of the one side with the highest score; none where sides tie (`match.highest`, `match.tie`)."""
    best = max(scores)
    seats = tuple(seat for seat, points in enumerate(scores) if points == best)
    return seats if len({rules.sides[seat] for seat in seats}) == 1 else ()
