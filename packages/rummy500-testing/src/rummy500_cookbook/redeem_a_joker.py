"""You may take a joker from the table for the card that it stands for."""

from collections.abc import Iterable
from typing import Final

from rummy500.hooks import (
    Action,
    Move,
    PluginInfo,
    Reason,
    Refusal,
    RuleEntry,
    Rules,
    View,
    count,
    hookimpl,
    judged_move,
    natural_piece,
    stands_for,
    swap_card,
)

RULE = "redeem-a-joker.swap"
ONE_CARD: Final = Reason(RULE, "one", "A joker is redeemed with one card.")


def candidates(rules: Rules, view: View) -> Iterable[Action]:
    """List `redeem 9h on m1` for each card of the hand that a wild card on the table stands for."""
    for on, meld in enumerate(view.public.table):
        for card in dict.fromkeys(card for piece in meld.pieces for card in stands_for(piece)):
            if count(view.hand, card):
                yield Action(view.seat, "redeem", use="lay", pieces=(natural_piece(card),), on=on)


def judge(rules: Rules, view: View, action: Action) -> View | Refusal:
    """Put the card in the place of the wild one, which comes into the hand."""
    if len(action.pieces) != 1:
        return ONE_CARD()
    return swap_card(rules, view, view.seat, action.pieces[0], action.on)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("redeem-a-joker", "a joker on the table is redeemed with the card that it stands for")


@hookimpl
def moves() -> tuple[Move, ...]:
    said = "swap[s] {cards} for a joker in {owner:seat}'s {meld:cards}"
    fields = ("use", "pieces", "on")
    return (judged_move("redeem", judge, candidates, fields=fields, label="Redeem a joker", said=said),)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = (
        "After your draw you may put a card in the place of a joker on the table that stands for it. The joker comes "
        "into your hand, and the card counts for you."
    )
    return (RuleEntry(RULE, "A turn", about, ("house",)),)
