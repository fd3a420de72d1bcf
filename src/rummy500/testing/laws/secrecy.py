"""Laws of what a seat may know: its view is enough, and hidden cards make no difference to it."""

from __future__ import annotations

from rummy500.actions import DRAW
from rummy500.engine.default import default_action
from rummy500.engine.legal import legal_actions, why_not
from rummy500.engine.step import apply
from rummy500.state import State
from rummy500.testing.hidden import redealt
from rummy500.testing.law import Fault, Law
from rummy500.testing.near import nearly
from rummy500.testing.spot import MOST_LISTED, Spot
from rummy500.view import observe

_TRIED = 3


def a_view_is_enough(spot: Spot) -> Fault | None:
    """A seat's view lists, refuses and defaults as the state does for that seat; a spectator can do nothing."""
    rules, state = spot.rules, spot.state
    if legal_actions(rules, observe(rules, state, None)):
        return Fault("a spectator has something to do")
    for seat in range(rules.seats):
        mine = tuple(action for action in spot.listed if action.seat == seat)
        if spot.whole and tuple(legal_actions(rules, state, seat=seat)) != mine:
            return Fault(f"the list of seat {seat} differs from its part of the whole list")
        for view in (observe(rules, state, seat), observe(rules, state, seat, memory="none")):
            if spot.whole and tuple(legal_actions(rules, view)) != mine:
                return Fault(f"the view of seat {seat} lists other actions than the state")
            if default_action(rules, view, seat) != default_action(rules, state, seat):
                return Fault(f"the view of seat {seat} has another default than the state")
            for action in mine[:_TRIED]:
                tried = nearly(rules, state, action, spot.rng)
                if tried.seat == seat and why_not(rules, view, tried) != why_not(rules, state, tried):
                    return Fault(f"the view of seat {seat} judges an action otherwise", tried)
    return None


def hidden_cards_make_no_difference(spot: Spot) -> Fault | None:
    """With the cards dealt anew that a seat cannot see, nothing changes for that seat."""
    for seat in (*range(spot.rules.seats), None):
        other = redealt(spot.rules, spot.state, seat, spot.rng)
        fault = _seen_differently(spot, other, seat)
        if fault is not None:
            return Fault(f"{fault.what}; the other state: {other!r}", fault.action)
    return None


def _seen_differently(spot: Spot, other: State, seat: int | None) -> Fault | None:
    rules, state = spot.rules, spot.state
    if observe(rules, other, seat) != observe(rules, state, seat):
        return Fault(f"the view of seat {seat} shows hidden cards")
    if seat is None:
        return None
    mine = tuple(action for action in spot.listed if action.seat == seat)
    if spot.whole and tuple(legal_actions(rules, other, seat=seat)) != mine:
        return Fault(f"what seat {seat} may do depends on hidden cards")
    if default_action(rules, other, seat) != default_action(rules, state, seat):
        return Fault(f"the default of seat {seat} depends on hidden cards")
    for action in mine[:_TRIED] if spot.state.slots else ():
        if action.verb == DRAW:
            continue  # it shows the seat a card
        seen, seen_other = (observe(rules, apply(rules, each, action), seat).slots for each in (state, other))
        if seen != seen_other:
            return Fault(f"what a plugin remembers shows seat {seat} hidden cards", action)
    pattern = mine or spot.listed[:MOST_LISTED]
    for _ in range(_TRIED if pattern else 0):
        action = nearly(rules, state, spot.rng.choice(pattern), spot.rng)
        if action.seat == seat and why_not(rules, other, action) != why_not(rules, state, action):
            return Fault(f"why seat {seat} is refused depends on hidden cards", action)
    return None


SECRECY_LAWS = (
    Law(
        "a view is enough",
        "A seat's view lists, refuses and defaults as the state does for that seat.",
        Spot,
        a_view_is_enough,
        dear=True,
    ),
    Law(
        "hidden cards make no difference",
        "With the cards dealt anew that a seat cannot see its view, list, refusals, default and memory stay.",
        Spot,
        hidden_cards_make_no_difference,
        dear=True,
    ),
)
