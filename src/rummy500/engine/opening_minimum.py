"""`meld.first-minimum`: has a seat opened, and which points are due?"""

from __future__ import annotations

from typing import Final

from rummy500.base.errors import Reason, Refusal
from rummy500.engine.plays import CORE_USES
from rummy500.rules.move import Duty
from rummy500.rules.rules import Rules
from rummy500.rules.state import PublicState, View


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
    """Refuse a lay-off out of turn by a seat that has not opened and must reach a minimum (`meld.first-minimum`)."""
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


def points_missing(rules: Rules, view: View) -> int:
    """Points still to be played this turn before it can end; 0 where nothing has been begun or nothing is due."""
    if not view.public.turn.plays or not opening_is_due(rules, view):
        return 0
    return max(0, minimum_of(rules, view) - points_this_turn(rules, view))


def _why_unreached(rules: Rules, view: View) -> Refusal | None:
    """Why the seat on turn may not end its turn: its first melds still lack points."""
    missing = points_missing(rules, view) if view.seat == view.public.to_act else 0
    return _UNREACHED(missing=missing) if missing else None


#: The core's duty: whoever begins to open reaches the opening minimum.
OPENING: Final = Duty(_why_unreached)
