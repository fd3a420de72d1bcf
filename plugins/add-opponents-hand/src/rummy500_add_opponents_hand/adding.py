"""The score of opponents' cards when the hand has ended (`score.add-opponents`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy500 import cards_text
from rummy500.hooks import (
    OVER_PHASE,
    Deducts,
    LineKind,
    Rules,
    ScoreLine,
    ScoreLines,
    StateOrView,
    Unsettled,
    cards_of,
    hookimpl,
    nobody_deducts,
    points_in_hand,
)
from rummy500_add_opponents_hand.names import ADD_RULE

#: If nobody has gone out, hands are added only between two sides.
_SIDES: Final = 2


@hookimpl
def deducts() -> Deducts:
    """Let nobody deduct, whatever earlier plugins answer."""
    return nobody_deducts


@hookimpl
def score_lines() -> ScoreLines:
    """Add a line for each hand that counts for an opponent."""
    return _added


_LEFT: Final = LineKind(ADD_RULE, "left", "left in the hand of {of_seat:seat}")


def _added(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine | Unsettled]:
    counts = points_in_hand(rules, sight)
    for seat in range(rules.seats):
        to = _counts_for(rules, sight, seat) if sight.public.hand_size(seat) else None
        # A later plugin may deduct a hand after all. Such a hand is not counted a second time.
        deducted, hand = rules.scoring.deducts(rules, sight, seat), sight.hand_of(seat)
        if to is None or deducted:
            continue
        if hand is None or deducted is None:
            yield Unsettled(to)
        else:
            cards = cards_of(hand)
            points = sum(counts[card] for card in cards)
            yield _LEFT(to, points, cards_text(cards), of_seat=seat)


def _counts_for(rules: Rules, sight: StateOrView, seat: int) -> int | None:
    """The seat that a seat's hand counts for, `None` if it counts for nobody."""
    sides, out = rules.sides, sight.public.out
    if out >= 0:
        return out if sides[seat] != sides[out] else None
    if sight.public.phase != OVER_PHASE or len(set(sides)) != _SIDES:
        return None
    return next(other for other in range(rules.seats) if sides[other] != sides[seat])
