"""`ask_order`: in which order a program that asks seats one by one asks them (`call.race`)."""

from __future__ import annotations

from rummy500.engine.views import check_table, seat_view
from rummy500.rules import Rules, names_plugins
from rummy500.state import OVER_PHASE, State


@names_plugins
def ask_order(rules: Rules, state: State) -> tuple[int, ...]:
    """The seats that have something to decide, in the order to ask them.

    Claims come first, clockwise from the left of whoever ended the last turn; the seat on turn is asked last, because
    its draw closes the window. A seat on turn that may also claim stands in both places.

    Args:
        rules: the rules in force.
        state: the state.

    Returns:
        The seats; empty where the hand is over or chance is due.
    """
    check_table(rules, state)
    public = state.public
    if public.phase == OVER_PHASE or public.phase not in rules.turn_moves:
        return ()
    start = public.last + 1 if public.last >= 0 else public.to_act
    clockwise = [(start + step) % rules.seats for step in range(rules.seats)]
    return (*(seat for seat in clockwise if has_claim(rules, state, seat)), public.to_act)


def has_claim(rules: Rules, state: State, seat: int) -> bool:
    """Whether a seat has something to do out of turn now."""
    view = seat_view(rules, state, seat)
    return any(
        next(iter(move.generate(rules, view, plain=False)), None) is not None
        for move in rules.other_moves.get(state.public.phase, ())
    )
