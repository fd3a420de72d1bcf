"""`NaturalFinder` finds melds and lay-offs of natural cards.

It stores its answers by the bits of a suit or the copies of a rank. These have few different values, so most answers
are looked up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from rummy500.cards.cards import ACE, BIT, COUNT_BITS, FIRST, JOKER, KING, MOST_COPIES, NATURALS, ONE, SUIT_BITS
from rummy500.cards.pieces import (
    EVERY_OF_RANK,
    EVERY_SUIT,
    PIECE,
    RANK_BITS,
    SUIT_SHIFT,
    Computed,
    Meld,
    Memo,
    Pieces,
    copies_of,
    is_natural,
    natural_piece,
    role_rank,
    row_table,
)
from rummy500.cards.shapes import ACE_HIGH, ALL_THIRTEEN, SMALLEST, MeldShapes

_RANKS: Final = 13

#: Melds that can grow: the place of each on the table, the meld, and the cards that fit it.
Targets = list[tuple[int, Meld, int]]

#: A table, its melds with the cards that fit each, and all cards that fit one of them.
_Looked = tuple[tuple[Meld, ...], Targets, int]


_HEARTS: Final = SUIT_SHIFT[1]
_DIAMONDS: Final = SUIT_SHIFT[2]
_CLUBS: Final = SUIT_SHIFT[3]
#: The natural card of each bag that holds one natural card.
CARD_OF_BIT: Final = {bit: card for card, bit in enumerate(BIT)}
#: For each natural card the cards that may be beside it in a run. For aces and kings one of these is at the other end
#: of the suit's bits, so any card counts.
_BESIDE: Final = tuple(-1 if card % 13 in (ACE, KING) else BIT[card] << 1 | BIT[card] >> 1 for card in range(NATURALS))


@cache
def partners_in_three(run_min: int, *, ace_low: bool, ace_high: bool) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each natural card the cards that could be in a meld of three with it, each with the third cards."""
    groups = (
        [rank + _RANKS * suit for suit in range(4) if suit != left] for rank in range(_RANKS) for left in range(4)
    )
    runs = [
        [_RANKS * suit + place % _RANKS for place in range(low, low + SMALLEST)]
        for suit in range(4)
        for low in range(0 if ace_low else 1, 12 if ace_high else 11)
        if run_min <= SMALLEST
    ]
    found = [dict[int, int]() for _ in range(NATURALS)]
    for three in (*runs, *groups):
        for card in three:
            for other in three:
                if other != card:
                    third = sum(three) - card - other
                    found[card][other] = found[card].get(other, 0) | BIT[third]
    return tuple(tuple(partners.items()) for partners in found)


class _EveryRun(NamedTuple):
    """Every run that natural cards can make."""

    places: Mapping[Pieces, tuple[int, int]]
    bits: Sequence[int]
    pieces: Sequence[Sequence[Pieces]]


def _last_new_place(low: int, lowest: int, top_place: int) -> int:
    return KING if low == 0 or (low == 1 and not lowest) else top_place


@cache
def _every_run(lowest: int, top_place: int, run_min: int) -> _EveryRun:
    """Make every run; all finders of the same shapes share it, since that takes most of the time to compose rules."""
    places: dict[Pieces, tuple[int, int]] = {}
    bits: list[int] = []
    by_suit: list[list[Pieces]] = [[], [], [], []]
    for low in range(lowest, top_place):
        for high in range(low + run_min - 1, _last_new_place(low, lowest, top_place) + 1):
            ranks = [place % _RANKS for place in range(low, high + 1)]
            bits.append(sum(1 << rank for rank in ranks))
            for suit, runs in enumerate(by_suit):
                run = as_written(tuple([PIECE[suit * _RANKS + rank] for rank in ranks]))
                runs.append(run)
                places[run] = (low, suit)
    return _EveryRun(places, bits, by_suit)


