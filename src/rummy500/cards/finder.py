"""`MeldFinder` finds every meld and lay-off that some cards can make, by their shapes alone.

Plays of natural cards are looked up by the bits of a suit or the cards of a rank, which have few values. Plays
with wild cards are searched lazily, so that the first few cost little. A play gives each wild card its role, so each
choice of roles is a play of its own; a plain search chooses once: natural cards first, then the kinds of wild cards in
a fixed order. The plays of natural cards are the plain plays of cards that have no wild one, so one search finds both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Final, final

from rummy500.base.errors import Refusal
from rummy500.cards.cards import (
    ACE,
    BIT,
    COUNT_BITS,
    FIRST,
    JOKER,
    KING,
    MOST_COUNTED,
    NATURALS,
    ONE,
    SPARE_BITS,
    SUIT_BITS,
    Bag,
    count,
    every_copy,
)
from rummy500.cards.pieces import (
    EVERY_OF_RANK,
    EVERY_SUIT,
    GROUP,
    PIECE,
    RANK_BITS,
    SUIT_SHIFT,
    TO_THE_ACE,
    Computed,
    Meld,
    Memo,
    Pieces,
    copies_of,
    is_natural,
    natural_piece,
    ranks_with_three,
    role_rank,
    row_table,
    suit_mask,
    suits_with_run,
    wild_in_group,
    wild_in_run,
)
from rummy500.cards.shapes import ACE_HIGH, ALL_THIRTEEN, SMALLEST, MeldShapes

NO_CARD: Final = -1
_RANKS: Final = 13
_HEARTS: Final = SUIT_SHIFT[1]
_DIAMONDS: Final = SUIT_SHIFT[2]
_CLUBS: Final = SUIT_SHIFT[3]
_NATURAL_PIECES_END: Final = NATURALS * 65
#: The number of bits that count the wild cards of one kind: fifteen jokers at most.
_COUNTED: Final = 4
#: More wild cards than there can be.
_TOO_MANY: Final = 1_000

#: Melds that can grow: the place of each on the table, the meld, and the cards that fit it.
Targets = list[tuple[int, Meld, int]]

#: A table, its melds with the cards that fit each, and all cards that fit one of them.
_Looked = tuple[tuple[Meld, ...], Targets, int]

#: The wild cards at hand: how many there are of each kind, four bits a kind, and how many there are in all.
_Left = tuple[int, int]
_NO_WILDS: Final[_Left] = (0, 0)

#: The cards of some places of a suit, in order.
Roles = tuple[int, ...]

#: For each suit the cards of all its places, which go round three times.
_ROLES: Final[tuple[Roles, ...]] = tuple(
    tuple(suit * _RANKS + place % _RANKS for place in range(3 * _RANKS)) for suit in range(4)
)
#: A factor: the cards of a suit times this are at their places above the king, in the second and third round.
_ROUNDS: Final = 1 << _RANKS | 1 << 2 * _RANKS
#: The natural card of each bag that holds one natural card.
CARD_OF_BIT: Final = {bit: card for card, bit in enumerate(BIT)}
#: For each natural card the cards that may be beside it in a run. For aces and kings one of these is at the other end
#: of the suit's bits, so any card counts.
_BESIDE: Final = tuple(-1 if card % 13 in (ACE, KING) else BIT[card] << 1 | BIT[card] >> 1 for card in range(NATURALS))


@final
class MeldFinder:
    """Finds every meld and lay-off that some cards can make under the shape rules.

    What it has found stays true, since shapes never change: rules of equal shapes share a finder. Each store is a
    `Memo`, which is emptied before it grows without bound, or holds one table.
    """

    __slots__ = (
        "_above", "_cap", "_choices", "_counts", "_different", "_faces", "_first_ace", "_for_rank", "_groups",
        "_in_role", "_known", "_lowest", "_natural_two", "_of_rank", "_only_jokers", "_other_suits", "_round", "_rows",
        "_runs", "_spans", "_stretches", "_table", "_top_place", "_totals", "_units", "_wanted_run", "joker_groups",
        "places", "shapes", "wild_bits",
    )  # fmt: skip

    def __init__(self, shapes: MeldShapes) -> None:
        self.shapes = shapes
        #: The bits of all wild cards in a bag.
        self.wild_bits = _bits_of(shapes.wilds)
        #: Whether jokers, which are not wild then, make groups of their own.
        self.joker_groups = shapes.joker_groups and JOKER not in shapes.wilds
        self._only_jokers = shapes.wilds in ((), (JOKER,))
        self._cap = shapes.group_cap
        self._different = shapes.different_suits
        #: The fewest different faces that a group may have.
        self._faces = SMALLEST if shapes.different_suits else -(-SMALLEST // shapes.packs)
        #: The natural cards of each rank that a group may have.
        self._of_rank = RANK_BITS if shapes.different_suits else EVERY_OF_RANK
        #: For each rank the bits of wild cards without those of that rank, which are natural in its groups.
        self._for_rank = tuple(self.wild_bits & ~bits for bits in EVERY_OF_RANK)
        self._natural_two = shapes.ace_low and shapes.natural_two is not None
        #: Whether runs go round the corner. All places are then above that of a low ace, and go round twice.
        self._round = shapes.round_corner
        self._lowest = 0 if shapes.ace_low else 1
        self._top_place = 2 * _RANKS if self._round else ACE_HIGH if shapes.ace_high else KING
        #: Where runs may begin, and the place behind the last that each may reach: all thirteen from the lowest only.
        self._spans = tuple(
            (low, end)
            for low in range(self._lowest, self._lowest + _RANKS)
            if (end := min(self._top_place + 1, low + _RANKS - (low > self._lowest))) - low >= shapes.run_min
        )
        #: For each rank the places beside a run where it may be: an ace is at both ends.
        self.places = tuple(
            (rank - _RANKS, rank, rank + _RANKS) if self._round else (rank,) if rank else (ACE, ACE_HIGH)
            for rank in range(_RANKS)
        )
        self._first_ace = 0 if shapes.ace_low else ACE_HIGH
        #: The cards of a suit, as bits, that continue its king.
        self._above = SUIT_BITS if self._round else TO_THE_ACE
        #: For each wild face, the number that counts one card of it. Sums of these count several kinds of wild cards.
        self._units = {face: 1 << _COUNTED * kind for kind, face in enumerate(shapes.wilds)}
        #: For each card the wild cards that could stand for it in a run; the kind that is spent first comes last.
        self._in_role = tuple(
            tuple((unit, wild_in_run(face, role)) for face, unit in reversed(self._units.items()) if face != role)
            for role in range(NATURALS)
        )
        #: The place and the line of each meld found or judged before, by its pieces in canonical order.
        self._known: Memo[Pieces, tuple[int, int]] = Memo()
        self._table: _Looked = ((), [], 0)
        self._rows: tuple[int, ...] = ()
        self._counts = Computed(self._count_wild)
        self._totals = Computed(self._total)
        self._choices = Computed(self._choose)
        self._runs = Computed(self._find_runs)
        self._groups = Computed(self._find_groups)
        self._stretches = Computed(self._cut_stretches)
        self._wanted_run: Memo[tuple[int, int, int], int] = Memo()
        self._other_suits = Computed(self._find_other_suits)

    # ------------------------------------------------------------ plays of any cards

    def new_groups(self, bag: int, *, must: int = NO_CARD, plain: bool = False) -> Iterable[Pieces]:
        """The groups that these cards can make, each once, its pieces in canonical order.

        Only those with the card `must`, unless it is -1. With `plain` none spends a wild card where a natural one would
        do, and the kinds of wild cards are spent in one order only.
        """
        if must >= 0 and self._is_natural(must):
            return self._groups_of(must % _RANKS, bag, must, plain=plain)
        found: Iterable[Pieces]
        if bag & self.wild_bits:
            ranks = [rank for rank in range(_RANKS) if bag & self._of_rank[rank]]
            found = (pieces for rank in ranks for pieces in self._groups_of(rank, bag, NO_CARD, plain=plain))
        else:
            found = [pieces for rank in ranks_with_three(bag) for pieces in self.groups(rank, bag)]
            found += self.groups_of_jokers(bag)
        return found if must < 0 else _holding(must, found)

    def new_runs(self, bag: int, *, must: int = NO_CARD, plain: bool = False) -> Iterable[Pieces]:
        """The runs that these cards can make; arguments and answer as for `new_groups`."""
        if must >= 0 and self._is_natural(must):
            return self._runs_of(must // _RANKS, bag, must, plain=plain)
        found: Iterable[Pieces]
        if bag & self.wild_bits:
            found = (pieces for suit in range(4) for pieces in self._runs_of(suit, bag, NO_CARD, plain=plain))
        else:
            found = [pieces for suit, mask in suits_with_run(bag, self._above) for pieces in self.runs(suit, mask)]
        return found if must < 0 else _holding(must, found)

    def extensions(self, bag: int, meld: Meld, *, must: int = NO_CARD, plain: bool = False) -> Iterable[Pieces]:
        """The lay-offs that these cards can make on a meld: a stretch at one end of a run, or cards for a group.

        Arguments and answer as for `new_groups`.
        """
        is_run = meld.low >= 0
        natural_must = must >= 0 and self._is_natural(must)
        if natural_must and (must // _RANKS if is_run else must % _RANKS) != meld.line:
            return ()
        if bag & self.wild_bits:
            find = self._on_run if is_run else self._on_group
            if natural_must:
                return find(bag, meld, must, plain=plain)
            found = find(bag, meld, NO_CARD, plain=plain)
        else:
            if not bag & self.wanted(meld):
                return ()
            found = self.lay_offs(meld, bag)
        return found if must < 0 else _holding(must, found)

    def _is_natural(self, must: int) -> bool:
        return must < NATURALS and (self._only_jokers or must not in self.shapes.wilds)

    # ------------------------------------------------------------ melds that pieces make

    def new_meld(self, pieces: Pieces, seat: int, *, is_run: bool) -> Meld | Refusal:
        """The new meld that these pieces make, or the reason why they make none; melds judged before are looked up."""
        known = self._known.get(pieces)
        if known is not None and (known[0] >= 0) == is_run:
            return Meld(seat, known[0], known[1], pieces, bytes((seat,)) * len(pieces))
        judged = self.shapes.new_meld(pieces, seat, is_run=is_run)
        if isinstance(judged, Meld) and judged.pieces == pieces:
            self._known.keep(pieces, (judged.low, judged.line))
        return judged

    def found_meld(self, pieces: Pieces, seat: int, *, is_run: bool) -> Meld:
        """The new meld of pieces that this finder has found; they are not judged again."""
        rank = role_rank(pieces[0])
        by = bytes((seat,)) * len(pieces)
        if not is_run:
            return Meld(seat, GROUP, rank, pieces, by)
        low = self.shapes.place_of_all if len(pieces) == ALL_THIRTEEN else rank or self._first_ace
        return Meld(seat, low, (pieces[0] >> 6) // 13, pieces, by)

    def _known_now(self, found: tuple[Pieces, ...], *, is_run: bool) -> tuple[Pieces, ...]:
        """Remember new melds of natural cards, so that they are not judged when one of them is played.

        With wild cards so many are found, and so few of them played, that judging these costs less.
        """
        for pieces in found:
            meld = self.found_meld(pieces, 0, is_run=is_run)
            self._known.keep(pieces, (meld.low, meld.line))
        return found

    def is_known(self, pieces: Pieces) -> bool:
        """Whether pieces are known to be in canonical order: one card, or a meld that was found or judged."""
        return len(pieces) == 1 or pieces in self._known

    def extended(self, meld: Meld, pieces: Pieces, seat: int) -> Meld | Refusal:
        """The meld after a lay-off of these pieces, or the refusal of the lay-off."""
        if len(pieces) == 1 and 0 <= pieces[0] < _NATURAL_PIECES_END:
            card = pieces[0] & 63
            if card * 65 == pieces[0] and BIT[card] & self.wanted(meld):
                return self.shapes.joined(meld, pieces, seat)
        elif self._would_find(meld, pieces):
            return self.shapes.joined(meld, pieces, seat)
        return self.shapes.extend(meld, pieces, seat)

    def _would_find(self, meld: Meld, pieces: Pieces) -> bool:
        """Whether pieces are natural cards of different faces that can be laid off together on a meld."""
        bag = 0
        for piece in pieces:
            if not 0 <= piece < _NATURAL_PIECES_END or piece % 65:
                return False
            bag |= BIT[piece & 63]
        return pieces in self.lay_offs(meld, bag)

    # ------------------------------------------------------------ plays of natural cards, looked up

    def runs(self, suit: int, mask: int) -> tuple[Pieces, ...]:
        """The runs of natural cards in a suit's thirteen bits, from the low end up."""
        return self._runs[suit, mask, _NO_WILDS, NO_CARD]

    def groups(self, rank: int, bag: int) -> tuple[Pieces, ...]:
        """The groups of natural cards of a rank in a bag."""
        cards = bag & self._of_rank[rank]
        return self._groups[rank, cards, 0, SMALLEST, self._cap] if cards.bit_count() >= SMALLEST else ()

    def groups_of_jokers(self, bag: int) -> list[Pieces]:
        """The groups of jokers that stand for themselves."""
        longest = min(bag & COUNT_BITS, self._cap) if self.joker_groups else 0
        return [(natural_piece(JOKER),) * length for length in range(SMALLEST, longest + 1)]

    def lay_offs(self, meld: Meld, bag: int) -> tuple[Pieces, ...]:
        """The lay-offs of natural cards on a meld; on a run upwards, then downwards, shorter ones first."""
        if meld.low < 0:
            rank, room = meld.line, self._cap - len(meld.pieces)
            if rank >= _RANKS:
                return tuple((natural_piece(JOKER),) * more for more in range(1, min(room, bag & COUNT_BITS) + 1))
            return self._groups[rank, bag & self._fitting(meld), 0, 1, room]
        suit, (first, low, high, last) = meld.line, self.room(meld)
        mask = bag >> SUIT_SHIFT[suit] & SUIT_BITS
        row = (mask | (mask & self._above) * _ROUNDS) & (2 << last) - (1 << first)
        above = row >> high + 1
        missing = ~row & (1 << low) - 1
        # The key has the numbers of cards that the bag can add at each end, not the bag: so few keys serve all hands.
        return self._stretches[suit, low, high, (above ^ above + 1).bit_length() - 1, low - missing.bit_length()]

    def _cut_stretches(self, key: tuple[int, int, int, int, int]) -> tuple[Pieces, ...]:
        suit, low, high, upwards, downwards = key
        above = tuple(PIECE[suit * _RANKS + place % _RANKS] for place in range(high + 1, high + 1 + upwards))
        below = tuple(PIECE[suit * _RANKS + place % _RANKS] for place in range(low - downwards, low))
        upper = [above[:number] for number in range(1, upwards + 1)]
        return (*upper, *(below[-number:] for number in range(1, downwards + 1)))

    def _fitting(self, meld: Meld) -> int:
        """The natural cards that fit a group, every copy that may lie in it."""
        return self.wanted(meld) if self._different else EVERY_OF_RANK[meld.line]

    def only_lay_off(self, meld: Meld, bag: int, wanted: int) -> int:
        """The card that makes the only lay-off on a meld, of a bag with some card of `wanted`; -1 if there are more."""
        card = CARD_OF_BIT.get(bag & wanted, -1)
        # On a group a second copy makes further lay-offs, on a run a card beside it may.
        if card < 0 or bag & (_BESIDE[card] if meld.low >= 0 else BIT[card] << NATURALS):
            return -1
        return card

    # ------------------------------------------------------------ what fits

    def targets(self, table: tuple[Meld, ...], bag: int) -> Targets:
        """The melds of a table that some of these cards fit: with a wild card, now or after others are laid off."""
        # A table never changes, and `_table` keeps it alive, so an identical one has the same melds.
        looked = self._table
        if looked[0] is not table:
            looked = self._look_at(table)
        if bag & self.wild_bits:
            return [target for target in looked[1] if target[2]]
        if not bag & looked[2]:
            return []
        return [target for target in looked[1] if bag & target[2]]

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
        return self._other_suits[meld.pieces]

    def _find_other_suits(self, pieces: Pieces) -> int:
        there = {piece & 63 for piece in pieces if is_natural(piece)}
        return RANK_BITS[role_rank(pieces[0])] & ~sum(BIT[card] for card in there)

    def _ends(self, meld: Meld) -> int:
        suit, (first, low, high, last) = meld.line, self.room(meld)
        bag = 0
        if high < last:
            bag |= BIT[suit * _RANKS + (high + 1) % _RANKS]
        if low > first:
            bag |= BIT[suit * _RANKS + (low - 1) % _RANKS]
        return bag

    def is_closed_below(self, meld: Meld) -> bool:
        """Whether no ace fits below a run because it begins with a wild card as the two."""
        return meld.low == 1 and self._natural_two and not is_natural(meld.pieces[0])

    def room(self, meld: Meld) -> tuple[int, int, int, int]:
        """The lowest place that a run may grow to, the places of its first and last card, and the highest.

        Cards that fit at both ends, as they make the run one of all thirteen, count at the high end.
        """
        low, high = meld.low, meld.low + len(meld.pieces) - 1
        if self._round:  # one round more for all, so that no place is below 0
            return high + 2, low + _RANKS, high + _RANKS, low + 2 * _RANKS - 1
        closed = self._natural_two and self.is_closed_below(meld)
        last = KING if low == 0 or closed else self._top_place  # that of the king if its ace is low, or would be
        ace_above = high == ACE_HIGH or (low == 1 and high == KING and last == ACE_HIGH)
        return 1 if closed or ace_above else self._lowest, low, high, last

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
            self._rows = row_table(self._above)
        return self._rows

    # ------------------------------------------------------------ plays with wild cards, searched

    def _count_wild(self, wild: int) -> Mapping[int, int]:
        """The number of each wild face at hand, in the order in which `plain` spends them."""
        return {face: cards for face in self.shapes.wilds if (cards := count(Bag(wild), face))}

    def _total(self, wild: int) -> _Left:
        counts = self._counts[wild]
        return sum(self._units[face] * cards for face, cards in counts.items()), sum(counts.values())

    def _groups_of(self, rank: int, bag: int, must: int, *, plain: bool) -> Iterable[Pieces]:
        """The groups of a rank; only those with the natural card `must`, unless it is -1."""
        cards = bag & self._of_rank[rank]
        return self._in_group(rank, cards, bag, SMALLEST, self._cap, must, plain=plain) if cards else ()

    def _on_group(self, bag: int, meld: Meld, must: int, *, plain: bool) -> Iterable[Pieces]:
        """The lay-offs on a group; only those with the natural card `must`, unless it is -1."""
        rank, room = meld.line, self._cap - len(meld.pieces)
        if room <= 0 or rank >= _RANKS:
            return ()
        return self._in_group(rank, bag & self._fitting(meld), bag, 1, room, must, plain=plain)

    def _in_group(
        self, rank: int, cards: int, bag: int, least: int, room: int, must: int, *, plain: bool
    ) -> Iterable[Pieces]:
        """The plays in a group of a rank, looked up if they are plain."""
        wild = bag & self._for_rank[rank]
        if wild and not plain:
            return self._search_group(rank, cards, wild, least, room, must, plain=False)
        found = self._groups[rank, cards, wild, least, room]
        return found if must < 0 else [pieces for pieces in found if PIECE[must] in pieces]

    def _find_groups(self, key: tuple[int, int, int, int, int]) -> tuple[Pieces, ...]:
        found = tuple(self._search_group(*key, NO_CARD, plain=True))
        return found if key[2] or key[3] < SMALLEST else self._known_now(found, is_run=False)

    def _search_group(
        self, rank: int, cards: int, wild_bits: int, least: int, room: int, must: int, *, plain: bool
    ) -> Iterator[Pieces]:
        """Search the plays of `least` to `room` cards in a group; `least` is 1 for a lay-off."""
        copies, wild = copies_of(rank, cards), self._counts[wild_bits]
        useful = sum(copies)
        every = tuple([wild_in_group(face, rank) for face in sorted(wild) for _ in range(wild[face])])
        if useful + len(every) < least:
            return
        # A new group has a natural card; on one that lies, wild cards may be laid off alone.
        # A plain play with fewer natural cards than `least` has all that there are, so shorter choices are left out.
        for naturals in self._choices[rank, copies, min(least, useful) if plain else int(least == SMALLEST)]:
            if must >= 0 and PIECE[must] not in naturals:
                continue
            fewest, most = max(0, least - len(naturals)), min(room - len(naturals), len(every))
            if plain and len(naturals) < useful:
                most = min(most, 0)  # a plain play spends no wild card while a natural one is left
            if not plain and len(wild) > 1:
                for wilds in choose_wilds(wild, fewest, most):
                    yield naturals + tuple([wild_in_group(face, rank) for face in wilds])
            else:
                for length in range(fewest, most + 1):
                    yield naturals + every[:length]

    def _choose(self, key: tuple[int, tuple[int, ...], int]) -> tuple[Pieces, ...]:
        """Every choice of natural cards for a group: the rank, its cards at hand by suit, and the fewest to choose."""
        rank, copies, least = key
        return tuple([
            tuple([PIECE[suit * _RANKS + rank] for suit in range(4) for _ in range(chosen[suit])])
            for chosen in product(*(range(number + 1) for number in copies))
            if least <= sum(chosen) <= self._cap
        ])  # fmt: skip

    def _runs_of(self, suit: int, bag: int, must: int, *, plain: bool) -> Iterable[Pieces]:
        """The runs of a suit; only those with the natural card `must`, unless it is -1."""
        mask = suit_mask(bag, suit)
        if not mask:
            return ()
        left = self._totals[bag & self.wild_bits]
        if left[1]:
            key = suit, mask, left, must  # with the card, since a search for it alone is much shorter
            return self._runs[key] if plain else self._search_runs(*key, plain=False)
        found = self.runs(suit, mask)
        return found if must < 0 else [pieces for pieces in found if PIECE[must] in pieces]

    def _find_runs(self, key: tuple[int, int, _Left, int]) -> tuple[Pieces, ...]:
        found = tuple(self._search_runs(*key, plain=True))
        return found if key[2][1] else self._known_now(found, is_run=True)

    def _search_runs(self, suit: int, mask: int, left: _Left, must: int, *, plain: bool) -> Iterator[Pieces]:
        """Search the runs of a suit, given the bits of its cards and the wild cards at hand."""
        least, roles = self.shapes.run_min, _ROLES[suit]
        row = mask | (mask & self._above) * _ROUNDS
        if row.bit_count() + left[1] < least:
            return
        at_hand = [row >> place & 1 for place in range(self._top_place + 1)]
        walk = self._greedy if plain else self._walk
        first = (1 << least) - 1
        for low, end in self._spans:
            if (row >> low & first).bit_count() + left[1] < least:
                continue
            forced = _bit_of(must, low, end)
            if must >= 0 and not forced:
                continue
            if low == 0 and self._natural_two:
                if not at_hand[1]:
                    continue
                forced |= 1 << 1
            for pieces in walk(roles[low:end], at_hand[low:end], left, least - 1, forced, mixed=True):
                if len(pieces) == ALL_THIRTEEN and role_rank(pieces[-1]) == ACE:
                    pieces = pieces[-1:] + pieces[:-1]  # noqa: PLW2901 - a run of all thirteen is ordered from its ace
                yield pieces

    def _on_run(self, bag: int, meld: Meld, must: int, *, plain: bool) -> Iterator[Pieces]:
        """The lay-offs on a run, upwards, then downwards; only those with the natural card `must`, unless it is -1."""
        first, low, high, last = self.room(meld)
        roles, mask = _ROLES[meld.line], suit_mask(bag, meld.line)
        row = mask | (mask & self._above) * _ROUNDS
        at_hand = [row >> place & 1 for place in range(last + 1)]
        left = self._totals[bag & self.wild_bits]
        walk = self._greedy if plain else self._walk
        begin, end = high + 1, last + 1
        forced = _bit_of(must, begin, end)
        if must < 0 or forced:
            yield from walk(roles[begin:end], at_hand[begin:end], left, 0, forced)
        place = _bit_of(must, first, low).bit_length() - 1  # counted from the far end
        forced = 1 << low - 1 - first - place if place >= 0 else 0
        if must < 0 or forced:
            # With `ace_low` cards an ace lies below the two, or the two joins an ace that becomes the low one.
            ace_low = low - (high == ACE_HIGH)
            any_two = low == 1 or not self._natural_two
            for pieces in walk(roles[first:low][::-1], at_hand[first:low][::-1], left, 0, forced):
                if any_two or len(pieces) < ace_low or is_natural(pieces[low - 2]):
                    yield pieces[::-1]

    def _walk(
        self, roles: Roles, at_hand: list[int], left: _Left, goal: int, forced: int, *, mixed: bool = False
    ) -> Iterator[Pieces]:
        """Fill the first one, two, three ... of some places, one after the other, in every possible way.

        `at_hand` is 1 for each role whose card is there, `goal` the last place, from 0, that must be filled, and
        `forced` the places, as bits, of natural cards; with `mixed` at least one card is natural.
        """
        goal = max(goal, forced.bit_length() - 1)
        if goal >= len(roles):
            return
        units, in_role = self._units, self._in_role
        # The fewest wild cards that must be left at each place, once a card is natural, and before that.
        fixed = _needed(at_hand, goal)
        needed = _until_natural(at_hand, fixed) if mixed else fixed
        counts, total = left
        # The partial results to continue, the next one last. Recursive generators take longer the deeper they are.
        ahead: list[tuple[Pieces, int, int, int, list[int]]] = []
        if total >= needed[0]:
            ahead.append(((), 0, counts, total, needed))
        while ahead:
            done, index, counts, total, needed = ahead.pop()
            if index > goal and needed is fixed:
                yield done
            if index == len(roles):
                continue
            role = roles[index]
            after = index + 1
            if total > needed[after] and not forced >> index & 1:
                for unit, piece in in_role[role]:
                    if counts & unit * MOST_COUNTED:
                        ahead.append(((*done, piece), after, counts - unit, total - 1, needed))
            if at_hand[index]:
                own = units.get(role, 0)
                if not own:
                    ahead.append(((*done, PIECE[role]), after, counts, total, fixed))
                elif counts & own * MOST_COUNTED and total > fixed[after]:
                    ahead.append(((*done, PIECE[role]), after, counts - own, total - 1, fixed))

    def _greedy(
        self, roles: Roles, at_hand: list[int], left: _Left, goal: int, forced: int, *, mixed: bool = False
    ) -> Iterator[Pieces]:
        """Fill places as `_walk` does, in one plain way: a wild card only if the natural one is not at hand."""
        # `_walk` with one choice at each place finds the same, but takes a quarter longer.
        units, in_role = self._units, self._in_role
        goal = max(goal, forced.bit_length() - 1)
        counts, total = left
        done: Pieces = ()
        natural = not mixed
        for index, role in enumerate(roles):
            own = units.get(role, 0)
            if at_hand[index] and (not own or counts & own * MOST_COUNTED):
                counts -= own
                total -= own > 0
                done = (*done, PIECE[role])
                natural = True
            elif not total or forced >> index & 1:
                return
            else:
                unit, piece = next(each for each in reversed(in_role[role]) if counts & each[0] * MOST_COUNTED)
                counts -= unit
                total -= 1
                done = (*done, piece)
            if natural and index >= goal:
                yield done


