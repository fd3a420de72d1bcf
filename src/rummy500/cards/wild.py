"""`WildFinder` finds melds and lay-offs with wild cards, lazily, so that the first few cost little.

A play names the role of each wild card, so that each choice of roles is a play of its own. With `plain` one choice is
found: natural cards first, then the kinds of wild cards in a fixed order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rummy500.cards.cards import (
    ACE,
    BIT,
    COUNT_BITS,
    JOKER,
    MOST_COUNTED,
    NATURALS,
    SPARE_BITS,
    Bag,
    count,
    every_copy,
)
from rummy500.cards.natural import NaturalFinder, as_written
from rummy500.cards.pieces import (
    EVERY_OF_RANK,
    PIECE,
    RANK_BITS,
    Computed,
    Meld,
    Pieces,
    copies_of,
    is_natural,
    suit_mask,
    wild_in_group,
    wild_in_run,
)
from rummy500.cards.shapes import ACE_HIGH, ALL_THIRTEEN, SMALLEST, MeldShapes

NO_CARD: Final = -1
#: The number of bits that count the wild cards of one kind.
_COUNTED: Final = 4
#: More wild cards than there can be.
_TOO_MANY: Final = 1_000

#: The cards of some places of a suit, in order.
Roles = tuple[int, ...]

#: For each suit the cards of all its places, with the ace at both ends.
_ROLES: Final[tuple[Roles, ...]] = tuple(
    tuple(suit * 13 + place % 13 for place in range(ACE_HIGH + 1)) for suit in range(4)
)


class WildFinder:
    """Finds melds and lay-offs of cards of which some are wild."""

    __slots__ = (
        "_choices", "_counts", "_for_rank", "_in_role", "_natural", "_of_rank", "_plain_of_rank", "_plain_runs",
        "_shapes", "_totals", "_units", "bits",
    )  # fmt: skip

    def __init__(self, shapes: MeldShapes, natural: NaturalFinder) -> None:
        self._shapes = shapes
        self._natural = natural
        self.bits = _bits_of(shapes.wilds)
        #: The natural cards of each rank that a group may have.
        self._of_rank = RANK_BITS if shapes.different_suits else EVERY_OF_RANK
        #: For each rank the bits of wild cards without those of that rank, which are natural in its groups.
        self._for_rank = tuple(self.bits & ~bits for bits in EVERY_OF_RANK)
        self._counts = Computed(self._count_wild)
        self._totals = Computed(self._total)
        self._choices = Computed(self._choose)
        #: Plain runs and groups are remembered, since most suits and ranks of a hand do not change in a turn.
        self._plain_runs = Computed(self._find_plain_runs)
        self._plain_of_rank = Computed(self._plain_groups)
        #: For each wild face, the number that counts one card of it. Sums of these count several kinds of wild cards.
        self._units = {face: 1 << _COUNTED * kind for kind, face in enumerate(shapes.wilds)}
        #: For each card the wild cards that could stand for it in a run; the kind that is spent first comes last.
        self._in_role = tuple(
            tuple((unit, wild_in_run(face, role)) for face, unit in reversed(self._units.items()) if face != role)
            for role in range(NATURALS)
        )

    def counts(self, bag: int) -> Mapping[int, int]:
        """The number of each wild face at hand, in the order in which `plain` spends them."""
        return self._counts[bag & self.bits]

    def _count_wild(self, wild: int) -> Mapping[int, int]:
        """The number of each wild face, given only the bits of wild cards."""
        return {face: cards for face in self._shapes.wilds if (cards := count(Bag(wild), face))}

    def groups(self, bag: int, rank: int, *, plain: bool, must: int = NO_CARD) -> Iterable[Pieces]:
        """The groups of a rank; only those with the natural card `must`, unless it is -1."""
        cards, wild_bits = bag & self._of_rank[rank], bag & self._for_rank[rank]
        if not cards:
            return ()
        if not plain:
            return self._every_group(rank, cards, self._counts[wild_bits], must)
        found = self._plain_of_rank[rank, cards, wild_bits]
        return found if must < 0 else [pieces for pieces in found if PIECE[must] in pieces]

    def _plain_groups(self, key: tuple[int, int, int]) -> tuple[Pieces, ...]:
        """The groups without wild cards, and those with wild cards added to all natural cards that fit."""
        rank, cards, wild_bits = key
        copies, wild = copies_of(rank, cards), self._counts[wild_bits]
        natural, useful = self._natural.groups(rank, cards), sum(copies)
        room = self._shapes.group_cap - useful
        if room <= 0 or not wild:
            return natural
        all_of_them = tuple([PIECE[suit * 13 + rank] for suit, number in enumerate(copies) for _ in range(number)])
        fewest = max(1, SMALLEST - useful)
        return (*natural, *self._filled(all_of_them, rank, wild, fewest, room, useful=useful, plain=True))

    def _every_group(self, rank: int, cards: int, wild: Mapping[int, int], must: int) -> Iterator[Pieces]:
        copies = copies_of(rank, cards)
        useful = sum(copies)
        if useful + sum(wild.values()) < SMALLEST:
            return
        for naturals in self._choices[rank, copies, 1]:
            if must >= 0 and PIECE[must] not in naturals:
                continue
            room = self._shapes.group_cap - len(naturals)
            fewest = max(0, SMALLEST - len(naturals))
            yield from self._filled(naturals, rank, wild, fewest, room, useful=useful, plain=False)

    def group_extensions(self, bag: int, meld: Meld, *, plain: bool, must: int = NO_CARD) -> Iterator[Pieces]:
        """The lay-offs on a group; only those with the natural card `must`, unless it is -1."""
        rank = meld.line
        room = self._shapes.group_cap - len(meld.pieces)
        if room <= 0 or rank >= 13:
            return
        wild = self._counts[bag & self._for_rank[rank]]
        copies: tuple[int, ...] = copies_of(rank, bag & self._of_rank[rank])
        if self._shapes.different_suits:
            there = {piece & 63 for piece in meld.pieces if is_natural(piece)}
            copies = tuple(0 if suit * 13 + rank in there else number for suit, number in enumerate(copies))
        useful = sum(copies)
        for naturals in self._choices[rank, copies, 0]:
            if must >= 0 and PIECE[must] not in naturals:
                continue
            left = room - len(naturals)
            if left >= 0:
                fewest = 0 if naturals else 1
                yield from self._filled(naturals, rank, wild, fewest, left, useful=useful, plain=plain)

    def _choose(self, key: tuple[int, tuple[int, ...], int]) -> tuple[Pieces, ...]:
        """Every choice of natural cards of a rank, as `NaturalFinder.choose` lists them."""
        return tuple(self._natural.choose(*key))

    def _filled(
        self, naturals: Pieces, rank: int, wild: Mapping[int, int], fewest: int, room: int, *, useful: int, plain: bool
    ) -> Iterator[Pieces]:
        """Add every choice of wild cards to some natural cards: at least `fewest`, at most `room`."""
        if not plain and len(wild) > 1:
            for wilds in choose_wilds(wild, fewest, min(room, sum(wild.values()))):
                yield naturals + tuple(wild_in_group(face, rank) for face in wilds)
            return
        # There is one choice of each size. A plain one spends no wild card while a natural one is left.
        every = tuple(wild_in_group(face, rank) for face in sorted(wild) for _ in range(wild[face]))
        most = 0 if plain and len(naturals) < useful else min(room, len(every))
        for length in range(fewest, most + 1):
            yield naturals + every[:length]

    def runs(self, bag: int, suit: int, *, plain: bool, must: int = NO_CARD) -> Iterable[Pieces]:
        """The runs of a suit; only those with the natural card `must`, unless it is -1."""
        mask = suit_mask(bag, suit)
        if not mask:
            return ()
        left = self._totals[bag & self.bits]
        if plain:
            return self._plain_runs[suit, mask, left, must]
        return self._search_runs(suit, mask, left, must, plain=False)

    def _find_plain_runs(self, key: tuple[int, int, tuple[int, int], int]) -> tuple[Pieces, ...]:
        return tuple(self._search_runs(*key, plain=True))

    def _search_runs(self, suit: int, mask: int, left: tuple[int, int], must: int, *, plain: bool) -> Iterator[Pieces]:
        """Search the runs of a suit, given the bits of its cards and the wild cards at hand."""
        natural, least, roles = self._natural, self._shapes.run_min, _ROLES[suit]
        row = mask | (mask & 1) << ACE_HIGH  # an ace counts at both ends
        if row.bit_count() + left[1] < least:
            return
        at_hand = [row >> place & 1 for place in range(ACE_HIGH + 1)]
        walk = self._greedy if plain else self._walk
        first = (1 << least) - 1
        for low in natural.low_ends():
            if (row >> low & first).bit_count() + left[1] < least:
                continue
            end = natural.last_new_place(low) + 1
            if low + least > end:
                continue
            forced = _bit_of(must, low, end)
            if must >= 0 and not forced:
                continue
            if low == 0 and not self._shapes.wild_after_low_ace:
                if not at_hand[1]:
                    continue
                forced |= 1 << 1
            for pieces in walk(roles[low:end], at_hand[low:end], left, least - 1, forced, mixed=True):
                yield as_written(pieces) if len(pieces) == ALL_THIRTEEN else pieces

    def run_extensions(self, bag: int, meld: Meld, *, plain: bool, must: int = NO_CARD) -> Iterator[Pieces]:
        """The lay-offs on a run, upwards, then downwards; only those with the natural card `must`, unless it is -1."""
        low, high, suit = meld.low, meld.low + len(meld.pieces) - 1, meld.line
        natural, roles = self._natural, _ROLES[suit]
        mask = suit_mask(bag, suit)
        row = mask | (mask & 1) << ACE_HIGH
        at_hand = [row >> place & 1 for place in range(ACE_HIGH + 1)]
        left = self._totals[bag & self.bits]
        walk = self._greedy if plain else self._walk
        begin, end = high + 1, natural.last_place(meld) + 1
        forced = _bit_of(must, begin, end)
        if must < 0 or forced:
            yield from walk(roles[begin:end], at_hand[begin:end], left, 0, forced)
        if natural.ace_fits_both_ends(low, high):
            return
        end = natural.first_place(meld)
        place = _bit_of(must, end, low).bit_length() - 1  # counted from the far end
        forced = 1 << low - 1 - end - place if place >= 0 else 0
        if must < 0 or forced:
            # With `ace_low` cards an ace lies below the two, or the two joins an ace that becomes the low one.
            ace_low = low - (high == ACE_HIGH)
            any_two = low == 1 or self._shapes.wild_after_low_ace or not self._shapes.ace_low
            for pieces in walk(roles[end:low][::-1], at_hand[end:low][::-1], left, 0, forced):
                if any_two or len(pieces) < ace_low or is_natural(pieces[low - 2]):
                    yield pieces[::-1]

    def _total(self, wild: int) -> tuple[int, int]:
        """The wild cards at hand by kind, as `_units` counts them, and their total."""
        counts = self._counts[wild]
        return sum(self._units[face] * cards for face, cards in counts.items()), sum(counts.values())

    def _walk(
        self, roles: Roles, at_hand: list[int], left: tuple[int, int], goal: int, forced: int, *, mixed: bool = False
    ) -> Iterator[Pieces]:
        """Fill the first one, two, three ... of some places, one after the other, in every possible way."""
        goal = max(goal, forced.bit_length() - 1)
        if goal >= len(roles):
            return
        units, in_role = self._units, self._in_role
        # The fewest wild cards that must be left at each place, once a card is natural, and before that.
        settled = _needed(at_hand, goal)
        needed = _until_natural(at_hand, settled) if mixed else settled
        counts, total = left
        # The partial results to continue, the next one last. Recursive generators take longer the deeper they are.
        ahead: list[tuple[Pieces, int, int, int, list[int]]] = []
        if total >= needed[0]:
            ahead.append(((), 0, counts, total, needed))
        while ahead:
            done, index, counts, total, needed = ahead.pop()
            if index > goal and needed is settled:
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
                    ahead.append(((*done, PIECE[role]), after, counts, total, settled))
                elif counts & own * MOST_COUNTED and total > settled[after]:
                    ahead.append(((*done, PIECE[role]), after, counts - own, total - 1, settled))

    def _greedy(
        self, roles: Roles, at_hand: list[int], left: tuple[int, int], goal: int, forced: int, *, mixed: bool = False
    ) -> Iterator[Pieces]:
        """Fill places as `_walk` does, in one plain way: a wild card only if the natural one is not at hand."""
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


def _needed(at_hand: list[int], goal: int) -> list[int]:
    """The number of wild cards that must be left at each place to fill all places up to a goal."""
    needed = [0] * (len(at_hand) + 1)
    for place in range(goal, -1, -1):
        needed[place] = needed[place + 1] + 1 - at_hand[place]
    return needed


def _until_natural(at_hand: list[int], settled: list[int]) -> list[int]:
    """The number that must be left while no card is natural: enough to reach the next natural card, then `settled`."""
    needed = [_TOO_MANY] * len(settled)
    for place in range(len(at_hand) - 1, -1, -1):
        needed[place] = settled[place] if at_hand[place] else needed[place + 1] + 1
    return needed


def _bit_of(card: int, begin: int, end: int) -> int:
    """The place of a natural card among some places of a suit, as a bit; 0 if it has no place there or is -1."""
    if card < 0:
        return 0
    rank = card % 13
    if begin <= rank < end:
        return 1 << rank - begin
    return 1 << ACE_HIGH - begin if rank == ACE and begin <= ACE_HIGH < end else 0


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
