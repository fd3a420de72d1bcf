"""Views: what a seat or a spectator may see of a state (`observe`), and of an action (`redact`)."""

from __future__ import annotations

from typing import Literal

from rummy500.actions import Action
from rummy500.cards.cards import EMPTY_BAG, Bag, bag_max, cards_of, cards_text, common
from rummy500.engine.views import SPECTATOR, check_seat, check_table, seat_view, spectator_view
from rummy500.inputs import quoted
from rummy500.records import replace
from rummy500.rules.plugin_errors import blame
from rummy500.rules.rules import Rules
from rummy500.state import State, View


def observe(rules: Rules, state: State, seat: int | None, *, memory: Literal["full", "none"] = "full") -> View:
    """Make the view of a seat or a spectator: everything that it may know of a state.

    Args:
        rules: the rules in force.
        state: the whole state.
        seat: the seat, of any type with `__index__`; `None` for a spectator, who sees no hand.
        memory: `full` shows every card of a hand that everyone saw the seat take and has not seen leave; `none` shows
            only the cards that lie open now.

    Returns:
        The view, with the whole pile (`discard.open`). Two states that differ only in what the seat may not know give
        equal views.

    Raises:
        PositionError: for a seat that does not play, or a state of other rules.
        ValueError: for another memory.
        TypeError: for a seat that is not a whole number.
    """
    if seat is None:
        check_table(rules, state)
    else:
        seat = check_seat(rules, state, seat)
    if memory not in ("full", "none"):
        raise ValueError(f"memory is 'full' or 'none', not {quoted(memory)}")
    try:
        view = spectator_view(rules, state) if seat is None else seat_view(rules, state, seat)
        if memory == "full":
            return view
        turn, to_act, shown = view.public.turn, view.public.to_act, _open_cards(rules, view)
        # What others took is seen while a card of it lies open; a take that is hidden hides its claim, too.
        if seat != to_act and not common(turn.taken, shown[to_act]):
            turn = replace(turn, taken=EMPTY_BAG, claimed=turn.claimed and not turn.taken)
        return replace(view, public=replace(view.public, known=shown, turn=turn))
    except (Exception, SystemExit) as error:
        blame(error, rules)
        raise


def _open_cards(rules: Rules, view: View) -> tuple[Bag, ...]:
    """The cards of each hand that lie open now, as bags (`discard.displayed`)."""
    found = [EMPTY_BAG] * rules.seats
    for (_, memory), record in zip(rules.memory.hand_memory, view.memories, strict=True):
        if memory.open_cards is not None:
            found = list(map(bag_max, found, memory.open_cards(view.public, record)))
    return tuple(found)


def redact(rules: Rules, where: State | View, action: Action, seat: int | None) -> Action:
    """Return an action as a seat or a spectator may see it: hidden fields are blank.

    The seat that acts sees everything. Nobody sees the order of a reshuffle. The result is for logs and for other
    players; `apply`, `why_not` and `decide` judge it like any other action, and refuse it if it has lost a field that
    the move needs.

    Args:
        rules: the rules in force.
        where: the state before the action, or a view of it.
        action: an action that was applied there.
        seat: the seat, of any type with `__index__`; `None` for a spectator.

    Raises:
        PositionError: for a seat that does not play, or a state of other rules.
        TypeError: for a seat that is not a whole number.
    """
    number = SPECTATOR if seat is None else check_seat(rules, where, seat)
    move = rules.turn.move_of(action, where.public.phase)
    if move is None or move.redact is None or (seat is not None and action.seat == number):
        return action
    return move.redact(rules, action, number)


def cards_shown(rules: Rules, before: State, action: Action, seat: int | None) -> Bag:
    """The cards that an action shows to a seat though the seat does not hold them, as a bag (`Move.shows`)."""
    move = rules.turn.move_of(action, before.public.phase)
    if move is None or move.shows is None:
        return EMPTY_BAG
    return move.shows(rules, before, action, SPECTATOR if seat is None else seat)


def hand_texts(view: View) -> list[str]:
    """Each hand as text: the view's own in full, of the others the known cards and `??` for the rest."""
    texts: list[str] = []
    for seat in range(view.public.seats):
        known = cards_of(view.hand if seat == view.seat else view.public.known[seat])
        hidden = view.public.hand_size(seat) - len(known)
        texts.append(" ".join(filter(None, [cards_text(known), " ".join(["??"] * hidden)])))
    return texts


def stock_text(view: View) -> str:
    """The stock as text: `??` for each card."""
    return " ".join(["??"] * view.public.stock_count)
