"""The bar on discarding a last card that could be laid off (`out.unplayable-discard`)."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import (
    EMPTY_BAG,
    PLAY_PHASE,
    Bag,
    Bar,
    PlayFinder,
    Reason,
    Refusal,
    Rules,
    View,
    at_hand,
    can_finish,
    card_text,
    piece_card,
    play_after,
    size,
)
from rummy500_floating.names import UNPLAYABLE_RULE


def _cards(rules: Rules, view: View) -> Bag:
    """The last card of the hand, if the seat could lay it off and end the turn by that.

    A play may leave a card as the last one and so bar it. But then it can be laid off, which ends the turn.
    """
    if size(view.hand) != 1 or view.public.phase != PLAY_PHASE:
        return EMPTY_BAG
    (card,) = view.cards
    there = at_hand(rules, view)
    for use, pieces, on in PlayFinder(rules, view, there).lay_offs(there):
        if any(piece_card(piece) == card for piece in pieces):
            after = play_after(rules, view, use, pieces, on)
            if isinstance(after, View) and can_finish(rules, after):
                return view.hand
    return EMPTY_BAG


_PLAYABLE: Final = Reason(
    UNPLAYABLE_RULE, "playable", "{card} can be laid off, so you cannot go out by discarding it: lay it off and float."
)


def _why(card: int) -> Refusal:
    return _PLAYABLE(card=card_text(card))


#: Bars discarding the last card of a hand while it could be laid off.
LAST_PLAYABLE: Final = Bar(_cards, _why)
