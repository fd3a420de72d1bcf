"""The first minimum: whether a seat has opened, and what its turn still owes (`meld.first-minimum`)."""

from __future__ import annotations

from rummy500.engine.plays import CORE_USES
from rummy500.errors import Refusal, refuse
from rummy500.melds import Meld
from rummy500.rules import Rules
from rummy500.state import Open, View


def has_opened(open_: Open, seat: int) -> bool:
    """Whether cards of a seat lie on the table from before this turn (`meld.first-minimum`)."""
    there = sum(meld.by.count(seat) for meld in open_.table)
    plays = open_.turn.plays if open_.to_act == seat else ()
    now = sum(len(play.pieces) for play in plays if play.use in CORE_USES)
    return there > now


def refuse_unopened(rules: Rules, view: View) -> Refusal | None:
    """`meld.first-minimum`: why a seat does not lay a discard off out of turn, where it could not reach the minimum."""
    if not rules.first_minimum or has_opened(view.open, view.seat):
        return None
    return refuse("meld.first-minimum", "not-opened", "You have not opened yet, so you cannot lay a discard off.")


def points_this_turn(rules: Rules, view: View) -> int:
    """Card points that this turn has put on the table (`meld.first-minimum`)."""
    shapes = rules.finder_for(view).shapes
    points = 0
    for play in view.open.turn.plays:
        if play.on >= 0:
            meld: Meld | Refusal = view.open.table[play.on]
        else:
            meld = shapes.new_run(play.pieces, play.seat) if play.use == "run" else shapes.new_group(play.pieces, 0)
        if isinstance(meld, Meld):
            points += rules.points.play(meld, play.pieces)
    return points


def points_missing(rules: Rules, view: View) -> int:
    """Points still to be played this turn before it can end; 0 where nothing has been begun or nothing is due."""
    if not rules.first_minimum or not view.open.turn.plays or has_opened(view.open, view.seat):
        return 0
    return max(0, rules.first_minimum - points_this_turn(rules, view))


def points_to_bring(rules: Rules, view: View) -> int:
    """Points that plays must bring from here; where nothing has been begun, those that a first play leads to."""
    begun = view.open.turn.plays or has_opened(view.open, view.seat)
    return points_missing(rules, view) if begun else rules.first_minimum


def may_count_more(rules: Rules, view: View) -> int:
    """The points by which what this turn has played may yet count more: a low ace is the high one of all thirteen."""
    if not rules.shapes.ace_high:
        return 0
    more, table = 0, view.open.table
    for play in view.open.turn.plays:
        if play.on >= 0 and table[play.on].low == 0 and table[play.on].pieces[0] in play.pieces:
            ace = table[play.on].pieces[0]
            more += max(0, rules.points.piece(ace, "run") - rules.points.piece(ace, "low"))
    return more
