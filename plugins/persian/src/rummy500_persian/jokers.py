"""Jokers, which are not wild and make groups of their own (`persian.jokers`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import JOKER, Action, Forbids, Reason, Refusal, Rules, View, Wilds, hookimpl, piece_card

#: The rules of the core's refusals of a joker, or of a card beside jokers, in a meld.
_SHAPES: Final = frozenset(("meld.joker", "meld.joker-role", "meld.joker-count", "meld.group"))


@hookimpl
def wilds() -> Wilds:
    """Make no card wild, and let jokers make groups of their own."""
    return Wilds((), groups_of_jokers=True)


_ONLY_JOKERS: Final = Reason("persian.jokers", "only-jokers", "Jokers are melded with jokers only, as a group.")


@hookimpl
def may() -> Mapping[str, Forbids]:
    """Refuse a joker beside other cards, in a run, or as another card, by the rule about jokers."""

    def reworded(rules: Rules, view: View, action: Action, refusal: Refusal) -> Refusal:
        if refusal.rule in _SHAPES and _plays_joker(view, action):
            refusal = _ONLY_JOKERS()
        return refusal

    return {"refusal": reworded}


def _plays_joker(view: View, action: Action) -> bool:
    """Whether a joker is among the cards played, or in the meld that they are laid off on."""
    pieces = action.pieces
    if 0 <= action.on < len(view.public.table):
        pieces += view.public.table[action.on].pieces
    return any(piece_card(piece) == JOKER for piece in pieces)
