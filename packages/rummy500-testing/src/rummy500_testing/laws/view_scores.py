"""The law of scores of views: hidden cards change no line that a view gives."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rummy500.engine.scoring import score_hand
from rummy500.game.view import observe
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore
from rummy500.state import State, View
from rummy500_testing.hidden import redealt
from rummy500_testing.law import Fault, law
from rummy500_testing.snapshot import Snapshot


@law(costly=True)
def the_score_of_a_view_is_certain(snapshot: Snapshot) -> Fault | None:
    """A view has only score lines that no hidden card can change, and names the seats that may have more.

    If the view hides no hand and nothing that plugins remember, its score is that of the state.
    """
    rules, state = snapshot.rules, snapshot.state
    for seat in (*range(rules.seats), None):
        view = observe(rules, state, seat)
        seen = score_hand(rules, view)
        other = redealt(rules, state, seat, snapshot.rng)
        what = (
            _uncertain(seen, score_hand(rules, state))
            or _uncertain(seen, score_hand(rules, other))
            or _withheld(rules, state, view, seen)
        )
        if what:
            return Fault(f"{'a spectator' if seat is None else f'seat {seat}'} {what}")
    return None


def _uncertain(seen: HandScore, whole: HandScore) -> str:
    """Find a line or a total of a view that a state does not have; empty if there is none."""
    more = Counter(seen.lines) - Counter(whole.lines)
    if more:
        return f"sees {next(iter(more))!r}, which hidden cards change"
    for seat, (points, all_points) in enumerate(zip(seen.by_seat, whole.by_seat, strict=True)):
        if points != all_points and seat not in seen.partial:
            return f"sees {points} points of seat {seat} as its total, which may be {all_points}"
    return ""


def _withheld(rules: Rules, state: State, view: View, seen: HandScore) -> str:
    """Find out whether a view from which nothing is hidden has a smaller score; empty if it has not."""
    if view.slots != state.slots or any(view.hand_of(seat) is None for seat in range(rules.seats)):
        return ""
    return "" if seen == score_hand(rules, state) else "sees every hand, but not the whole score"


VIEW_SCORE_LAWS: Final = (the_score_of_a_view_is_certain,)
