"""Jokers as wild cards without points (`dealers-gambit.wild`), and the refusals if another effect was named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rummy500.hooks import (
    DRAW_PHASE,
    EMPTY_BAG,
    JOKER,
    PLAY_PHASE,
    SPARE,
    Action,
    Bag,
    Reason,
    Refusal,
    Rules,
    View,
    Wilds,
    add,
    card_text,
    hookimpl,
    piece_card,
)
from rummy500_dealers_gambit.jokers import refuse_dealers, refuse_other
from rummy500_dealers_gambit.memory import GAMBIT, WILD, gambit, joker_lies

_JOKERS: Final = (JOKER, SPARE)
_TEXTS: Final = tuple(map(card_text, _JOKERS))
_TURN: Final = (DRAW_PHASE, PLAY_PHASE)


@hookimpl
def wilds() -> Wilds:
    """Make jokers and the dealer's joker wild, if the dealer has named that (`dealers-gambit.wild`)."""
    return Wilds(_JOKERS, now=_wild_now)


def _wild_now(rules: Rules, view: View) -> tuple[int, ...]:
    return _JOKERS if gambit(rules, view).named == WILD else ()


def with_dealers_joker(earlier: Callable[[Rules, View], Bag] | None) -> Callable[[Rules, View], Bag]:
    """Offer the dealer's joker to the dealer, in their own turn, until it is used.

    Args:
        earlier: what other plugins offer; `None` for nothing.
    """

    def lies(rules: Rules, view: View) -> Bag:
        bag = earlier(rules, view) if earlier else EMPTY_BAG
        public = view.public
        if not view.seat == public.match.dealer == public.to_act or public.phase not in _TURN:
            return bag
        return add(bag, SPARE) if gambit(rules, view).named == WILD and joker_lies(rules, view) else bag

    return lies


@hookimpl
def card_points(card: int) -> int | None:
    """Count nothing for jokers, on the table and in hand (`dealers-gambit.wild`)."""
    return 0 if card in _JOKERS else None


def reword_joker(rules: Rules, view: View, action: Action, refusal: Refusal) -> Refusal:
    """Replace the core's refusal of a joker by one with the rule of the plugin."""
    named = gambit(rules, view).named
    played = {piece_card(piece) for piece in action.pieces}
    if refusal.rule == "turn.cards" and SPARE in played:
        other = _twice(refusal) if named == WILD else refuse_other(named)
        return refuse_dealers(rules, view) or other
    if refusal.rule == "meld.joker" and refusal.facts.get("card") in _TEXTS and named != WILD:
        return refuse_other(named)
    return refusal


_ONCE: Final = Reason(GAMBIT, "once", "The dealer's joker may be used only once.")


def _twice(refusal: Refusal) -> Refusal:
    """The refusal of a second use of the dealer's joker; a refusal of another card does not change."""
    if refusal.facts.get("card") != card_text(SPARE):
        return refusal
    return _ONCE()
