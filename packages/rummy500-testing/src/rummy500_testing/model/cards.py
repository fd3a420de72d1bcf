"""Cards, hands and piles as lists and counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

from rummy500.cards.cards import ACE, JOKER, NATURALS, Bag, cards_of
from rummy500.cards.pieces import Meld
from rummy500.state import State

#: Faces, and how many cards have each of them.
Faces: TypeAlias = Counter[int]

RANKS: Final = 13
SUITS: Final = range(4)
#: The place of an ace that lies after the king.
ABOVE_KING: Final = 13
#: The role of a wild card in a group is this plus a rank.
OF_RANK: Final = 64


def hand_of(state: State, seat: int) -> Faces:
    """Return the cards of a seat's hand."""
    return Counter(cards_of(state.hands[seat]))


def faces_of_bag(bag: Bag) -> Faces:
    """Return the cards of a bag."""
    return Counter(cards_of(bag))


def faces_of_pieces(pieces: Iterable[int]) -> Faces:
    """Return the cards of some pieces, whatever they stand for."""
    return Counter(piece % 64 for piece in pieces)


def holds(cards: Faces, others: Faces) -> bool:
    """Return whether all of some cards are among others."""
    return all(cards[face] >= many for face, many in others.items())


def as_itself(card: int) -> int:
    """Return the piece of a card that stands for itself."""
    return card + 64 * card


def as_card(card: int, role: int) -> int:
    """Return the piece of a card that stands for another."""
    return card + 64 * role


def as_rank(card: int, rank: int) -> int:
    """Return the piece of a wild card in a group of a rank."""
    return card + 64 * (OF_RANK + rank)


def face(piece: int) -> int:
    """Return the card of a piece."""
    return piece % 64


def role(piece: int) -> int:
    """Return the role of a piece."""
    return piece // 64


def is_ace(card: int) -> bool:
    """Return whether a card is a natural ace."""
    return card < NATURALS and card % RANKS == ACE


def is_joker(card: int) -> bool:
    """Return whether a card is a joker."""
    return card == JOKER


def played(meld: Meld) -> Counter[tuple[int, int]]:
    """List the pieces of a meld, each with the seat that played it."""
    return Counter(zip(meld.pieces, meld.by, strict=True))
