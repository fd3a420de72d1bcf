"""How far an undo may reach: not past anything that somebody has learned by chance or from another hand."""

from __future__ import annotations

from typing import Final

from rummy500.actions import DECK
from rummy500.cards import bag_of, common, minus, union
from rummy500.errors import Refusal, refuse
from rummy500.rules import Rules
from rummy500.state import State
from rummy500.table.errors import TableError, decline
from rummy500.table.table import Moment, Table
from rummy500.view import cards_shown


def first_undone(table: Table, seat: int) -> int:
    """The place in `Table.in_force` of the earliest action that an undo of a seat takes back: its own last action.

    Args:
        table: the table.
        seat: the seat that asks.

    Raises:
        TableError: if the seat has no action to take back, if the hand is over, or if what came since bars an undo.
    """
    if table.hand is None:
        decline("table.undo", "over", "You cannot undo: everybody has seen all hands.")
    acted = [place for place, moment in enumerate(table.in_force) if moment.action.seat == seat]
    if not acted:
        decline("table.undo", "nothing", "You cannot undo: you have done nothing in this hand.")
    for moment in table.in_force[acted[-1] :]:
        bar = _bar(table.rules, moment, seat)
        if bar is not None:
            raise TableError(bar)
    return acted[-1]


_CHANCE: Final = refuse("table.undo", "chance", "You cannot undo: chance has decided something since.")
_DRAWN: Final = refuse("table.undo", "drawn", "You cannot undo: somebody has seen a new card since.")
_SHOWN: Final = refuse("table.undo", "shown", "You cannot undo: somebody has seen hidden cards since.")


def _bar(rules: Rules, moment: Moment, seat: int) -> Refusal | None:
    """Why a seat cannot have an action taken back; `None` if it can."""
    before, action, after = moment.before, moment.action, moment.after
    if action.seat == DECK or _has_chance(rules, moment):
        return _CHANCE
    if before.stock != after.stock or _gets_hidden_card(before, after):
        return _DRAWN
    move = rules.turn.move_of(action, before.public.phase)
    reveals = move is not None and move.reveals is not None and move.reveals(rules, before, action)
    if reveals or any(cards_shown(rules, before, action, seat) for seat in (*range(rules.seats), None)):
        return _SHOWN
    return _SHOWN if _others_show_cards(before, after, seat) else None


def _others_show_cards(before: State, after: State, seat: int) -> bool:
    """Whether hidden cards have left a hand other than the seat's: it could act again, and knows them now."""
    for other, (held, holds) in enumerate(zip(before.hands, after.hands, strict=True)):
        left = minus(held, common(held, holds))
        if other != seat and minus(left, common(left, before.public.known[other])):
            return True
    return False


def _has_chance(rules: Rules, moment: Moment) -> bool:
    """Whether chance was part of an action, even if its outcome shows no trace: a card that landed on no other."""
    verb, phase = moment.action.verb, moment.before.public.phase
    return any(
        of == verb and move.outcome is not None and phase in move.phases
        for (of, _), move in rules.turn.suffixed.items()
    )


def _gets_hidden_card(before: State, after: State) -> bool:
    """Whether a hand has got cards that did not lie open: passed ones, for example."""
    public = before.public
    lay_open = bag_of([*public.pile, *(piece & 63 for meld in public.table for piece in meld.pieces)])
    for bag in (public.gone, *public.known):
        lay_open = union(lay_open, bag)
    for held, holds in zip(before.hands, after.hands, strict=True):
        gained = minus(holds, common(holds, held))
        if minus(gained, common(gained, lay_open)):
            return True
    return False
