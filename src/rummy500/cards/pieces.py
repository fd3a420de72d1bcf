"""Pieces, cards in a role; `Meld`, a meld on the table; and bags as bits of suits and ranks, with `Memo` for answers.

A piece is one integer, `card + 64 * role`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, TypeVar, final

from rummy500.base.records import record
from rummy500.cards.cards import (
    ACE,
    BIT,
    EMPTY_BAG,
    FIRST,
    JOKER,
    KING,
    NATURALS,
    ONE,
    RANKS,
    SECOND,
    SUIT_BITS,
    THIRD,
    Bag,
    add,
    card_text,
    every_copy,
)

# The role of a natural card is itself. A wild card in a run stands for a card (`*=9h`). In a group it stands for a
# rank without a suit (`*=9`), which is the role `IN_GROUP + rank`. A joker that stands for no other card has the role
# `JOKER`.
#
# `docs/design/words.md` explains pieces, roles and our other words.

#: The lowest role that is a rank: `IN_GROUP + rank` is the role of a wild card in a group.
IN_GROUP: Final = 64

Pieces = tuple[int, ...]


def natural_piece(card: int) -> int:
    """The piece of a card that stands for itself."""
    return card * 65


def wild_in_run(card: int, role: int) -> int:
    """The piece of a wild card that stands for a card in a run."""
    return card + 64 * role


def wild_in_group(card: int, rank: int) -> int:
    """The piece of a wild card in a group of a rank (0 to 12)."""
    return card + 64 * (IN_GROUP + rank)


def piece_card(piece: int) -> int:
    """The card of a piece, whatever it stands for."""
    return piece & 63


def piece_role(piece: int) -> int:
    """The role of a piece, which is a card, or `IN_GROUP` and a rank."""
    return piece >> 6


def is_natural(piece: int) -> bool:
    """Whether the card of a piece stands for itself."""
    return piece & 63 == piece >> 6


def stands_for(piece: int) -> tuple[int, ...]:
    """The natural cards that a wild card in a meld stands for: one in a run, one of each suit in a group; else none."""
    card, role = piece & 63, piece >> 6
    if card == role:
        return ()
    return (role,) if role < IN_GROUP else tuple(range(role - IN_GROUP, NATURALS, 13))


def role_rank(piece: int) -> int:
    """The rank that a piece stands for; 13 for a joker that stands for itself."""
    role = piece >> 6
    if role >= IN_GROUP:
        return role - IN_GROUP
    return role % 13 if role < NATURALS else 13


def piece_text(piece: int) -> str:
    """A piece as text: `9h`, `*=9h`, `*=9`, `2s=Kh`; `??` for a card or a role that does not exist."""
    card, role = piece & 63, piece >> 6
    if card == role:
        return card_text(card)
    in_group = IN_GROUP <= role < IN_GROUP + len(RANKS)
    return f"{card_text(card)}={RANKS[role - IN_GROUP] if in_group else card_text(role)}"


def pieces_text(pieces: Iterable[int]) -> str:
    """Pieces as text, with a space between them."""
    return " ".join(map(piece_text, pieces))


def pieces_bag(pieces: Pieces) -> Bag:
    """The bag of the cards of some pieces."""
    bag: Bag = EMPTY_BAG
    for piece in pieces:
        one = ONE[piece & 63]
        bag = add(bag, piece & 63) if bag & one else bag + one  # type: ignore[assignment] # a call of Bag costs time
    return bag


def group_order(pieces: Iterable[int]) -> Pieces:
    """The canonical order of a group: natural cards by suit, then wild cards."""
    return tuple(sorted(pieces))


def run_order(pieces: Iterable[int]) -> Pieces:
    """The canonical order of a run: upwards; an ace, and what continues it, after a king.

    A run of all thirteen cards is ordered from the ace to the king, wherever its ace counts.
    """
    every = list(pieces)
    ranks = {role_rank(piece) for piece in every}
    # The ranks below the first gap continue a king.
    gap = next((rank for rank in range(13) if rank not in ranks), 0) if KING in ranks else 0

    def place(piece: int) -> tuple[int, int]:
        rank = role_rank(piece)
        return (rank + 13 if rank < gap else rank, piece)

    return tuple(sorted(every, key=place))


def natural_order(pieces: Iterable[int]) -> Pieces:
    """The canonical order of the pieces of a lay-off, on a group or on a run."""
    every = tuple(pieces)
    one_rank = len({role_rank(piece) for piece in every}) == 1
    return group_order(every) if one_rank else run_order(every)


# ---------------------------------------------------------------- table

#: The `low` of a group, which has no first place.
GROUP: Final = -1


@final
@record
class Meld:
    """A meld on the table, with the seat that played each of its cards.

    Attributes:
        owner: the seat that began it.
        low: for a run, the place of its first card: 0 for an ace before the two, 1 for a two, up to 12 for a king (the
            last card may be at 13, an ace after the king); where runs go round the corner an ace is always at 13, and
            the two after it at 14; `GROUP` for a group.
        line: the suit of a run (0 to 3), the rank of a group (0 to 12, 13 for jokers that stand for themselves).
        pieces: its cards in their roles, in canonical order.
        by: the seat that played each piece, in the same order.
    """

    owner: int
    low: int
    line: int
    pieces: Pieces
    by: bytes

    @property
    def is_run(self) -> bool:
        """Whether it is a run; a group if not."""
        return self.low >= 0

    @property
    def high(self) -> int:
        """The place of a run's last card, 1 to 13; up to 24 round the corner."""
        return self.low + len(self.pieces) - 1

    def __str__(self) -> str:
        """The meld as text, as positions write it, with the seats that laid cards off: `0 [7h 8h 2:9h]`."""
        cards = " ".join(
            piece_text(piece) if seat == self.owner else f"{seat}:{piece_text(piece)}"
            for piece, seat in zip(self.pieces, self.by, strict=True)
        )
        return f"{self.owner} [{cards}]" if self.low >= 0 else f"{self.owner} {{{cards}}}"