class NaturalFinder:
    """Finds melds and lay-offs of natural cards under the shape rules."""

    __slots__ = (
        "_additions", "_bits", "_cap", "_different", "_faces", "_groups", "_lowest", "_natural_two", "_of_rank",
        "_places", "_rows", "_run_min", "_stretches", "_table", "_top_place", "_wanted_group", "_wanted_run",
        "_windows", "_window_pieces", "_windows_with", "joker_groups",
    )  # fmt: skip

    def __init__(self, shapes: MeldShapes) -> None:
        self.joker_groups = shapes.joker_groups and JOKER not in shapes.wilds
        self._run_min = shapes.run_min
        self._cap = shapes.group_cap
        self._different = shapes.different_suits
        #: The fewest different faces that a group may have.
        self._faces = SMALLEST if shapes.different_suits else -(-SMALLEST // shapes.packs)
        #: The cards of each rank that a group may have.
        self._of_rank = RANK_BITS if shapes.different_suits else EVERY_OF_RANK
        self._natural_two = not shapes.wild_after_low_ace
        self._lowest = 0 if shapes.ace_low else 1
        self._top_place = ACE_HIGH if shapes.ace_high else KING
        self._table: _Looked = ((), [], 0)
        self._rows: tuple[int, ...] = ()
        self._places, self._bits, self._window_pieces = _every_run(self._lowest, self._top_place, self._run_min)
        self._windows = Computed(self._fitting)
        self._windows_with = Computed(self._fitting_with)
        self._groups = Computed(self._find_groups)
        self._stretches = Computed(self._cut_stretches)
        self._additions = Computed(self._find_additions)
        self._wanted_run: Memo[tuple[int, int, int], int] = Memo()
        self._wanted_group = Computed(self._other_suits)

    def runs(self, suit: int, mask: int) -> list[Pieces]:
        """The runs in a suit's thirteen bits, from the low end up."""
        pieces = self._window_pieces[suit]
        return [pieces[window] for window in self._windows[mask]]

    def runs_with(self, suit: int, mask: int, rank: int) -> list[Pieces]:
        """The runs in a suit's thirteen bits that have a card of a rank, from the low end up."""
        pieces = self._window_pieces[suit]
        return [pieces[window] for window in self._windows_with[mask, rank]]

    def groups(self, rank: int, bag: int) -> tuple[Pieces, ...]:
        """The groups of a rank in a bag."""
        cards = bag & self._of_rank[rank]
        return self._groups[rank, cards] if cards.bit_count() >= SMALLEST else ()

    def _find_groups(self, key: tuple[int, int]) -> tuple[Pieces, ...]:
        rank, cards = key
        return tuple(self.choose(rank, copies_of(rank, cards), SMALLEST))

    def groups_of_jokers(self, bag: int) -> list[Pieces]:
        """The groups of jokers that stand for themselves."""
        longest = min(bag & COUNT_BITS, self._cap) if self.joker_groups else 0
        return [(natural_piece(JOKER),) * length for length in range(SMALLEST, longest + 1)]

    def choose(self, rank: int, copies: tuple[int, ...], least: int) -> Iterator[Pieces]:
        """Every choice of at least `least` cards of a rank that a group may have; `copies` are the cards by suit."""
        most = 1 if self._different else MOST_COPIES
        for chosen in product(*(range(min(number, most) + 1) for number in copies)):
            if least <= sum(chosen) <= self._cap:
                yield tuple(PIECE[suit * _RANKS + rank] for suit in range(4) for _ in range(chosen[suit]))

    def stretches(self, meld: Meld, bag: int) -> tuple[Pieces, ...]:
        """The lay-offs of a bag on a run: upwards, then downwards, shorter ones first."""
        suit, low = meld.line, meld.low
        high = low + len(meld.pieces) - 1
        mask = bag >> SUIT_SHIFT[suit] & SUIT_BITS
        places = mask | (mask & 1) << ACE_HIGH if self.last_place(meld) == ACE_HIGH else mask
        above = places >> high + 1
        missing = ~mask & (1 << low) - 1
        if low and (self.first_place(meld) or self.ace_fits_both_ends(low, high)):
            missing |= 1  # no ace may be below the two, or it is found as the high end
        # The numbers of cards that the bag can add upwards and downwards come last.
        return self._stretches[suit, low, high, (above ^ above + 1).bit_length() - 1, low - missing.bit_length()]

    def additions(self, meld: Meld, bag: int) -> tuple[Pieces, ...]:
        """The lay-offs of a bag on a group."""
        rank = meld.line
        room = self._cap - len(meld.pieces)
        if rank >= _RANKS:
            return tuple((natural_piece(JOKER),) * more for more in range(1, min(room, bag & COUNT_BITS) + 1))
        cards = bag & (self.wanted(meld) if self._different else EVERY_OF_RANK[rank])
        return self._additions[rank, cards, room]

    def _find_additions(self, key: tuple[int, int, int]) -> tuple[Pieces, ...]:
        rank, cards, room = key
        return tuple(pieces for pieces in self.choose(rank, copies_of(rank, cards), 1) if len(pieces) <= room)

    def lay_offs(self, meld: Meld, bag: int) -> tuple[Pieces, ...]:
        """The lay-offs of a bag on a meld."""
        return self.stretches(meld, bag) if meld.low >= 0 else self.additions(meld, bag)

    def lone_card(self, meld: Meld, bag: int, wanted: int) -> int:
        """The card of a bag that makes the only lay-off on a meld; -1 if there are more lay-offs."""
        card = CARD_OF_BIT.get(bag & wanted, -1)
        # On a group a second copy makes further lay-offs, on a run a card beside it may.
        if card < 0 or bag & (_BESIDE[card] if meld.low >= 0 else BIT[card] << NATURALS):
            return -1
        return card

    def wanted(self, meld: Meld) -> int:
        """The cards that fit a meld one by one, as first copies, or as the bits of jokers."""
        if meld.low >= 0:
            if self._natural_two and self.is_closed_below(meld):
                return self._ends(meld)
            key = (meld.low, len(meld.pieces), meld.line)
            wanted = self._wanted_run.get(key)
            return self._wanted_run.keep(key, self._ends(meld)) if wanted is None else wanted
        if len(meld.pieces) >= self._cap:
            return 0
        if meld.line >= _RANKS:
            return COUNT_BITS
        if not self._different:
            return RANK_BITS[meld.line]
        return self._wanted_group[meld.pieces]

    def _other_suits(self, pieces: Pieces) -> int:
        there = {piece & 63 for piece in pieces if is_natural(piece)}
        return RANK_BITS[role_rank(pieces[0])] & ~sum(BIT[card] for card in there)

    def targets(self, table: tuple[Meld, ...]) -> Targets:
        """The melds of a table that can grow, each with its place and the cards that fit it."""
        looked = self._table
        if looked[0] is not table:
            looked = self._look_at(table)
        return [target for target in looked[1] if target[2]]

    def fitting_targets(self, table: tuple[Meld, ...], bag: int) -> Targets:
        """The melds of a table that some card of a bag fits, as for `targets`."""
        looked = self._table
        if looked[0] is not table:
            looked = self._look_at(table)
        if not bag & looked[2]:
            return []
        return [target for target in looked[1] if bag & target[2]]

    def in_new_melds(self, faces: int) -> tuple[int, int]:
        """The natural cards, and the joker, that can be in a new run and in a new group; there may be more."""
        rows = self._rows or self.rows()
        cards = faces >> FIRST
        spades = cards & SUIT_BITS
        hearts = cards >> 13 & SUIT_BITS
        diamonds = cards >> 26 & SUIT_BITS
        clubs = cards >> 39 & SUIT_BITS
        runs = rows[spades] << FIRST
        if row := rows[hearts]:
            runs |= row << _HEARTS
        if row := rows[diamonds]:
            runs |= row << _DIAMONDS
        if row := rows[clubs]:
            runs |= row << _CLUBS
        if self._faces == SMALLEST:
            ranks = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
        elif self._faces == 1:
            ranks = spades | hearts | diamonds | clubs
        else:
            ranks = (spades | hearts) & (diamonds | clubs) | spades & hearts | diamonds & clubs
        groups = ranks * EVERY_SUIT if ranks else 0
        return runs, groups | ONE[JOKER] if self.joker_groups and faces & COUNT_BITS else groups

    def rows(self) -> tuple[int, ...]:
        """`row_table`; a copy, since compiled code reads an attribute faster than it calls a cached function."""
        if not self._rows:
            self._rows = row_table()
        return self._rows

    def _look_at(self, table: tuple[Meld, ...]) -> _Looked:
        """Find the cards that fit each meld of a table, and remember them: most steps change one meld or none."""
        before, known, every = self._table
        if len(table) == len(before) + 1 and table[:-1] == before:  # tuples compare melds by identity first
            wanted = self.wanted(table[-1])
            known = [*known, (len(before), table[-1], wanted)]
            every |= wanted
        else:
            there = len(before)
            known = [
                known[on] if on < there and meld is before[on] else (on, meld, self.wanted(meld))
                for on, meld in enumerate(table)
            ]
            every = 0
            for _, _, wanted in known:
                every |= wanted
        looked = self._table = (table, known, every)
        return looked

    def run_place(self, pieces: Pieces) -> tuple[int, int] | None:
        """The place of the first card, and the suit, of a run of natural cards; `None` if these make no run."""
        return self._places.get(pieces)

    def _ends(self, meld: Meld) -> int:
        low, high, suit = meld.low, meld.low + len(meld.pieces) - 1, meld.line
        bag = 0
        if high < self.last_place(meld):
            bag |= BIT[suit * _RANKS + (high + 1) % _RANKS]
        if low > self.first_place(meld):
            bag |= BIT[suit * _RANKS + low - 1]
        return bag

    def is_closed_below(self, meld: Meld) -> bool:
        """Whether no ace fits below a run because it begins with a wild card as the two."""
        return meld.low == 1 and self._natural_two and not is_natural(meld.pieces[0])

    def first_place(self, meld: Meld) -> int:
        """The lowest place that a run may grow to."""
        closed = meld.low + len(meld.pieces) > ACE_HIGH or self.is_closed_below(meld)
        return 1 if closed else self._lowest

    def last_place(self, meld: Meld) -> int:
        """The highest place that a run may grow to: that of the king if its ace is low, or would be."""
        return KING if meld.low == 0 or (not self._lowest and self.is_closed_below(meld)) else self._top_place

    def last_new_place(self, low: int) -> int:
        """The highest place that a new run from a low end may reach; a run of all thirteen ends with its king."""
        return _last_new_place(low, self._lowest, self._top_place)

    def low_ends(self) -> range:
        """The places where a run may begin."""
        return range(self._lowest, self._top_place)

    def _fitting(self, mask: int) -> tuple[int, ...]:
        return tuple(window for window, bits in enumerate(self._bits) if mask & bits == bits)

    def _fitting_with(self, key: tuple[int, int]) -> tuple[int, ...]:
        mask, rank = key
        return tuple(window for window in self._windows[mask] if self._bits[window] >> rank & 1)

    def _cut_stretches(self, key: tuple[int, int, int, int, int]) -> tuple[Pieces, ...]:
        suit, low, high, upwards, downwards = key
        above = tuple(PIECE[suit * _RANKS + place % _RANKS] for place in range(high + 1, high + 1 + upwards))
        below = tuple(PIECE[suit * _RANKS + place] for place in range(low - downwards, low))
        upper = [above[:number] for number in range(1, upwards + 1)]
        return (*upper, *(below[-number:] for number in range(1, downwards + 1)))

    def ace_fits_both_ends(self, low: int, high: int) -> bool:
        """Whether a run lacks only its ace, which may be laid off at either end."""
        return low == 1 and high == KING and self._top_place == ACE_HIGH


def as_written(pieces: Pieces) -> Pieces:
    """Reorder a run of all thirteen cards so that it begins with its ace; return any other run unchanged."""
    if len(pieces) == ALL_THIRTEEN and role_rank(pieces[-1]) == ACE:
        return pieces[-1:] + pieces[:-1]
    return pieces
