"""Jokers as wild cards, worth nothing (`dealers-gambit.wild`); and what a joker may not be where that was not named."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import (
    DRAW_PHASE,
    JOKER,
    PLAY_PHASE,
    SPARE,
    Action,
    Refusal,
    Refused,
    Rules,
    SideCards,
    View,
    Wilds,
    WildsNow,
    add,
    card_text,
    hookimpl,
    piece_card,
    refuse,
)
from rummy500_dealers_gambit.jokers import refuse_dealers, refuse_other
from rummy500_dealers_gambit.memory import gambit, joker_lies
from rummy500_dealers_gambit.names import GAMBIT, WILD

_JOKERS: Final = (JOKER, SPARE)
_TEXTS: Final = tuple(map(card_text, _JOKERS))
_TURN: Final = (DRAW_PHASE, PLAY_PHASE)


@hookimpl
def wilds() -> Wilds:
    """The faces that can be wild: jokers and the dealer's. What jokers do is named before anybody plays."""
    return Wilds(_JOKERS)


@hookimpl
def wilds_now(rule: WildsNow) -> WildsNow:
    """`dealers-gambit.wild`: a joker is wild only if the dealer named it."""

    def now(rules: Rules, view: View) -> tuple[int, ...]:
        faces = rule(rules, view)
        return faces if gambit(rules, view).named == WILD else tuple(face for face in faces if face not in _JOKERS)

    return now


@hookimpl
def side_cards(rule: SideCards) -> SideCards:
    """The dealer's joker, for the dealer in a turn of their own, while it lies."""

    def lies(rules: Rules, view: View) -> int:
        bag = rule(rules, view)
        public = view.public
        if not view.seat == public.dealer == public.to_act or public.phase not in _TURN:
            return bag
        return add(bag, SPARE) if gambit(rules, view).named == WILD and joker_lies(rules, view) else bag

    return lies


@hookimpl
def card_points(card: int) -> int | None:
    """`dealers-gambit.wild`: a joker counts nothing, on the table and in hand."""
    return 0 if card in _JOKERS else None


@hookimpl
def refused(rule: Refused) -> Refused:
    """A joker that is used as a wild card where it is none, or that is not the seat's, is refused by that rule."""

    def why(rules: Rules, view: View, action: Action, refusal: Refusal) -> Refusal:
        refusal = rule(rules, view, action, refusal)
        named = gambit(rules, view).named
        played = {piece_card(piece) for piece in action.pieces}
        if refusal.rule == "turn.cards" and SPARE in played:
            other = _twice(refusal) if named == WILD else refuse_other(named)
            return refuse_dealers(rules, view) or other
        if refusal.rule == "meld.joker" and refusal.facts.get("card") in _TEXTS and named != WILD:
            return refuse_other(named)
        return refusal

    return why


def _twice(refusal: Refusal) -> Refusal:
    """The refusal of the dealer's joker where it is in its turn, or of another card."""
    if refusal.facts.get("card") != card_text(SPARE):
        return refusal
    return refuse(GAMBIT, "once", "The dealer's joker is used once.")
