"""The move `knock`, which ends the hand in place of a discard, and its bonus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy500.hooks import (
    Action,
    Bag,
    LineKind,
    Move,
    Reason,
    Refusal,
    Rules,
    ScoreLine,
    State,
    StateOrView,
    Unsettled,
    View,
    cards_of,
    hand_ended,
    points_in_hand,
)
from rummy500_house_rules.composing import KNOCK

BONUS: Final = 25
_ENDED: Final = "knock"

_TOO_MANY: Final = Reason(
    KNOCK, "points", "You may knock with at most {most:number} points in hand; you have {found:number}."
)


def most_points(rules: Rules) -> int:
    """The most points in hand with which a seat may knock, in points of the score."""
    return int(rules.options[KNOCK]) // rules.scoring.unit


def _left(rules: Rules, sight: StateOrView, hand: Bag) -> int:
    points = points_in_hand(rules, sight)
    return sum(points[card] for card in cards_of(hand))


def _check(rules: Rules, view: View, _: Action) -> Refusal | None:
    found = _left(rules, view, view.hand)
    return _TOO_MANY(most=most_points(rules), found=found) if found > most_points(rules) else None


def _end(_: Rules, state: State, __: Action) -> State:
    return hand_ended(state, _ENDED)  # the knocker stays the seat on turn


KNOCK_MOVE: Final = Move("knock", effect=_end, check=_check, ends="hand")

_KNOCKED: Final = LineKind(KNOCK, "knocked", "knocked")
_UNDERCUT: Final = LineKind(KNOCK, "undercut", "had fewer points left than the player who knocked")


def knock_lines(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine | Unsettled]:
    """Pay the seat that knocked, or those with fewer points in hand; a hidden hand decides."""
    if sight.public.ended != _ENDED:
        return
    hands, knocker = [sight.hand_of(seat) for seat in range(rules.seats)], sight.public.to_act
    counts = [_left(rules, sight, hand) for hand in hands if hand is not None]
    if len(counts) < rules.seats:
        yield from map(Unsettled, range(rules.seats))
        return
    fewest = [seat for seat, count in enumerate(counts) if count == min(counts)]
    kind, paid = (_KNOCKED, [knocker]) if knocker in fewest else (_UNDERCUT, fewest)
    for seat in paid:
        yield kind(seat, BONUS // rules.scoring.unit)
