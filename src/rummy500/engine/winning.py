"""Who has won a match (`match.target`, `match.highest`, `match.tie`)."""

from __future__ import annotations

from collections.abc import Sequence

from rummy500.rules import Rules


def match_winners(rules: Rules, scores: Sequence[int], *, playoff: bool) -> tuple[tuple[int, ...], bool]:
    """Who has won after a hand, and whether a tie is played on.

    Args:
        rules: the rules in force.
        scores: each seat's score after the hand.
        playoff: whether the hand was played after a tie.

    Returns:
        The winning seats, none while the match goes on; and whether the next hand is played after a tie.
    """
    if not playoff and not any(reaches(rules, points) for points in scores):
        return (), False
    winners = leaders(rules, scores)
    return winners, not winners


def reaches(rules: Rules, points: int) -> bool:
    """`match.target`: whether a score ends the match."""
    target = rules.target
    return points > target if rules.options["match.reached"] == "exceed" else points >= target


def leaders(rules: Rules, scores: Sequence[int]) -> tuple[int, ...]:
    """The seats of the one side with the highest score; none where sides tie (`match.highest`, `match.tie`)."""
    best = max(scores)
    seats = tuple(seat for seat, points in enumerate(scores) if points == best)
    return seats if len({rules.sides[seat] for seat in seats}) == 1 else ()
