"""The cards of Oklahoma: the pack, wild cards, card points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from rummy500.hooks import JOKER, OptionValue, Pack, Reason, Wilds, hookimpl, rank_of
from rummy500_oklahoma.composing import JOKERS

#: The deuces, in the order of the suits.
DEUCES: Final = (1, 14, 27, 40)
QUEEN_OF_SPADES: Final = 11

_ACE: Final = 0
_EIGHT: Final = 7
#: The points of cards that count otherwise on the table.
_IN_HAND: Final = {JOKER: 200, QUEEN_OF_SPADES: 100, **dict.fromkeys(DEUCES, 20)}
#: The lowest role that is a rank and no card: a wild card in a group has no suit.
_IN_GROUP: Final = 64
#: The rank of a joker in the draw for the deal, below the ace, which is 0.
_LOWEST: Final = -1

_WILD_DEUCE: Final = Reason(
    "oklahoma.ace-low", "wild-deuce", "An ace lies low only before the natural deuce of its suit."
)


@hookimpl
def pack(pack: Pack, options: Mapping[str, OptionValue]) -> Pack:
    """Add jokers: `oklahoma.jokers` is their number in all, not in each pack.

    In the draw for the deal a joker ranks lowest, below an ace (`deal.first-dealer`).
    """
    return attrs.evolve(
        pack,
        cards=pack.cards + bytes((JOKER,)) * int(options[JOKERS]),
        cut_ranks={**pack.cut_ranks, JOKER: _LOWEST},
    )


@hookimpl
def wilds() -> Wilds:
    """Make deuces and jokers wild (`oklahoma.deuce`), but none after a low ace (`oklahoma.ace-low`)."""
    return Wilds((*DEUCES, JOKER), natural_two=_WILD_DEUCE())


@hookimpl
def card_points(card: int, role: int, place: str) -> int | None:
    """Set the points of cards, on the table and in the hand (`oklahoma.values`)."""
    if card > JOKER:
        return None
    if place == "hand" and card in _IN_HAND:
        return _IN_HAND[card]
    if card == JOKER:
        return 100
    if role == QUEEN_OF_SPADES:
        return 50 if card == QUEEN_OF_SPADES else 10
    rank = role - _IN_GROUP if role >= _IN_GROUP else rank_of(role)
    if rank == _ACE:
        return 20
    return 10 if rank >= _EIGHT else 5
