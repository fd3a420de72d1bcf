"""Cards, hands and piles as lists and counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

from rummy500.cards import ACE, JOKER, NATURALS, cards_of
from rummy500.melds import Meld
from rummy500.state import State

#: Cards by their faces, with how many there are of each.
Faces: TypeAlias = Counter[int]

RANKS: Final = 13
SUITS: Final = range(4)
#: The place of an ace that lies after the king.
ABOVE_KING: Final = 13
#: What a wild card of a group stands for: this and a rank.
OF_RANK: Final = 64


def hand_of(state: State, seat: int) -> Faces:
    """The cards of a seat's hand."""
    return Counter(cards_of(state.hands[seat]))


def faces_of_bag(bag: int) -> Faces:
    """The cards of a bag."""
    return Counter(cards_of(bag))


def faces_of_pieces(pieces: Iterable[int]) -> Faces:
    """The cards that are played as some pieces, whatever they stand for."""
    return Counter(piece % 64 for piece in pieces)


def holds(cards: Faces, others: Faces) -> bool:
    """Whether all of some cards are among others."""
    return all(cards[face] >= many for face, many in others.items())


def as_itself(card: int) -> int:
    """The piece of a card that stands for itself."""
    return card + 64 * card


def as_card(card: int, role: int) -> int:
    """The piece of a card that stands for another."""
    return card + 64 * role


def as_rank(card: int, rank: int) -> int:
    """The piece of a wild card in a group of a rank."""
    return card + 64 * (OF_RANK + rank)


def face(piece: int) -> int:
    """The card that was played."""
    return piece % 64


def role(piece: int) -> int:
    """What it stands for."""
    return piece // 64


def is_ace(card: int) -> bool:
    """Whether a card is a natural ace."""
    return card < NATURALS and card % RANKS == ACE


def is_joker(card: int) -> bool:
    """Whether a card is a joker."""
    return card == JOKER


def played(meld: Meld) -> Counter[tuple[int, int]]:
    """The pieces of a meld, each with the seat that has played it."""
    return Counter(zip(meld.pieces, meld.by, strict=True))
