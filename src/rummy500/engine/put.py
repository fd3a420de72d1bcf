"""What putting cards on the table does to the state; `meld`, `lay`, `take` and `call` share it."""

from __future__ import annotations

from rummy500.actions import Action
from rummy500.engine.legal import seat_view
from rummy500.engine.plays import shape_play, view_after
from rummy500.errors import IllegalActionError, Refusal
from rummy500.melds import MeldFinder
from rummy500.rules import Rules
from rummy500.state import State, View


def finder_of(rules: Rules, state: State, seat: int) -> MeldFinder:
    """What finds melds in what a seat sees of a state, as the action was checked."""
    return rules.finder if rules.finder_now is None else rules.finder_now(rules, seat_view(rules, state, seat))


def put_from_hand(rules: Rules, state: State, action: Action, finder: MeldFinder | None = None) -> State:
    """The state after an action's pieces have gone from the seat's hand to the table.

    Args:
        rules: the rules.
        state: the state before.
        action: an action that has been checked.
        finder: what judged the pieces, where it is not that of the state.

    Raises:
        IllegalActionError: if the pieces make no meld; a checked action never does.
    """
    seat = action.seat
    hands = state.hands
    view = View(seat, state.open, hands[seat], state.drawn, state.slots)
    use, pieces, on = action.use, action.pieces, action.on
    if rules.uses and use in rules.uses:
        after = rules.uses[use].play(rules, view, pieces, on)
        if isinstance(after, Refusal):
            raise IllegalActionError(after)
    else:
        meld = shape_play(finder or finder_of(rules, state, seat), view, use, pieces, on)
        if isinstance(meld, Refusal):
            raise IllegalActionError(meld)
        after = view_after(view, meld, use, pieces, on)
    return State(after.open, (*hands[:seat], after.hand, *hands[seat + 1 :]), state.drawn, state.stock, state.slots)
