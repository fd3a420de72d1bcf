"""Find melds of natural cards: a suit's thirteen bits, or a rank's copies, index tuples made once and kept.

The number of different keys bounds what is kept; a finder that has met them all looks everything up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from rummy500.cards import ACE, BIT, COUNT_BITS, FIRST, JOKER, KING, NATURALS, SECOND, SUIT_BITS, count
from rummy500.melds.pieces import Pieces, is_natural, natural_piece, role_rank
from rummy500.melds.shapes import ACE_HIGH, ALL_THIRTEEN, SMALLEST, MeldShapes
from rummy500.melds.table import Meld
from rummy500.memo import Memo

_RANKS: Final = 13
#: The first copies of each rank's cards.
RANK_BITS: Final = tuple(sum(BIT[card] for card in range(rank, NATURALS, _RANKS)) for rank in range(_RANKS))
PIECE: Final = tuple(natural_piece(card) for card in range(NATURALS))
#: Where each suit begins in a bag.
SUIT_SHIFT: Final = tuple(FIRST + _RANKS * suit for suit in range(4))
#: Where the suit of each natural card begins in a bag.
CARD_SHIFT: Final = tuple(SUIT_SHIFT[card // _RANKS] for card in range(NATURALS))
#: An extended suit has its ace above the king once more.
_ABOVE_KING: Final = 13


#: Melds that can grow: the number of each from 0, itself, and the cards that it wants.
Targets = list[tuple[int, Meld, int]]

#: What is remembered of a table: the table itself, its targets, every card that they want, and the targets by line.
_Looked = tuple[tuple[Meld, ...], Targets, int, dict[int, Targets]]


class NaturalFinder:
    """Melds and lay-offs of natural cards under some shape rules.

    Args:
        shapes: the shape rules.
    """

    __slots__ = (
        "_additions", "_bits", "_cap", "_different", "_groups", "_lowest", "_made", "_places", "_run_min",
        "_stretches", "_table", "_top_place", "_wanted_group", "_wanted_run", "_windows", "_windows_with",
    )  # fmt: skip

    def __init__(self, shapes: MeldShapes) -> None:
        self._run_min = shapes.run_min
        self._cap = shapes.group_cap
        self._different = shapes.different_suits
        self._lowest = 0 if shapes.ace_low else 1
        self._top_place = ACE_HIGH if shapes.ace_high else KING
        self._table: _Looked = ((), [], 0, {})
        self._places: dict[Pieces, tuple[int, int]] = {}
        windows = self._make_windows()
        self._bits = [bits for bits, _ in windows]
        self._made = [[pieces[suit] for _, pieces in windows] for suit in range(4)]
        self._windows: Memo[int, tuple[int, ...]] = Memo()
        self._windows_with: Memo[int, tuple[int, ...]] = Memo()
        self._groups: Memo[tuple[int, int], tuple[Pieces, ...]] = Memo()
        self._stretches: Memo[tuple[int, int, int, int], tuple[Pieces, ...]] = Memo()
        self._additions: Memo[tuple[int, int, int], tuple[Pieces, ...]] = Memo()
        self._wanted_run: Memo[tuple[int, int, int], int] = Memo()
        self._wanted_group: Memo[Pieces, int] = Memo()

    def runs(self, suit: int, mask: int) -> list[Pieces]:
        """The runs in a suit's thirteen bits, from the low end up."""
        windows = self._windows.get(mask)
        if windows is None:
            windows = self._windows.keep(mask, tuple(self._fitting(mask)))
        made = self._made[suit]
        return [made[window] for window in windows]

    def runs_with(self, suit: int, mask: int, rank: int) -> list[Pieces]:
        """Those of the runs that hold a rank."""
        key = mask << 4 | rank
        windows = self._windows_with.get(key)
        if windows is None:
            piece = PIECE[rank]
            every = self._made[0]
            windows = tuple(window for window in self._fitting(mask) if piece in every[window])
            self._windows_with.keep(key, windows)
        if not windows:
            return []
        made = self._made[suit]
        return [made[window] for window in windows]

    def groups(self, rank: int, bag: int) -> tuple[Pieces, ...]:
        """The groups of a rank in a bag."""
        bits = RANK_BITS[rank]
        first, second = bag & bits, bag >> NATURALS & bits
        if first.bit_count() + second.bit_count() < SMALLEST:
            return ()
        key = (first, second)
        groups = self._groups.get(key)
        if groups is None:
            groups = self._groups.keep(key, tuple(self.choose(rank, copies_of(rank, bag), SMALLEST)))
        return groups

    def choose(self, rank: int, copies: tuple[int, ...], least: int) -> Iterator[Pieces]:
        """Every choice of cards of a rank, at least so many, that a group may hold; `copies` by suit."""
        most = 1 if self._different else 2
        for chosen in product(*(range(min(held, most) + 1) for held in copies)):
            if least <= sum(chosen) <= self._cap:
                yield tuple(PIECE[suit * _RANKS + rank] for suit in range(4) for _ in range(chosen[suit]))

    def stretches(self, meld: Meld, bag: int) -> tuple[Pieces, ...]:
        """What a bag can lay off on a run: stretches upwards, then stretches downwards."""
        suit = meld.line
        mask = bag >> SUIT_SHIFT[suit] & SUIT_BITS
        if not mask:
            return ()
        low, high = meld.low, meld.low + len(meld.pieces) - 1
        key = (suit, low, high, mask)
        found = self._stretches.get(key)
        if found is None:
            found = self._stretches.keep(key, tuple(self._cut_stretches(suit, low, high, mask)))
        return found

    def additions(self, meld: Meld, bag: int) -> tuple[Pieces, ...]:
        """What a bag can lay off on a group."""
        rank = meld.line
        room = self._cap - len(meld.pieces)
        if rank >= _RANKS:
            return tuple((natural_piece(JOKER),) * more for more in range(1, min(room, count(bag, JOKER)) + 1))
        free = bag & self.wanted(meld)
        key = (free, bag >> NATURALS & free, room)
        found = self._additions.get(key)
        if found is None:
            copies = copies_of(rank, free | (bag >> NATURALS & free) << NATURALS)
            found = tuple(pieces for pieces in self.choose(rank, copies, 1) if len(pieces) <= room)
            self._additions.keep(key, found)
        return found

    def wanted(self, meld: Meld) -> int:
        """The cards, as first copies or as the count of jokers, that alone can be laid off on a meld."""
        if meld.low >= 0:
            key = (meld.low, len(meld.pieces), meld.line)
            wanted = self._wanted_run.get(key)
            if wanted is None:
                wanted = self._wanted_run.keep(key, self._ends(meld))
            return wanted
        if len(meld.pieces) >= self._cap:
            return 0
        if meld.line >= _RANKS:
            return COUNT_BITS
        if not self._different:
            return RANK_BITS[meld.line]
        wanted = self._wanted_group.get(meld.pieces)
        if wanted is None:
            there = {piece & 63 for piece in meld.pieces if is_natural(piece)}
            wanted = sum(BIT[card] for card in range(meld.line, NATURALS, _RANKS) if card not in there)
            self._wanted_group.keep(meld.pieces, wanted)
        return wanted

    def targets(self, table: tuple[Meld, ...]) -> Targets:
        """The melds of a table that can grow: their numbers from 0, themselves, and what they want.

        The last table is remembered: most steps leave it as it is.
        """
        looked = self._table
        return (looked if looked[0] is table else self._look_at(table))[1]

    def fitting_targets(self, table: tuple[Meld, ...], bag: int) -> Targets:
        """Those of them that some card of a bag fits."""
        looked = self._table
        if looked[0] is not table:
            looked = self._look_at(table)
        return [target for target in looked[1] if bag & target[2]] if bag & looked[2] else []

    def targets_by_line(self, table: tuple[Meld, ...]) -> dict[int, Targets]:
        """The same by the line of the meld: runs by suit, groups by 4 and their rank."""
        looked = self._table
        return (looked if looked[0] is table else self._look_at(table))[3]

    def _look_at(self, table: tuple[Meld, ...]) -> _Looked:
        targets = [(on, meld, wanted) for on, meld in enumerate(table) if (wanted := self.wanted(meld))]
        every = 0
        lines: dict[int, Targets] = {}
        for target in targets:
            every |= target[2]
            meld = target[1]
            lines.setdefault(meld.line if meld.low >= 0 else 4 + meld.line, []).append(target)
        looked = self._table = (table, targets, every, lines)
        return looked

    def run_place(self, pieces: Pieces) -> tuple[int, int] | None:
        """The place of the first card and the suit of a run of natural cards, `None` if these are none."""
        return self._places.get(pieces)

    def _ends(self, meld: Meld) -> int:
        low, high, suit = meld.low, meld.low + len(meld.pieces) - 1, meld.line
        bag = 0
        if high < self.last_place(low):
            bag |= BIT[suit * _RANKS + (high + 1) % _RANKS]
        if low > self.first_place(high):
            bag |= BIT[suit * _RANKS + low - 1]
        return bag

    def first_place(self, high: int) -> int:
        """The lowest place that a run with this high end may grow to."""
        return self._lowest if high < ACE_HIGH else 1

    def last_place(self, low: int) -> int:
        """The highest place that a run with this low end may grow to."""
        return self._top_place if low > 0 else KING

    def last_new_place(self, low: int) -> int:
        """The highest place that a new run from this low end reaches: all thirteen count their ace high if they may."""
        return self._top_place if low > 0 else KING - (self._top_place == ACE_HIGH)

    def low_ends(self) -> range:
        """The places where a run may begin."""
        return range(self._lowest, self._top_place)

    def _make_windows(self) -> list[tuple[int, list[Pieces]]]:
        """Every run there can be: the bits of its ranks, and its pieces in each suit."""
        made: list[tuple[int, list[Pieces]]] = []
        for low in self.low_ends():
            for high in range(low + self._run_min - 1, self.last_new_place(low) + 1):
                ranks = [place % _RANKS for place in range(low, high + 1)]
                pieces = [as_written(tuple(PIECE[suit * _RANKS + rank] for rank in ranks)) for suit in range(4)]
                self._places.update((run, (low, suit)) for suit, run in enumerate(pieces))
                made.append((sum(1 << rank for rank in ranks), pieces))
        return made

    def _fitting(self, mask: int) -> Iterator[int]:
        for window, bits in enumerate(self._bits):
            if mask & bits == bits:
                yield window

    def _cut_stretches(self, suit: int, low: int, high: int, mask: int) -> Iterator[Pieces]:
        pieces: Pieces = ()
        for place in range(high + 1, self.last_place(low) + 1):
            if not mask >> place % _RANKS & 1:
                break
            pieces += (PIECE[suit * _RANKS + place % _RANKS],)
            yield pieces
        pieces = ()
        for place in range(low - 1, self.first_place(high) - 1, -1):
            if not mask >> place & 1 or self.ace_goes_high(low, high):
                break
            pieces = (PIECE[suit * _RANKS + place], *pieces)
            yield pieces

    def ace_goes_high(self, low: int, high: int) -> bool:
        """Whether the one ace that fits both ends of 2 to K counts as high (`meld.ace`)."""
        return low == 1 and high == KING and self._top_place == ACE_HIGH


