"""What each seat of a state sees, for listing and checking: other hands and the stock stay hidden."""

from __future__ import annotations

from typing import Final

from rummy500.errors import PositionError
from rummy500.given import quoted
from rummy500.rules import Rules
from rummy500.state import State, View

#: The seat of a spectator's view.
SPECTATOR: Final = -1


def check_table(rules: Rules, state: State | View, seat: int | None = None) -> None:
    """Refuse a state of another table, and a seat that does not play.

    Raises:
        PositionError: if the state has more or fewer seats than the rules, or there is no such seat.
        TypeError: if the seat is no whole number of Python: `True` equals 1, and would be saved as `true`.
    """
    if seat is not None and type(seat) is not int:
        raise TypeError(f"a seat is a whole number, not {quoted(seat)}")
    if state.open.seats != rules.seats:
        raise PositionError(f"the state is of {state.open.seats} seats, the rules are for {rules.seats}")
    if seat is not None and not 0 <= seat < rules.seats:
        raise PositionError(f"there is no seat {quoted(seat)}: seats are 0 to {rules.seats - 1}")


def seat_view(rules: Rules, state: State, seat: int) -> View:
    """What a seat of a state sees, for listing and checking."""
    open_ = state.open
    view = View(seat, open_, state.hands[seat], state.drawn if seat == open_.to_act else 0, state.slots)
    return view if rules.visible is None else rules.visible(rules, view)


def spectator_view(rules: Rules, state: State) -> View:
    """What a spectator of a state sees: no hand."""
    view = View(SPECTATOR, state.open, 0, 0, state.slots)
    return view if rules.visible is None else rules.visible(rules, view)
