"""Bit operations on bags, and `Memo`, the bounded dictionary in which finders keep their answers."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeVar

from rummy500.cards.cards import ACE, BIT, FIRST, NATURALS, SECOND, SUIT_BITS, THIRD
from rummy500.cards.pieces import natural_piece

# ---------------------------------------------------------------- memo
# `Memo`: a dictionary of computed answers, with a bound.

K = TypeVar("K")
V = TypeVar("V")

_MOST: Final = 50_000


class Memo(dict[K, V]):
    """A dictionary of computed answers that is emptied when it is full."""

    __slots__ = ()

    def keep(self, key: K, value: V) -> V:
        """Store an answer and return it."""
        if len(self) >= _MOST:
            self.clear()
        self[key] = value
        return value


# ---------------------------------------------------------------- bits
# Bit operations on bags: cards of one suit or rank, ranks that follow each other, ranks with three cards.

_RANKS: Final = 13
#: The first copies of each rank's cards.
RANK_BITS: Final = tuple(sum(BIT[card] for card in range(rank, NATURALS, _RANKS)) for rank in range(_RANKS))
#: The other copies of each rank's cards, as they lie in a bag that is shifted down by `NATURALS`; 0 for jokers.
MORE_OF_RANK: Final = (*(bits | bits << NATURALS | bits << 2 * NATURALS for bits in RANK_BITS), 0)
PIECE: Final = tuple(natural_piece(card) for card in range(NATURALS))
#: The lowest bit of each suit in a bag.
SUIT_SHIFT: Final = tuple(FIRST + _RANKS * suit for suit in range(4))
#: For each natural card the lowest bit of its suit in a bag.
CARD_SHIFT: Final = tuple(SUIT_SHIFT[card // _RANKS] for card in range(NATURALS))
#: A factor: the bits of some ranks times this are the cards of these ranks in every suit.
EVERY_SUIT: Final = sum(1 << shift for shift in SUIT_SHIFT)
#: The first copies of the cards of each line: the four suits, then the 13 ranks, then jokers of their own.
LINE_BITS: Final = (*(SUIT_BITS << shift for shift in SUIT_SHIFT), *RANK_BITS, 0)
#: The bit of the ace above the king, in a suit that is extended by it.
_ABOVE_KING: Final = 13


def copies_of(rank: int, bag: int) -> tuple[int, int, int, int]:
    """Count the cards of a rank in a bag, by suit."""
    bits = bag >> FIRST + rank
    spades = (bits & 1) + (bits >> 52 & 1)
    hearts = (bits >> 13 & 1) + (bits >> 65 & 1)
    diamonds = (bits >> 26 & 1) + (bits >> 78 & 1)
    clubs = (bits >> 39 & 1) + (bits >> 91 & 1)
    if not bag >> THIRD:
        return spades, hearts, diamonds, clubs
    more = copies_of(rank, bag >> 2 * NATURALS)
    return spades + more[0], hearts + more[1], diamonds + more[2], clubs + more[3]


@cache
def row_table() -> tuple[int, ...]:
    """For every set of cards of a suit, by its bits: the cards that are in a row of three, an ace at either end.

    The table is computed on first use.
    """
    table: list[int] = []
    for mask in range(SUIT_BITS + 1):
        rows = in_a_row(mask)
        places = rows | rows << 1 | rows << 2
        table.append((places | places >> _ABOVE_KING) & SUIT_BITS)
    return tuple(table)


def row_around(mask: int, rank: int) -> int:
    """The cards of a suit that are in one row with a rank, including itself; an ace is in two rows."""
    places = mask | (mask & 1) << _ABOVE_KING
    found = 0
    for place in (rank, _ABOVE_KING) if rank == ACE else (rank,):
        bit = 1 << place
        while places & bit:
            found |= bit
            bit <<= 1
        bit = 1 << place >> 1
        while places & bit:
            found |= bit
            bit >>= 1
    return (found | found >> _ABOVE_KING) & SUIT_BITS


def in_a_row(mask: int) -> int:
    """The ranks of a suit at which three in a row begin, an ace at either end."""
    rows = mask | (mask & 1) << _ABOVE_KING
    return rows & rows >> 1 & rows >> 2


#: The bits at which three in a row can begin within a suit, and those of the queens, for queen, king, ace.
_NOT_LAST_TWO: Final = sum(1 << 13 * suit + rank for suit in range(4) for rank in range(11))
_QUEENS: Final = sum(1 << 13 * suit + 11 for suit in range(4))


def suits_with_run(bag: int) -> list[tuple[int, int]]:
    """The suits, with their bits, that have three cards of the bag in a row, an ace at either end."""
    found: list[tuple[int, int]] = []
    first = bag >> FIRST
    two = first & first >> 1
    if not (two & first >> 2 & _NOT_LAST_TWO or two & first << 11 & _QUEENS):
        return found
    for suit, shift in enumerate(SUIT_SHIFT):
        mask = bag >> shift & SUIT_BITS
        if in_a_row(mask):
            found.append((suit, mask))
    return found


def suit_mask(bag: int, suit: int) -> int:
    """The thirteen bits of a suit in a bag."""
    return bag >> SUIT_SHIFT[suit] & SUIT_BITS


def ranks_with_three(bag: int) -> list[int]:
    """The ranks of which the bag holds three natural cards or more."""
    spades = bag >> FIRST & SUIT_BITS
    hearts = bag >> SUIT_SHIFT[1] & SUIT_BITS
    diamonds = bag >> SUIT_SHIFT[2] & SUIT_BITS
    clubs = bag >> SUIT_SHIFT[3] & SUIT_BITS
    three = (spades & hearts & (diamonds | clubs)) | (diamonds & clubs & (spades | hearts))
    second = bag >> SECOND
    if second:  # a pair of one suit, and a card of another
        pairs = (second | second >> 13 | second >> 26 | second >> 39) & SUIT_BITS
        three |= pairs & ((spades | hearts) & (diamonds | clubs) | spades & hearts | diamonds & clubs)
        third = second >> NATURALS
        if third:
            three |= (third | third >> 13 | third >> 26 | third >> 39) & SUIT_BITS
    found: list[int] = []
    while three:
        low = three & -three
        found.append(low.bit_length() - 1)
        three ^= low
    return found
