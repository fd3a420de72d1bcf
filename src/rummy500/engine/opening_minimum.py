"""`meld.first-minimum`: has a seat opened, which points are due, and which could a hand still score?"""

from __future__ import annotations

from typing import Final

from rummy500.cards.cards import (
    BIT,
    COUNT_BITS,
    MOST_COPIES,
    NATURALS,
    SPARE_BITS,
    SUIT_BITS,
    THIRD,
    Bag,
    common,
    every_copy,
    minus,
)
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import EVERY_SUIT, RANK_BITS, SUIT_SHIFT, Meld
from rummy500.cards.shapes import ACE_HIGH, SMALLEST
from rummy500.engine.plays import CORE_USES, has_played
from rummy500.errors import Reason, Refusal
from rummy500.rules.move import Duty
from rummy500.rules.rules import Rules
from rummy500.state import PublicState, View


def has_opened(public: PublicState, seat: int) -> bool:
    """Whether cards of a seat lie on the table from before this turn (`meld.first-minimum`)."""
    there = sum(meld.by.count(seat) for meld in public.table)
    plays = public.turn.plays if public.to_act == seat else ()
    now = sum(len(play.pieces) for play in plays if play.use in CORE_USES)
    return there > now


def opening_is_due(rules: Rules, view: View) -> bool:
    """Whether the seat must still reach an opening minimum to open (`meld.first-minimum`)."""
    return minimum_of(rules, view) > 0 and not has_opened(view.public, view.seat)


def minimum_of(rules: Rules, view: View) -> int:
    """The points that the first melds of the seat must have in their turn, 0 for none."""
    minimum = rules.melding.opening_minimum
    return 0 if minimum is None else minimum(rules, view)


_NOT_OPENED: Final = Reason(
    "meld.first-minimum", "not-opened", "You have not opened yet, so you cannot lay a discard off."
)
_UNREACHED: Final = Reason(
    "meld.first-minimum",
    "unreached",
    "You have begun your first meld: it still needs {missing:number} points before you end your turn.",
)


def refuse_unopened(rules: Rules, view: View) -> Refusal | None:
    """`meld.first-minimum`: why a seat does not lay a discard off out of turn, where it could not reach the minimum."""
    return _NOT_OPENED() if opening_is_due(rules, view) else None


def points_this_turn(rules: Rules, view: View) -> int:
    """Card points of a seat that has not opened, each card as it lies now (`meld.first-minimum`)."""
    # Before a seat opens all of its cards on the table are from this turn. A swap may have returned others to the hand.
    return sum(
        points
        for meld in view.public.table
        if view.seat in meld.by
        for points, seat in zip(rules.scoring.points.meld(meld), meld.by, strict=True)
        if seat == view.seat
    )


def points_turned_low(rules: Rules, view: View, on: int) -> int:
    """Points that this turn loses on a run with a high ace if the two is laid: of all thirteen the ace is low.

    0 where no minimum is due.
    """
    if not opening_is_due(rules, view):
        return 0
    meld, piece = view.public.table[on], rules.scoring.points.piece
    ace = meld.pieces[-1]
    return piece(ace, "run") - piece(ace, "low") if meld.by[-1] == view.seat else 0


def points_missing(rules: Rules, view: View) -> int:
    """Points still to be played this turn before it can end; 0 where nothing has been begun or nothing is due."""
    if not has_played(view.public.turn) or not opening_is_due(rules, view):
        return 0
    return max(0, minimum_of(rules, view) - points_this_turn(rules, view))


def _why_unreached(rules: Rules, view: View) -> Refusal | None:
    """Why the seat on turn may not end its turn: its first melds still lack points."""
    missing = points_missing(rules, view) if view.seat == view.public.to_act else 0
    return _UNREACHED(missing=missing) if missing else None


#: The core's duty: whoever begins to open reaches the opening minimum.
OPENING: Final = Duty("meld.first-minimum", _why_unreached)


