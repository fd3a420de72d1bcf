"""Find melds with wild cards: card by card, yielding as it goes, so that the first few answers cost little."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from rummy500.cards import NATURALS, count
from rummy500.melds.bits import PIECE, copies_of, suit_mask
from rummy500.melds.natural import NaturalFinder, as_written
from rummy500.melds.pieces import Pieces, is_natural, wild_in_group, wild_in_run
from rummy500.melds.shapes import SMALLEST, MeldShapes
from rummy500.melds.table import Meld

_NO_FACE: Final = -1


class WildFinder:
    """Melds and lay-offs of cards among which some are wild.

    Args:
        shapes: the shape rules.
        natural: the finder for natural cards under the same rules.
    """

    __slots__ = ("_natural", "_shapes")

    def __init__(self, shapes: MeldShapes, natural: NaturalFinder) -> None:
        self._shapes = shapes
        self._natural = natural

    def counts(self, bag: int) -> dict[int, int]:
        """How many of each wild face are at hand, in the order in which `plain` spends them."""
        return {face: held for face in self._shapes.wilds if (held := count(bag, face))}

    def groups(self, bag: int, rank: int, *, plain: bool) -> Iterator[Pieces]:
        """The groups of a rank."""
        copies = copies_of(rank, bag)
        wild = self._wild_for_rank(bag, rank)
        useful = self._useful(copies)
        total = sum(wild.values())
        if not useful or useful + total < SMALLEST:
            return
        for naturals in self._natural.choose(rank, copies, 1):
            room = self._shapes.group_cap - len(naturals)
            fewest = max(0, SMALLEST - len(naturals))
            yield from self._filled(naturals, rank, wild, fewest, room, useful=useful, plain=plain)

    def group_extensions(self, bag: int, meld: Meld, *, plain: bool) -> Iterator[Pieces]:
        """What can be laid off on a group."""
        rank = meld.line
        room = self._shapes.group_cap - len(meld.pieces)
        if room <= 0 or rank >= 13:
            return
        wild = self._wild_for_rank(bag, rank)
        copies: tuple[int, ...] = copies_of(rank, bag)
        if self._shapes.different_suits:
            there = {piece & 63 for piece in meld.pieces if is_natural(piece)}
            copies = tuple(0 if suit * 13 + rank in there else held for suit, held in enumerate(copies))
        useful = self._useful(copies)
        for naturals in self._natural.choose(rank, copies, 0):
            left = room - len(naturals)
            if left >= 0:
                fewest = 0 if naturals else 1
                yield from self._filled(naturals, rank, wild, fewest, left, useful=useful, plain=plain)

    def _filled(
        self, naturals: Pieces, rank: int, wild: dict[int, int], fewest: int, room: int, *, useful: int, plain: bool
    ) -> Iterator[Pieces]:
        """Natural cards with every choice of wild cards that there is room for."""
        for wilds in choose_wilds(wild, fewest, min(room, sum(wild.values())), plain=plain):
            if plain and wilds and len(naturals) < useful:
                continue
            yield naturals + tuple(wild_in_group(face, rank) for face in wilds)

    def _wild_for_rank(self, bag: int, rank: int) -> dict[int, int]:
        """The wild cards that are wild in a group of a rank: those of that rank are natural in it."""
        return {face: held for face, held in self.counts(bag).items() if face >= NATURALS or face % 13 != rank}

    def _useful(self, copies: tuple[int, ...]) -> int:
        """How many natural cards of a rank one group could take."""
        return sum(map(bool, copies)) if self._shapes.different_suits else sum(copies)

    def runs(self, bag: int, suit: int, *, plain: bool) -> Iterator[Pieces]:
        """The runs of a suit."""
        mask = suit_mask(bag, suit)
        if not mask:
            return
        shortest = self._shapes.run_min
        wild = self.counts(bag)
        held = sum(wild.values())
        natural = mask
        for face in wild:
            if face // 13 == suit:
                natural &= ~(1 << face % 13)
        for low in self._natural.low_ends():
            places = range(low, self._natural.last_new_place(low) + 1)
            # No way leads to the shortest run where more of its places are open than wild cards are there.
            if shortest - (natural & _window(low, shortest)).bit_count() > held or not mask & _window(low, len(places)):
                continue
            for pieces in self._walk(wild, mask, suit, places, plain=plain):
                if len(pieces) >= shortest and any(map(is_natural, pieces)):
                    yield as_written(pieces)

    def run_extensions(self, bag: int, meld: Meld, *, plain: bool) -> Iterator[Pieces]:
        """What can be laid off on a run: stretches upwards, then downwards."""
        low, high, suit = meld.low, meld.low + len(meld.pieces) - 1, meld.line
        wild, mask = self.counts(bag), suit_mask(bag, suit)
        upwards = range(high + 1, self._natural.last_place(low) + 1)
        yield from self._walk(wild, mask, suit, upwards, plain=plain)
        if self._natural.ace_goes_high(low, high):
            return
        downwards = range(low - 1, self._natural.first_place(high) - 1, -1)
        for pieces in self._walk(wild, mask, suit, downwards, plain=plain):
            yield pieces[::-1]

    def _walk(self, wild: Mapping[int, int], mask: int, suit: int, places: range, *, plain: bool) -> Iterator[Pieces]:
        """Every way to fill the first one, two, three ... of these places, one after the other."""
        left = dict(wild)
        return _plainly(left, mask, suit, places) if plain else _every_way(left, mask, suit, places, (), 0)


def _plainly(wild: dict[int, int], mask: int, suit: int, places: range) -> Iterator[Pieces]:
    """The one way that takes a natural card where there is one, else the first kind of wild card that is left."""
    done: Pieces = ()
    for place in places:
        rank = place % 13
        card = suit * 13 + rank
        if wild[card] > 0 if card in wild else mask >> rank & 1:
            piece, spent = PIECE[card], card
        else:
            spent = next((face for face, held in wild.items() if held > 0 and face != card), _NO_FACE)
            if spent == _NO_FACE:
                return
            piece = wild_in_run(spent, card)
        if spent in wild:
            wild[spent] -= 1
        done = (*done, piece)
        yield done


def _every_way(wild: dict[int, int], mask: int, suit: int, places: range, done: Pieces, index: int) -> Iterator[Pieces]:
    """Every way to go on from the places that are filled; `wild` is as before once all have been found."""
    if done:
        yield done
    if index == len(places):
        return
    rank = places[index] % 13
    card = suit * 13 + rank
    if card in wild:
        if wild[card] > 0:
            wild[card] -= 1
            yield from _every_way(wild, mask, suit, places, (*done, PIECE[card]), index + 1)
            wild[card] += 1
    elif mask >> rank & 1:
        yield from _every_way(wild, mask, suit, places, (*done, PIECE[card]), index + 1)
    for face, held in wild.items():
        if held > 0 and face != card:
            wild[face] = held - 1
            yield from _every_way(wild, mask, suit, places, (*done, wild_in_run(face, card)), index + 1)
            wild[face] = held


def choose_wilds(wild: dict[int, int], fewest: int, most: int, *, plain: bool) -> Iterator[Pieces]:
    """Every choice of wild cards by kind, at least `fewest` and at most `most`, fewer first.

    With `plain`, one choice of each size: the kinds in their order.
    """
    if plain:
        every = tuple(sorted(face for face, held in wild.items() for _ in range(held)))
        for length in range(fewest, most + 1):
            yield every[:length]
        return
    faces = sorted(wild)
    for length in range(fewest, most + 1):
        yield from _combinations(faces, wild, length)


def _combinations(faces: list[int], wild: dict[int, int], length: int) -> Iterator[Pieces]:
    if not length:
        yield ()
        return
    if not faces:
        return
    face = faces[0]
    for used in range(min(wild[face], length), -1, -1):
        for rest in _combinations(faces[1:], wild, length - used):
            yield (face,) * used + rest


@cache
def _window(low: int, length: int) -> int:
    """The bits of the ranks at so many places of a suit from one on."""
    bits = 0
    for place in range(low, low + length):
        bits |= 1 << place % 13
    return bits
