"""Advice for programs: what to do for a seat whose time is up, and whom to ask first (`call.race`)."""

from __future__ import annotations

from typing import SupportsIndex

from rummy500.actions import DISCARD, DRAW, PASS, Action
from rummy500.cards.cards import ONE
from rummy500.engine.facts import ViewFacts
from rummy500.engine.listing import actions_of, legal_actions, moves_of_others
from rummy500.engine.scoring import points_in_hand
from rummy500.engine.turns import must_act
from rummy500.engine.views import check_seat, check_table, seat_view
from rummy500.rules.rules import Rules
from rummy500.state import OVER_PHASE, State, View


def default_action(rules: Rules, state: State | View, seat: SupportsIndex) -> Action | None:
    """The action that does least for a seat whose time is up; the same for the same view.

    It draws from the stock or passes; it melds only where the turn cannot end otherwise; it discards the card just
    drawn if it may, else the one that counts most in hand.

    Args:
        rules: the rules in force.
        state: a state, or the seat's view.
        seat: the seat, of any type that has an index.

    Returns:
        A legal action, or `None` for a seat that need not act.

    Raises:
        PositionError: for a seat that does not play, or a state of other rules.
    """
    whose = check_seat(rules, state, seat)
    legal = legal_actions(rules, state, seat=whose)
    if whose not in must_act(rules, state.public) or not legal:
        return None
    for verb in (PASS, DRAW):
        quiet = Action(whose, verb)
        if quiet in legal:
            return quiet
    discards = [action for action in legal.plain() if action.verb == DISCARD]
    if not discards:
        return legal[0]
    points = points_in_hand(rules, state)
    return max(discards, key=lambda each: (state.drawn == ONE[each.card], points[each.card], -each.card))


def ask_order(rules: Rules, state: State) -> tuple[int, ...]:
    """The seats that have something to decide, in the order to ask them.

    Claims come first, clockwise from the left of whoever ended the last turn; the seat on turn is asked last, because
    its draw closes the window. A seat on turn that may also claim is in both places. In a round in any order all
    pending seats are asked in the place of the seat on turn, clockwise.

    Args:
        rules: the rules in force.
        state: the state.

    Returns:
        The seats; empty where the hand is over or chance is due.
    """
    check_table(rules, state)
    public = state.public
    if public.phase == OVER_PHASE or public.phase not in rules.turn.turn_moves:
        return ()
    on_turn = must_act(rules, public)
    moves = tuple([move for move in moves_of_others(rules, state) if move.whose == "others"])
    if not moves:
        return on_turn
    start = public.last + 1 if public.last >= 0 else public.to_act
    clockwise = [(start + step) % rules.seats for step in range(rules.seats)]
    facts = [ViewFacts(rules, seat_view(rules, state, seat)) for seat in clockwise]
    claim = [each.view.seat for each in facts if any(any(actions_of(move, each, plain=False)) for move in moves)]
    return (*claim, *on_turn)
