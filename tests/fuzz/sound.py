"""Check loaded states and matches, without the library's own check."""

from __future__ import annotations

from collections.abc import Sequence

import rummy500 as r5
from rummy500.actions import USE_GROUP, USE_RUN


def check_state(rules: r5.Rules, state: r5.State, left_out: Sequence[str] = ()) -> None:
    """Check that a state has no defects except the named ones, and that the melds of its turn lie on the table.

    Raises:
        AssertionError: if the check fails.
    """
    found = [defect.name for defect in r5.status(rules, state) if defect.name not in left_out]
    assert not found, f"a state is loaded with {found[0]}"
    public = state.public
    melded = sum(play.use in {USE_RUN, USE_GROUP} for play in public.turn.plays)
    begun = sum(meld.owner == public.to_act for meld in public.table)
    assert melded <= begun, "a state is loaded with plays that lie nowhere"


def check_match(rules: r5.Rules, match: r5.Match) -> None:
    """Check that a match agrees with itself: its scores are the sum, and it is over or goes on.

    Raises:
        AssertionError: if the check fails.
    """
    lines = [*(line for played in match.hands for line in played.score.lines), *match.lines]
    sums = tuple(
        sum(line.points for line in lines if rules.sides[line.seat] == rules.sides[seat]) for seat in range(rules.seats)
    )
    assert match.scores == sums, "a match is loaded with scores that are not sums"
    for played in match.hands:
        by_seat = [sum(line.points for line in played.score.lines if line.seat == seat) for seat in range(rules.seats)]
        assert list(played.score.by_seat) == by_seat, "a match is loaded with a hand that is not its lines"
    best = tuple(seat for seat, points in enumerate(match.scores) if points == max(match.scores))
    assert match.winners in {(), best}, "a match is loaded with winners that are not the best"
    assert match.hands or not match.winners, "a match is loaded that was won before it began"
    if match.hand is not None:
        assert not match.winners, "a match is loaded that is won and goes on"
        assert not r5.is_over(match.hand), "a match is loaded with a finished hand"
        check_state(rules, match.hand)
