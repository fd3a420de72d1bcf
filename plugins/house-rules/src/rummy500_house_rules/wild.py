"""The wild rank, and the move `redeem 9h on m1`, which takes a wild card from the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rummy500.hooks import (
    JOKER,
    Action,
    Move,
    OptionValue,
    Reason,
    Refusal,
    Rules,
    View,
    Wilds,
    count,
    hookimpl,
    judged_move,
    natural_piece,
    piece_card,
    rank_of,
    stands_for,
    swap_card,
)
from rummy500_house_rules.composing import KNOCK, NOBODY, NONE, OWNER, RANKS, REDEEM, WILD
from rummy500_house_rules.points import KNOCK_MOVE


@hookimpl
def wilds(options: Mapping[str, OptionValue]) -> Wilds | None:
    """Make the cards of a rank wild, and jokers if there are any (`house-rules.wild`)."""
    if options[WILD] == NONE:
        return None
    rank = RANKS.index(str(options[WILD]))
    return Wilds((*(card for card in range(JOKER) if rank_of(card) == rank), JOKER))


_ONE_CARD: Final = Reason(REDEEM, "one", "A wild card is taken from the table for one card.")
_NOT_YOURS: Final = Reason(REDEEM, "not-yours", "Only the player who played that wild card may take it.")


def _candidates(_: Rules, view: View) -> Iterable[Action]:
    """List `redeem 9h on m1` for each card of the hand that a wild card on the table stands for."""
    for on, meld in enumerate(view.public.table):
        for card in dict.fromkeys(card for piece in meld.pieces for card in stands_for(piece)):
            if count(view.hand, card):
                yield Action(view.seat, "redeem", use="lay", pieces=(natural_piece(card),), on=on)


def _judge(rules: Rules, view: View, action: Action) -> View | Refusal:
    """Put the card in the place of a wild one, which comes into the hand (`house-rules.redeem`)."""
    if len(action.pieces) != 1:
        return _ONE_CARD()
    (piece,), table = action.pieces, view.public.table
    if rules.options[REDEEM] == OWNER and 0 <= action.on < len(table):
        meld, card = table[action.on], piece_card(piece)
        fitting = [place for place, other in enumerate(meld.pieces) if card in stands_for(other)]
        mine = [place for place in fitting if meld.by[place] == view.seat]
        if fitting:
            return swap_card(rules, view, view.seat, piece, action.on, mine[0]) if mine else _NOT_YOURS()
    return swap_card(rules, view, view.seat, piece, action.on)


def _worth(_: Rules, __: View, ___: Action) -> float:
    return 30.0  # before other plays, which may need the card


_REDEEM: Final = judged_move(
    "redeem",
    _judge,
    _candidates,
    fields=("use", "pieces", "on"),
    worth=_worth,
    label="Take a wild card from the table",
    said="swap[s] {cards} for a wild card in {owner:seat}'s {meld:cards}",
)


@hookimpl
def moves(options: Mapping[str, OptionValue]) -> tuple[Move, ...] | None:
    """Add the moves of the options that are on."""
    redeem = (_REDEEM,) if options[REDEEM] != NOBODY else ()
    return ((*redeem, KNOCK_MOVE) if options[KNOCK] else redeem) or None