# ---------------------------------------------------------------- memo

K = TypeVar("K")
V = TypeVar("V")

#: The most answers that a `Memo` stores, some fifteen megabytes. A hundred hands of random play need a few thousand.
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


class Computed(Memo[K, V]):
    """A `Memo` that computes an answer when it is first asked for."""

    __slots__ = ("_compute",)

    def __init__(self, compute: Callable[[K], V]) -> None:
        self._compute = compute

    def __missing__(self, key: K) -> V:
        return self.keep(key, self._compute(key))


# ---------------------------------------------------------------- bits
# Bit operations on bags: cards of one suit or rank, ranks that follow each other, ranks with three cards.

_RANKS: Final = 13
#: The first copies of each rank's cards.
RANK_BITS: Final = tuple(sum(BIT[card] for card in range(rank, NATURALS, _RANKS)) for rank in range(_RANKS))
#: Every copy of each rank's cards.
EVERY_OF_RANK: Final = tuple(every_copy(bits) for bits in RANK_BITS)
PIECE: Final = tuple(natural_piece(card) for card in range(NATURALS))
#: The lowest bit of each suit in a bag.
SUIT_SHIFT: Final = tuple(FIRST + _RANKS * suit for suit in range(4))
#: For each natural card the lowest bit of its suit in a bag.
CARD_SHIFT: Final = tuple(SUIT_SHIFT[card // _RANKS] for card in range(NATURALS))
#: A factor: the bits of some ranks times this are the cards of these ranks in every suit.
EVERY_SUIT: Final = sum(1 << shift for shift in SUIT_SHIFT)
#: The first copies of the cards of each line: the four suits, then the 13 ranks, then jokers of their own.
LINE_BITS: Final = (*(SUIT_BITS << shift for shift in SUIT_SHIFT), *RANK_BITS, ONE[JOKER])
#: The bit of the ace above the king, in a suit that is extended by it.
_ABOVE_KING: Final = 13
#: The cards of a suit that continue its king where no run goes round the corner: the ace.
TO_THE_ACE: Final = 1


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
def row_table(above: int) -> tuple[int, ...]:
    """For every set of cards of a suit, by its bits: the cards in a row of three, given those that continue a king.

    The table is computed on first use.
    """
    table: list[int] = []
    for mask in range(SUIT_BITS + 1):
        rows = in_a_row(mask, above)
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


def in_a_row(mask: int, above: int) -> int:
    """The ranks of a suit at which three in a row begin, given the cards that continue a king."""
    rows = mask | (mask & above) << _ABOVE_KING
    return rows & rows >> 1 & rows >> 2


#: The bits at which three in a row can begin within a suit, and those of the queens, for queen, king, ace.
_NOT_LAST_TWO: Final = sum(1 << 13 * suit + rank for suit in range(4) for rank in range(11))
_QUEENS: Final = sum(1 << 13 * suit + 11 for suit in range(4))


def suits_with_run(bag: int, above: int = TO_THE_ACE) -> list[tuple[int, int]]:
    """The suits, with their bits, that have three cards of the bag in a row, given those that continue a king."""
    found: list[tuple[int, int]] = []
    first = bag >> FIRST
    two = first & first >> 1
    if above == TO_THE_ACE and not (two & first >> 2 & _NOT_LAST_TWO or two & first << 11 & _QUEENS):
        return found
    for suit, shift in enumerate(SUIT_SHIFT):
        mask = bag >> shift & SUIT_BITS
        if in_a_row(mask, above):
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