def _holding(must: int, found: Iterable[Pieces]) -> Iterator[Pieces]:
    for pieces in found:
        for piece in pieces:
            if piece & 63 == must:
                yield pieces
                break


def _needed(at_hand: list[int], goal: int) -> list[int]:
    """The number of wild cards that must be left at each place to fill all places up to a goal."""
    needed = [0] * (len(at_hand) + 1)
    for place in range(goal, -1, -1):
        needed[place] = needed[place + 1] + 1 - at_hand[place]
    return needed


def _until_natural(at_hand: list[int], fixed: list[int]) -> list[int]:
    """The number that must be left while no card is natural: enough to reach the next natural card, then `fixed`."""
    needed = [_TOO_MANY] * len(fixed)
    for place in range(len(at_hand) - 1, -1, -1):
        needed[place] = fixed[place] if at_hand[place] else needed[place + 1] + 1
    return needed


def _bit_of(card: int, begin: int, end: int) -> int:
    """The place of a natural card among some places of a suit, as a bit; 0 if it has no place there or is -1."""
    if card < 0:
        return 0
    place = (card - begin) % _RANKS
    return 1 << place if place < end - begin else 0


def _bits_of(faces: Iterable[int]) -> int:
    """The bits of all copies of some faces in a bag."""
    bits = 0
    for face in faces:
        if face < NATURALS:
            bits |= every_copy(BIT[face])
        else:
            bits |= COUNT_BITS if face == JOKER else SPARE_BITS
    return bits


def choose_wilds(wild: Mapping[int, int], fewest: int, most: int) -> Iterator[Pieces]:
    """Every choice of wild cards by kind, at least `fewest` and at most `most`, fewer first."""
    faces = sorted(wild)
    for length in range(fewest, most + 1):
        yield from _combinations(faces, wild, length)


def _combinations(faces: list[int], wild: Mapping[int, int], length: int) -> Iterator[Pieces]:
    if not length:
        yield ()
        return
    if not faces:
        return
    face = faces[0]
    for used in range(min(wild[face], length), -1, -1):
        for rest in _combinations(faces[1:], wild, length - used):
            yield (face,) * used + rest
