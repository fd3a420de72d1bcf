"""`observe` makes the view of a state that a seat or a spectator may have (`discard.open`, `discard.displayed`)."""

from __future__ import annotations

from typing import Literal

from rummy500.cards import cards_of, cards_text
from rummy500.engine.views import check_seat, check_table, seat_view, spectator_view
from rummy500.inputs import quoted
from rummy500.records import replace
from rummy500.rules import Rules, name_plugin
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
        PositionError: for a seat that does not play, or a state of another number of seats.
        ValueError: for another memory.
        TypeError: for a seat that is no whole number.
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
        turn = view.public.turn if seat == view.public.to_act else replace(view.public.turn, taken=0)
        known = (0,) * rules.seats if rules.views.lies_open is None else rules.views.lies_open(rules, view)
        return replace(view, public=replace(view.public, known=known, turn=turn))
    except Exception as error:
        name_plugin(rules, error)
        raise


def hand_texts(view: View) -> list[str]:
    """Each hand as text: the view's own in full, of the others the known cards and `??` for the rest.

    Args:
        view: a view.

    Returns:
        One text for each seat.
    """
    texts: list[str] = []
    for seat in range(view.public.seats):
        known = cards_of(view.hand if seat == view.seat else view.public.known[seat])
        hidden = view.public.hand_size(seat) - len(known)
        texts.append(" ".join(filter(None, [cards_text(known), " ".join(["??"] * hidden)])))
    return texts


def stock_text(view: View) -> str:
    """The stock as text: `??` for each card."""
    return " ".join(["??"] * view.public.stock_count)
