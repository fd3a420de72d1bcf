"""Who has won after a hand, and who deals next (`match.*`, `deal.next-dealer`)."""

from __future__ import annotations

from collections.abc import Sequence

from rummy500.match import Match
from rummy500.rules import Rules
from rummy500.state import State
from rummy500.testing.model.known import number


def ends(rules: Rules, points: int) -> bool:
    """`match.target`: whether a score ends the match."""
    target = number(rules, "match.target")
    return points > target if rules.options["match.reached"] == "exceed" else points >= target


def winners(rules: Rules, scores: Sequence[int], *, playoff: bool) -> tuple[tuple[int, ...], bool]:
    """`match.highest`, `match.tie`: the seats that have won, and whether a tie is played on.

    Args:
        rules: the rules in force.
        scores: each seat's score with the hand in it; where sides play, its side's.
        playoff: whether the hand was played after a tie.
    """
    if not playoff and not any(ends(rules, points) for points in scores):
        return (), False
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    tied = len({rules.sides[seat] for seat in best}) > 1
    return ((), True) if tied else (tuple(best), False)


def dealer_after(rules: Rules, hand: State, by_seat: Sequence[int]) -> int:
    """`deal.next-dealer`: to the left, to the right, or whoever went out, else the one best, else the same."""
    dealer, way = hand.open.dealer, rules.options["deal.next-dealer"]
    if way == "right":
        return (dealer - 1) % rules.seats
    if way == "left" or len(set(rules.sides)) < rules.seats:
        return (dealer + 1) % rules.seats
    if hand.open.out >= 0:
        return hand.open.out
    best = [seat for seat, points in enumerate(by_seat) if points == max(by_seat)]
    return best[0] if len(best) == 1 else dealer


def added(rules: Rules, before: Match, by_seat: Sequence[int]) -> tuple[int, ...]:
    """The scores of a match with a hand in them: each seat has what its whole side has made."""
    sides = rules.sides
    return tuple(
        score + sum(points for seat, points in enumerate(by_seat) if sides[seat] == side)
        for score, side in zip(before.scores, sides, strict=True)
    )
