"""Checks and plays that doubled takes and splits share: the card's place and its uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy500.hooks import (
    CORE_MOVES,
    OFFER_PHASE,
    Action,
    Bag,
    Move,
    PlayFinder,
    Refusal,
    Rules,
    View,
    card_text,
    piece_card,
    refuse,
)

_CORE: Final = {move.verb: move for move in CORE_MOVES}
#: The core's moves to which the plugin adds suffixes.
TAKE_PLAIN: Final[Move] = _CORE["take"]
MELD_PLAIN: Final[Move] = _CORE["meld"]


def wrong_phase_of_take(rules: Rules, view: View, action: Action) -> Refusal:
    """Refuse a take in the wrong phase; an upcard on offer is taken as it is (`deal.opening-offer`)."""
    if view.public.phase == OFFER_PHASE:
        return refuse("deal.opening-offer", "as-it-is", "The upcard on offer is taken as it is, or passed.")
    return TAKE_PLAIN.wrong_phase(rules, view, action)


def refuse_place(rules: Rules, view: View, depth: int, card: int | None = None) -> Refusal | None:
    """Refuse a card of the pile that cannot be taken at all."""
    pile = view.public.pile
    if not 1 <= depth <= len(pile) or card not in (None, pile[-depth]):
        if card is None:
            return refuse("turn.cards", "not-there", "The card does not lie there in the pile.")
        return refuse("turn.cards", "not-in-pile", "{card} does not lie there in the pile.", card=card_text(card))
    if view.public.turn.stock_only:
        return refuse("deal.opening-offer", "refused", "Nobody took the upcard, so you draw from the stock.")
    if rules.turn.pile_brings is not None and not rules.turn.pile_brings(rules, view, depth):
        text = "{card} cannot be taken from there."
        return refuse("draw.deep", "not-taken", text, card=card_text(pile[-depth]))
    return None


def takes_with(rules: Rules, view: View, hand: Bag, depth: int) -> Iterator[tuple[str, tuple[int, ...], int]]:
    """Every play of a hand, with the taken cards in it, that uses the card at a depth of the pile."""
    return PlayFinder(rules, view, hand).plays_with(hand, view.public.pile[-depth])


def refuse_use(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Refuse a take that does not use its card as `draw.deep-use` requires."""
    if all(piece_card(piece) != action.card for piece in action.pieces):
        return refuse("draw.deep-use", "other-card", "{card} itself must be used.", card=card_text(action.card))
    if rules.turn.deep_take_needs_new_meld and action.use not in ("run", "group"):
        return refuse("draw.deep-use", "new-meld", "{card} must be used in a new meld.", card=card_text(action.card))
    return None
