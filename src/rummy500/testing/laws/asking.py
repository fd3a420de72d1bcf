"""Laws of what programs ask beside the list: whom to ask, what to do by default, what picked cards mean."""

from __future__ import annotations

from rummy500.actions import CALL, DISCARD, LAY, MELD, TAKE, Action
from rummy500.engine.default import default_action
from rummy500.engine.legal import legal_actions, why_not
from rummy500.engine.order import ask_order
from rummy500.picked import readings
from rummy500.testing.law import Fault, Law
from rummy500.testing.spot import Spot

_PICKED = 6
_OF_CARDS = (CALL, DISCARD, LAY, MELD, TAKE)


def those_who_may_act_are_asked(spot: Spot) -> Fault | None:
    """`ask_order` names exactly the seats that have a listed action."""
    asked, acting = set(ask_order(spot.rules, spot.state)), {action.seat for action in spot.listed}
    if asked == acting or not (spot.whole or asked >= acting):
        return None
    return Fault(f"seats {sorted(asked)} are asked, seats {sorted(acting)} may act")


def the_default_is_legal(spot: Spot) -> Fault | None:
    """The default action of the seat on turn is legal, and no other seat has one."""
    for seat in range(spot.rules.seats):
        action = default_action(spot.rules, spot.state, seat)
        needed = seat == spot.state.open.to_act and bool(legal_actions(spot.rules, spot.state, seat=seat))
        if (action is not None) != needed:
            return Fault(f"seat {seat} {'needs' if needed else 'does not need'} to act; its default is {action}")
        if action is not None and (action.seat != seat or why_not(spot.rules, spot.state, action) is not None):
            return Fault(f"the default of seat {seat} is not legal", action, "do")
    return None


def picked_cards_are_read(spot: Spot) -> Fault | None:
    """Picking the cards of a listed action finds it, and finds legal actions only."""
    for action in spot.some(_PICKED):
        if action.verb not in _OF_CARDS or action.extra:
            continue
        found = readings(spot.rules, spot.state, action.seat, _cards(action))
        if action not in found:
            return Fault("the cards of a listed action are not read as it", action, "may")
        for other in found:
            if why_not(spot.rules, spot.state, other) is not None:
                return Fault("picked cards are read as an action that is refused", other, "may")
    return None


def _cards(action: Action) -> tuple[int, ...]:
    return tuple(piece & 63 for piece in action.pieces) or (action.card,)


ASKING_LAWS = (
    Law(
        "those who may act are asked",
        "ask_order names exactly the seats that have a listed action.",
        Spot,
        those_who_may_act_are_asked,
        dear=True,
    ),
    Law(
        "the default is legal",
        "The seat on turn has a default action, which is legal; no other seat has one.",
        Spot,
        the_default_is_legal,
        dear=True,
    ),
    Law(
        "picked cards are read",
        "The cards of a listed action are read as it, and as nothing that is refused.",
        Spot,
        picked_cards_are_read,
        dear=True,
    ),
)