#: Where each suit begins in a bag, those of the second copies after those of the first, and so on.
_SUITS: Final = tuple(shift + NATURALS * copy for copy in range(MOST_COPIES) for shift in SUIT_SHIFT)
_SUITS_TWICE: Final = _SUITS[:8]
#: The first copies of all natural cards.
_FIRST_COPIES: Final = sum(RANK_BITS)
#: The lines of melds: the ranks for groups, the suits for runs, every copy of each card.
_LINES: Final = tuple(every_copy(bits) for bits in (*RANK_BITS, *(SUIT_BITS << shift for shift in SUIT_SHIFT)))


def playable(rules: Rules, view: View, bag: Bag) -> tuple[Bag, int]:
    """The cards that could be played of some cards, and a bound on the points that these could score.

    Later plays of the same turn are thought of as well: a card laid off on a meld that the turn has put down, or on one
    that it has made longer, could have been in that play. Which melds a plugin forbids is not asked.
    """
    finder, table = rules.melding.finder, view.public.table
    worth = rules.scoring.points.most_of
    wilds = finder.wild_counts(bag)
    spent = sum(wilds.values())
    # Wild cards, and jokers that stand for themselves, count whatever they are played for.
    always = bag & (COUNT_BITS | SPARE_BITS)
    for face in wilds:
        if face < NATURALS:
            always |= bag & every_copy(BIT[face])
    free = _faces(finder, table, bag, 0)
    usable = common(bag, Bag(every_copy(free) | always))
    points = worth(usable)
    if not spent:
        return usable, points
    reached = _faces(finder, table, bag, spent)
    helped = minus(common(bag, Bag(every_copy(reached) | always)), usable)
    if not helped:
        return usable, points
    # Each play that holds one of these holds a wild card besides, and all of its cards are of one line.
    by_line = sorted([worth(helped & line) for line in _LINES if helped & line])
    return Bag(usable + helped), points + sum(by_line[-spent:])


def _faces(finder: MeldFinder, table: tuple[Meld, ...], bag: int, wilds: int) -> int:
    """The natural faces, as first copies, that a play could hold with this many wild cards beside the natural ones."""
    shapes = finder.shapes
    found = 0
    if shapes.group_cap >= SMALLEST:
        if wilds + 1 >= SMALLEST:
            return bag & _FIRST_COPIES  # each card makes a group with wild cards alone
        found = bag & EVERY_SUIT * _ranks_with(SMALLEST - wilds, bag, equal=not shapes.different_suits)
    for shift in SUIT_SHIFT:
        found |= finder.in_runs(bag >> shift & SUIT_BITS, wilds) << shift
    for _, meld, wanted in finder.targets(table, bag):
        if meld.low < 0:
            found |= bag & wanted & ~(COUNT_BITS | SPARE_BITS)
            continue
        shift, low, high = SUIT_SHIFT[meld.line], meld.low, meld.low + len(meld.pieces) - 1
        mask = bag >> shift & SUIT_BITS
        if mask:
            upwards = range(high + 1, finder.last_place(meld) + 1)
            downwards = range(low - 1, finder.first_place(meld) - 1, -1)
            found |= (_along(mask, upwards, wilds) | _along(mask, downwards, wilds)) << shift
    return found


def _ranks_with(copies: int, bag: int, *, equal: bool) -> int:
    """The ranks of which a bag holds this many natural cards, 2 or 3, as bits; with `equal` each copy counts."""
    one = two = three = 0
    shifts = SUIT_SHIFT if not equal else _SUITS if bag >> THIRD else _SUITS_TWICE
    for shift in shifts:
        row = bag >> shift & SUIT_BITS
        three |= two & row
        two |= one & row
        one |= row
    return three if copies == SMALLEST else two


def _along(mask: int, places: range, wilds: int) -> int:
    """The ranks of a suit that lie along these places before more than this many are missing."""
    found = 0
    for place in places:
        bit = 1 << place % ACE_HIGH
        if mask & bit:
            found |= bit
        elif wilds:
            wilds -= 1
        else:
            break
    return found
