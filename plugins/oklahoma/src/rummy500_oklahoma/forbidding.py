"""Forbidden plays: a low ace before a wild deuce; discards of the queen of spades and of a joker taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import (
    EMPTY_BAG,
    JOKER,
    Bag,
    Bar,
    Forbids,
    NaturalTwo,
    Refusal,
    Rules,
    View,
    bag_of,
    card_text,
    common,
    hookimpl,
    piece_card,
    refuse,
)
from rummy500_oklahoma.cards import QUEEN_OF_SPADES
from rummy500_oklahoma.swapping import SWAP

_BOTH: Final = bag_of((QUEEN_OF_SPADES, QUEEN_OF_SPADES))
_JOKER: Final = bag_of((JOKER,))


def barred_queens(_: Rules, view: View) -> Bag:
    """The queens of spades of a hand that has another card, too (`oklahoma.queen`)."""
    queens = common(view.hand, _BOTH)
    return EMPTY_BAG if queens == view.hand else queens


def refuse_queen(_: int) -> Refusal:
    """The refusal of a queen of spades that is barred."""
    return refuse("oklahoma.queen", "not-last", "The queen of spades may be discarded only as your last card.")


def _returned(_: Rules, view: View) -> Bag:
    turn = view.public.turn
    if turn.taken != _JOKER:
        return EMPTY_BAG
    played = 0
    for play in turn.plays:
        if play.use == SWAP:
            played = max(0, played - 1)
        else:
            played += sum(piece_card(piece) == JOKER for piece in play.pieces)
    return EMPTY_BAG if played else _JOKER


def _why_not_back(card: int) -> Refusal:
    text = "You have just taken {card} from the pile; discard another."
    return refuse("discard.not-taken", "taken", text, card=card_text(card))


_WILD_DEUCE: Final = refuse(
    "oklahoma.ace-low", "wild-deuce", "An ace lies low only before the natural deuce of its suit."
)


@hookimpl
def may() -> Mapping[str, Forbids]:
    """Forbid a low ace before a wild deuce (`oklahoma.ace-low`), and discards.

    The queen of spades stays (`oklahoma.queen`), and a taken joker that a swap returned (`discard.not-taken`).
    """
    return {
        "meld": NaturalTwo(_WILD_DEUCE),
        "discard": (
            Bar(barred_queens, refuse_queen, most=2),
            Bar(_returned, _why_not_back, gained_only=True, most=1),
        ),
    }
