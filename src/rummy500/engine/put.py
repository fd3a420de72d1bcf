"""What putting cards on the table does to the state; `meld`, `lay`, `take` and `call` share it."""

from __future__ import annotations

from rummy500.actions import Action
from rummy500.engine.plays import play_after
from rummy500.errors import IllegalActionError, Refusal
from rummy500.rules import Rules
from rummy500.state import State, View


def put_from_hand(rules: Rules, state: State, action: Action) -> State:
    """The state after an action's pieces have gone from the seat's hand to the table.

    Raises:
        IllegalActionError: if the pieces make no meld; a checked action never does.
    """
    seat = action.seat
    hands = state.hands
    view = View(seat, state.open, hands[seat], state.drawn, state.slots)
    after = play_after(rules, view, action.use, action.pieces, action.on)
    if isinstance(after, Refusal):
        raise IllegalActionError(after)
    return State(after.open, (*hands[:seat], after.hand, *hands[seat + 1 :]), state.drawn, state.stock, state.slots)
