"""The winner of a hand: the highest score (`score.michigan`)."""

from __future__ import annotations

from rummy500.hooks import MatchWinners, Rules, Tally, Verdict, hookimpl


@hookimpl
def match_winners() -> MatchWinners:
    """Let the highest score of each hand win; a tie is shared (`score.michigan`)."""
    return _highest_of_the_hand


def _highest_of_the_hand(rules: Rules, tally: Tally) -> Verdict:
    of_side = dict.fromkeys(rules.sides, 0)
    for side, points in zip(rules.sides, tally.score.by_seat, strict=True):
        of_side[side] += points
    best = max(of_side.values())
    return Verdict(tuple(seat for seat, side in enumerate(rules.sides) if of_side[side] == best))
