"""The cards: how many there are, which are wild, what they count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import JOKER, OptionValue, Pack, Place, Wilds, hookimpl, rank_of
from rummy500_oklahoma.composing import JOKERS

#: The deuces, in the order of the suits.
DEUCES: Final = (1, 14, 27, 40)
QUEEN_OF_SPADES: Final = 11

_ACE: Final = 0
_DEUCE: Final = 1
_EIGHT: Final = 7
#: Roles from here on are ranks: a wild card in a group has no suit.
_IN_GROUP: Final = 64
#: Below the ace, which is 0, in the draw for the deal.
_LOWEST: Final = -1


@hookimpl
def pack(pack: Pack, options: Mapping[str, OptionValue]) -> Pack:
    """`oklahoma.jokers`: so many in all, not in each pack."""
    return Pack(pack.cards + bytes((JOKER,)) * _number(options[JOKERS]), pack.side_pack)


def _number(value: OptionValue) -> int:
    return value if isinstance(value, int) else 0


@hookimpl
def wilds() -> Wilds:
    """`oklahoma.deuce`: deuces are wild, and jokers where there are any; deuces are spent first.

    What `oklahoma.ace-low` forbids need not be looked for.
    """
    return Wilds((*DEUCES, JOKER), after_low_ace=False)


@hookimpl
def cut_rank(card: int) -> int | None:
    """`deal.first-dealer`: a joker is lowest, below an ace."""
    return _LOWEST if card == JOKER else None


@hookimpl
def card_points(card: int, role: int, place: Place) -> int | None:
    """`oklahoma.values`: on the table and in the hand."""
    if card > JOKER:
        return None
    if place == "hand":
        return _in_hand(card)
    if card == JOKER:
        return 100
    if role == QUEEN_OF_SPADES:
        return 50 if card == QUEEN_OF_SPADES else 10
    return _of_rank(role - _IN_GROUP if role >= _IN_GROUP else rank_of(role))


def _in_hand(card: int) -> int:
    if card == JOKER:
        return 200
    if card == QUEEN_OF_SPADES:
        return 100
    return 20 if rank_of(card) == _DEUCE else _of_rank(rank_of(card))


def _of_rank(rank: int) -> int:
    """What a card of a rank counts, and a deuce that stands for one; no queen of spades."""
    if rank == _ACE:
        return 20
    return 10 if rank >= _EIGHT else 5