def copies_of(rank: int, bag: int) -> tuple[int, int, int, int]:
    """How many copies of a rank's card a bag holds, by suit."""
    bits = bag >> FIRST + rank
    return (
        (bits & 1) + (bits >> 52 & 1),
        (bits >> 13 & 1) + (bits >> 65 & 1),
        (bits >> 26 & 1) + (bits >> 78 & 1),
        (bits >> 39 & 1) + (bits >> 91 & 1),
    )


def in_a_row(mask: int) -> int:
    """The ranks of a suit's bits at which three in a row begin, an ace counting at both ends."""
    rows = mask | (mask & 1) << _ABOVE_KING
    return rows & rows >> 1 & rows >> 2


#: For each rank the ranks at which three in a row that hold it may begin.
ROW_STARTS: Final = tuple(
    sum(1 << start for start in range(12) if rank in (start, start + 1, (start + 2) % _RANKS)) for rank in range(_RANKS)
)


#: The bits where three in a row may begin within a suit, and those of the queens, where queen, king, ace begin.
_NOT_LAST_TWO: Final = sum(1 << 13 * suit + rank for suit in range(4) for rank in range(11))
_QUEENS: Final = sum(1 << 13 * suit + 11 for suit in range(4))


def suits_with_run(bag: int) -> list[tuple[int, int]]:
    """The suits, with their bits, in which the bag holds three cards in a row, an ace counting at both ends."""
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
    """A suit's thirteen bits in a bag."""
    return bag >> SUIT_SHIFT[suit] & SUIT_BITS


def ranks_with_three(bag: int) -> list[int]:
    """The ranks of which the bag holds three natural cards or more."""
    spades = bag >> FIRST & SUIT_BITS
    hearts = bag >> SUIT_SHIFT[1] & SUIT_BITS
    diamonds = bag >> SUIT_SHIFT[2] & SUIT_BITS
    clubs = bag >> SUIT_SHIFT[3] & SUIT_BITS
    found: list[int] = []
    if bag >> SECOND:
        some = spades | hearts | diamonds | clubs
        while some:
            low = some & -some
            rank = low.bit_length() - 1
            bits = RANK_BITS[rank]
            if (bag & bits).bit_count() + (bag >> NATURALS & bits).bit_count() >= SMALLEST:
                found.append(rank)
            some ^= low
        return found
    three = (spades & hearts & (diamonds | clubs)) | (diamonds & clubs & (spades | hearts))
    while three:
        low = three & -three
        found.append(low.bit_length() - 1)
        three ^= low
    return found


def as_written(pieces: Pieces) -> Pieces:
    """All thirteen are written from the ace on, whichever end it counts for."""
    if len(pieces) == ALL_THIRTEEN and role_rank(pieces[-1]) == ACE:
        return pieces[-1:] + pieces[:-1]
    return pieces
