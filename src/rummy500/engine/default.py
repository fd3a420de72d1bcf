"""`default_action`: what is done for a seat whose time is up."""

from __future__ import annotations

from rummy500.actions import DISCARD, DRAW, PASS, Action
from rummy500.cards import bag_of
from rummy500.engine.legal import legal_actions
from rummy500.engine.views import check_seat
from rummy500.rules import Rules
from rummy500.state import State, View


def default_action(rules: Rules, state: State | View, seat: int) -> Action | None:
    """The action that does least for a seat whose time is up; the same for the same view.

    It draws from the stock or passes; it melds only where the turn cannot end otherwise; it discards the card just
    drawn if it may, else the one that counts most in hand.

    Args:
        rules: the rules in force.
        state: a state, or the seat's view.
        seat: the seat.

    Returns:
        A legal action, or `None` for a seat that need not act.

    Raises:
        PositionError: for a seat that does not play, or a state of another number of seats.
    """
    seat = check_seat(rules, state, seat)
    legal = legal_actions(rules, state, seat=seat)
    if seat != state.public.to_act or not legal:
        return None
    for verb in (PASS, DRAW):
        quiet = Action(seat, verb)
        if quiet in legal:
            return quiet
    discards = [action for action in legal.plain() if action.verb == DISCARD]
    if not discards:
        return legal[0]
    drawn = state.drawn
    points = rules.points.in_hand

    def weight(action: Action) -> tuple[bool, int, int]:
        just_drawn = drawn == bag_of((action.card,))
        return (just_drawn, points[action.card], -action.card)

    return max(discards, key=weight)
