"""How many points a hand could still bring to the table at most (`meld.first-minimum`): a bound, found by bits alone.

A card counts if some play could hold it, whatever the other cards do meanwhile. What needs a wild card for that counts
only as far as there are wild cards: each of them serves in one place.
"""

from __future__ import annotations

from typing import Final

from rummy500.cards import BIT, COUNT_BITS, NATURALS, SPARE_BITS, SUIT_BITS, common, minus
from rummy500.melds import Meld, MeldFinder
from rummy500.melds.bits import RANK_BITS, SUIT_SHIFT
from rummy500.melds.shapes import SMALLEST
from rummy500.rules import Rules
from rummy500.state import View

#: Where an extended suit has its ace above the king.
_ACE_HIGH: Final = 13
#: The lines of melds: the ranks for groups, the suits for runs, both copies of each card.
_LINES: Final = tuple(bits | bits << NATURALS for bits in (*RANK_BITS, *(SUIT_BITS << shift for shift in SUIT_SHIFT)))


def playable(rules: Rules, view: View, bag: int) -> tuple[int, int]:
    """The cards that plays of some cards could hold, and more points than these they cannot bring.

    Later plays of the same turn are thought of as well: a card laid off on a meld that the turn has put down, or on one
    that it has made longer, could have been in that play. Which melds a plugin forbids is not asked.

    Args:
        rules: the rules; what is wild must not depend on the view.
        view: what the seat sees.
        bag: the cards that may be played.

    Returns:
        Those of them that may come into question, as a bag, and the bound of their points.
    """
    finder, table = rules.finder, view.public.table
    worth = rules.points.most_of
    wilds = finder.wild.counts(bag)
    spent = sum(wilds.values())
    # Wild cards, and jokers that stand for themselves, count whatever they are played for.
    always = bag & (COUNT_BITS | SPARE_BITS)
    for face in wilds:
        if face < NATURALS:
            always |= bag & (BIT[face] | BIT[face] << NATURALS)
    free = _faces(finder, table, bag, 0)
    usable = common(bag, free | free << NATURALS | always)
    points = worth(usable)
    if not spent:
        return usable, points
    reached = _faces(finder, table, bag, spent)
    helped = minus(common(bag, reached | reached << NATURALS | always), usable)
    if not helped:
        return usable, points
    # Each play that holds one of these holds a wild card besides, and all of its cards are of one line.
    by_line = sorted([worth(common(helped, line)) for line in _LINES if helped & line])
    return usable + helped, points + sum(by_line[-spent:])


def _faces(finder: MeldFinder, table: tuple[Meld, ...], bag: int, wilds: int) -> int:
    """The natural faces, as first copies, that a play could hold with so many wild cards beside the natural ones."""
    shapes, natural = finder.shapes, finder.natural
    found = 0
    if shapes.group_cap >= SMALLEST:
        for bits in RANK_BITS:
            copies = (bag & bits).bit_count()
            if copies and not shapes.different_suits:
                copies += (bag >> NATURALS & bits).bit_count()
            if copies and copies + wilds >= SMALLEST:
                found |= bag & bits
    for shift in SUIT_SHIFT:
        found |= finder.in_runs(bag >> shift & SUIT_BITS, wilds) << shift
    for _, meld, wanted in natural.targets(table):
        if meld.low < 0:
            found |= bag & wanted & ~(COUNT_BITS | SPARE_BITS)
            continue
        shift, low, high = SUIT_SHIFT[meld.line], meld.low, meld.low + len(meld.pieces) - 1
        mask = bag >> shift & SUIT_BITS
        if mask:
            upwards = range(high + 1, natural.last_place(meld) + 1)
            downwards = range(low - 1, natural.first_place(meld) - 1, -1)
            found |= (_along(mask, upwards, wilds) | _along(mask, downwards, wilds)) << shift
    return found


def _along(mask: int, places: range, wilds: int) -> int:
    """The ranks of a suit that lie along these places before more than so many are missing."""
    found = 0
    for place in places:
        bit = 1 << place % _ACE_HIGH
        if mask & bit:
            found |= bit
        elif wilds:
            wilds -= 1
        else:
            break
    return found
