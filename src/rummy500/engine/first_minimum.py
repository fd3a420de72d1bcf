"""The first minimum: whether a seat has opened, and what its turn still owes (`meld.first-minimum`)."""

from __future__ import annotations

from collections.abc import Iterator

from rummy500.actions import NONE
from rummy500.engine.plays import CORE_USES, places_of_plays
from rummy500.errors import Refusal, refuse
from rummy500.melds import Meld
from rummy500.melds.pieces import Pieces
from rummy500.rules import Rules
from rummy500.state import PublicState, View


def has_opened(public: PublicState, seat: int) -> bool:
    """Whether cards of a seat lie on the table from before this turn (`meld.first-minimum`)."""
    there = sum(meld.by.count(seat) for meld in public.table)
    plays = public.turn.plays if public.to_act == seat else ()
    now = sum(len(play.pieces) for play in plays if play.use in CORE_USES)
    return there > now


def refuse_unopened(rules: Rules, view: View) -> Refusal | None:
    """`meld.first-minimum`: why a seat does not lay a discard off out of turn, where it could not reach the minimum."""
    if not rules.first_minimum or has_opened(view.public, view.seat):
        return None
    return refuse("meld.first-minimum", "not-opened", "You have not opened yet, so you cannot lay a discard off.")


def points_this_turn(rules: Rules, view: View) -> int:
    """Card points that this turn has put on the table, each card as it lies now (`meld.first-minimum`)."""
    return sum(rules.points.play(meld, pieces) for _, meld, pieces in _played(view))


def points_turned_low(rules: Rules, view: View, on: int) -> int:
    """Points that this turn loses on a run with a high ace if the two is laid: of all thirteen the ace is low.

    Args:
        rules: the rules.
        view: what the seat on turn sees.
        on: the place of the run on the table.

    Returns:
        The points; 0 where no minimum is due.
    """
    if not rules.first_minimum or has_opened(view.public, view.seat):
        return 0
    piece = rules.points.piece
    return sum(
        piece(ace, "run") - piece(ace, "low")
        for place, meld, pieces in _played(view)
        if place == on
        for ace in pieces
        if ace == meld.pieces[-1]
    )


def _played(view: View) -> Iterator[tuple[int, Meld, Pieces]]:
    """The pieces of each play of this turn, with the meld in which they lie now and its place on the table."""
    for play, place in zip(view.public.turn.plays, places_of_plays(view.public), strict=True):
        if place != NONE:
            yield place, view.public.table[place], play.pieces


def points_missing(rules: Rules, view: View) -> int:
    """Points still to be played this turn before it can end; 0 where nothing has been begun or nothing is due."""
    return max(0, points_to_bring(rules, view)) if view.public.turn.plays else 0


def points_to_bring(rules: Rules, view: View) -> int:
    """Points that plays must bring from here, of a first play too; below 0 where more than enough have been played."""
    if not rules.first_minimum or has_opened(view.public, view.seat):
        return 0
    return rules.first_minimum - points_this_turn(rules, view)
