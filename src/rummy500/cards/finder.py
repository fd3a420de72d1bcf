"""`MeldFinder` finds every meld and lay-off that some cards can make, by their shapes alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rummy500.cards.cards import BIT, JOKER, NATURALS, SUIT_BITS
from rummy500.cards.natural import NaturalFinder, Targets
from rummy500.cards.pieces import (
    GROUP,
    PIECE,
    Computed,
    Meld,
    Memo,
    Pieces,
    ranks_with_three,
    role_rank,
    suit_mask,
    suits_with_run,
)
from rummy500.cards.shapes import ACE_HIGH, ALL_THIRTEEN, MeldShapes
from rummy500.cards.wild import NO_CARD, WildFinder
from rummy500.errors import Refusal

_NATURAL_PIECES_END: Final = NATURALS * 65


class MeldFinder:
    """Finds every meld and lay-off that some cards can make under the shape rules.

    Without wild cards at hand it looks the answers up. With wild cards it searches, lazily.
    """

    __slots__ = ("_groups", "_in_runs", "_only_jokers", "natural", "shapes", "wild", "wild_bits")

    def __init__(self, shapes: MeldShapes) -> None:
        self.shapes = shapes
        self.natural = NaturalFinder(shapes)
        self.wild = WildFinder(shapes, self.natural)
        self._only_jokers = shapes.wilds in ((), (JOKER,))
        self.wild_bits = self.wild.bits
        self._groups: Memo[Pieces, tuple[int, int]] = Memo()
        self._in_runs = Computed(self._find_in_runs)

    def has_wild(self, bag: int) -> bool:
        """Whether a bag has a wild card."""
        return bag & self.wild_bits != 0

    def targets(self, table: tuple[Meld, ...], bag: int) -> Targets:
        """The melds of a table that some of these cards fit, now or after other cards are laid off."""
        return self.natural.targets(table) if bag & self.wild_bits else self.natural.fitting_targets(table, bag)

    def new_groups(self, bag: int, *, must: int = NO_CARD, plain: bool = False) -> Iterable[Pieces]:
        """The groups that these cards can make."""
        natural_must = must >= 0 and self._is_natural_must(must)
        if bag & self.wild_bits:
            if natural_must:
                return self.wild.groups(bag, must % 13, plain=plain, must=must)
            return _with(must, (pieces for rank in range(13) for pieces in self.wild.groups(bag, rank, plain=plain)))
        if natural_must:
            groups = self.natural.groups(must % 13, bag)
            piece = PIECE[must]
            return [pieces for pieces in groups if piece in pieces] if groups else groups
        found = [pieces for rank in ranks_with_three(bag) for pieces in self.natural.groups(rank, bag)]
        return _with(must, found + self.natural.groups_of_jokers(bag))

    def new_runs(self, bag: int, *, must: int = NO_CARD, plain: bool = False) -> Iterable[Pieces]:
        """The runs that these cards can make; arguments and answer as for `new_groups`."""
        natural_must = must >= 0 and self._is_natural_must(must)
        if bag & self.wild_bits:
            if natural_must:
                return self.wild.runs(bag, must // 13, plain=plain, must=must)
            return _with(must, (pieces for suit in range(4) for pieces in self.wild.runs(bag, suit, plain=plain)))
        if natural_must:
            suit = must // 13
            return self.natural.runs_with(suit, suit_mask(bag, suit), must % 13)
        return _with(must, [pieces for suit, mask in suits_with_run(bag) for pieces in self.natural.runs(suit, mask)])

    def extensions(self, bag: int, meld: Meld, *, must: int = NO_CARD, plain: bool = False) -> Iterable[Pieces]:
        """The lay-offs that these cards can make on a meld."""
        is_run = meld.low >= 0
        natural_must = must >= 0 and self._is_natural_must(must)
        if natural_must and (must // 13 if is_run else must % 13) != meld.line:
            return ()
        if bag & self.wild_bits:
            find = self.wild.run_extensions if is_run else self.wild.group_extensions
            if natural_must:
                return find(bag, meld, plain=plain, must=must)
            return _with(must, find(bag, meld, plain=plain))
        if not bag & self.natural.wanted(meld):
            return ()
        found = self.natural.lay_offs(meld, bag)
        return found if must < 0 else _with(must, found)

    def new_meld(self, pieces: Pieces, seat: int, *, is_run: bool) -> Meld | Refusal:
        """The new meld that these pieces make, or the reason why they make none; melds judged before are looked up."""
        known = self.natural.run_place(pieces) if is_run else self._groups.get(pieces)
        if known is not None:
            return Meld(seat, known[0], known[1], pieces, bytes((seat,)) * len(pieces))
        if is_run:
            return self.shapes.new_run(pieces, seat)
        judged = self.shapes.new_group(pieces, seat)
        if isinstance(judged, Meld) and judged.pieces == pieces:
            self._groups.keep(pieces, (judged.low, judged.line))
        return judged

    def found_meld(self, pieces: Pieces, seat: int, *, is_run: bool) -> Meld:
        """The new meld of pieces that this finder has found; they are not judged again."""
        rank = role_rank(pieces[0])
        by = bytes((seat,)) * len(pieces)
        if not is_run:
            return Meld(seat, GROUP, rank, pieces, by)
        low = self.shapes.place_of_all if len(pieces) == ALL_THIRTEEN else rank
        return Meld(seat, low, (pieces[0] >> 6) // 13, pieces, by)

    def found_longer(self, meld: Meld, pieces: Pieces, seat: int) -> Meld:
        """The meld after a lay-off that this finder has found; the lay-off is not judged again."""
        return self.shapes.joined(meld, pieces, seat)

    def in_runs(self, mask: int, wilds: int) -> int:
        """The ranks of a suit that a new run could hold, as bits."""
        return self._in_runs[mask, wilds]

    def _find_in_runs(self, key: tuple[int, int]) -> int:
        shapes, (mask, wilds) = self.shapes, key
        if mask.bit_count() + wilds < shapes.run_min:
            return 0
        window = (1 << shapes.run_min) - 1
        places = (mask if shapes.ace_low else mask & ~1) | ((mask & 1) << ACE_HIGH if shapes.ace_high else 0)
        inside = 0
        for low in range(ACE_HIGH + 2 - shapes.run_min):
            there = places & window << low
            if there and there.bit_count() + wilds >= shapes.run_min:
                inside |= there
        return inside & SUIT_BITS | inside >> ACE_HIGH

    def is_known(self, pieces: Pieces) -> bool:
        """Whether pieces are known to be in canonical order: one card, or a meld that has been looked up."""
        return len(pieces) == 1 or self.natural.run_place(pieces) is not None or pieces in self._groups

    def extended(self, meld: Meld, pieces: Pieces, seat: int) -> Meld | Refusal:
        """The meld after a lay-off of these pieces, or the refusal of the lay-off."""
        if len(pieces) == 1 and 0 <= pieces[0] < _NATURAL_PIECES_END:
            card = pieces[0] & 63
            if card * 65 == pieces[0] and BIT[card] & self.natural.wanted(meld):
                return self.shapes.joined(meld, pieces, seat)
        elif self._would_find(meld, pieces):
            return self.shapes.joined(meld, pieces, seat)
        return self.shapes.extend(meld, pieces, seat)

    def _would_find(self, meld: Meld, pieces: Pieces) -> bool:
        """Whether pieces are natural cards of different faces that `NaturalFinder` finds as a lay-off on a meld."""
        bag = 0
        for piece in pieces:
            if not 0 <= piece < _NATURAL_PIECES_END or piece % 65:
                return False
            bag |= BIT[piece & 63]
        return pieces in self.natural.lay_offs(meld, bag)

    def _is_natural_must(self, must: int) -> bool:
        return must < NATURALS and (self._only_jokers or must not in self.shapes.wilds)


def _with(must: int, found: Iterable[Pieces]) -> Iterable[Pieces]:
    """The melds that have a card; all melds if `must` is -1."""
    return found if must < 0 else _holding(must, found)


def _holding(must: int, found: Iterable[Pieces]) -> Iterator[Pieces]:
    for pieces in found:
        for piece in pieces:
            if piece & 63 == must:
                yield pieces
                break
