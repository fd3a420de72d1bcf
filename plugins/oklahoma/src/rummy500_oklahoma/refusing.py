"""Replaces refusals of the core by refusals that name a rule of Oklahoma."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import (
    OFFER_PHASE,
    Action,
    Refusal,
    Refused,
    Rules,
    View,
    at_hand,
    check_at_hand,
    hookimpl,
    refuse,
    view_with,
)
from rummy500_oklahoma.cards import DEUCES, QUEEN_OF_SPADES
from rummy500_oklahoma.forbidding import barred_queens, refuse_queen


def _below_the_top(rules: Rules, view: View, action: Action) -> Refusal:
    """Refuse a take below the top (`draw.whole-pile`), or missing cards that the whole pile does not have, either."""
    missing = check_at_hand(at_hand(rules, view_with(rules, view, 1)), action.pieces) if action.pieces else None
    return missing or refuse(
        "draw.whole-pile", "below", "Only the top discard can be taken, and the whole pile comes with it."
    )


_NATURAL: Final = "{card} is natural in a group of its own rank and cannot stand for another card there."


@hookimpl
def refused(rule: Refused) -> Refused:
    """Replace refusals of the core that are due to a rule of Oklahoma."""

    def renamed(rules: Rules, view: View, action: Action, refusal: Refusal) -> Refusal:
        known = rule(rules, view, action, refusal)
        if known.rule == "meld.group-max" or (known.rule, known.reason) == ("meld.joker-role", "no-such-card"):
            return refuse("oklahoma.group-closed", "closed", "A group of four is closed: none has a fifth card.")
        if known.rule == "meld.joker-count" and any(piece & 63 in DEUCES for piece in action.pieces):
            return refuse("oklahoma.deuce", "only-wild", "A meld with deuces needs at least one natural card.")
        if (known.rule, known.reason) == ("meld.joker-role", "natural"):
            return refuse("oklahoma.deuce", "natural", _NATURAL, **known.facts)
        if known.rule == "draw.deep":
            return _below_the_top(rules, view, action)
        if known.rule == "discard.not-taken" and action.card == QUEEN_OF_SPADES and barred_queens(rules, view):
            return refuse_queen(action.card)
        if known.rule == "draw.top" and view.public.phase == OFFER_PHASE:
            text = "The upcard on offer is taken only to be used at once: say how."
            return refuse("deal.opening-offer", "unused", text)
        return known

    return renamed
