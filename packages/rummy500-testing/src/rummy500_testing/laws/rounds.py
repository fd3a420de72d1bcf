"""Laws of rounds, in which seats act between the deal and the first turn (hook `dealt`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy500.actions import Action
from rummy500.engine.advice import ask_order, default_action
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import apply, resolve_chance, why_not
from rummy500.engine.turns import is_in_any_order, round_of
from rummy500.errors import IllegalActionError
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.law import Fault, law
from rummy500_testing.snapshot import Snapshot

#: How many sets of choices are tried in one state, and in how many other orders.
_CHOICES: Final = 2
_ORDERS: Final = 3
#: How many actions of others are tried after an action.
_TRIED: Final = 12


@law()
def each_pending_seat_can_act(snapshot: Snapshot) -> Fault | None:
    """Each seat that a round waits for has legal actions, a default action and a place in ask_order."""
    rules, state = snapshot.rules, snapshot.state
    public = state.public
    if round_of(rules, public.phase) is None:
        return None
    pending = public.turn.pending
    waits = pending if is_in_any_order(rules, public.phase) else pending[:1]
    asked = ask_order(rules, state)
    if asked[len(asked) - len(waits) :] != waits:
        return Fault(f"seats {list(waits)} are to act, and the order to ask seats is {list(asked)}")
    for seat in waits:
        default = default_action(rules, state, seat)
        if default is None:
            return Fault(f"seat {seat} is pending and has no legal action")
        if snapshot.whole and default not in snapshot.listed:
            return Fault(f"the default of pending seat {seat} is not listed for the whole table", default, "may")
        if snapshot.whole and _of_seat(snapshot, seat) != list(legal_actions(rules, state, seat=seat)):
            return Fault(f"the list of pending seat {seat} is another one than its part of the whole list")
    return None


@law()
def pending_seats_do_not_wait(snapshot: Snapshot) -> Fault | None:
    """An action of a pending seat leaves all listed actions of the other pending seats legal."""
    rules, state = snapshot.rules, snapshot.state
    if not _several_wait(rules, state):
        return None
    for action in _choices(snapshot):
        others = [other for other in snapshot.listed if _is_choice(rules, state, other) and other.seat != action.seat]
        after = apply(rules, state, action)
        for other in snapshot.rng.sample(others, min(len(others), _TRIED)):
            refusal = why_not(rules, after, other)
            if refusal is not None:
                return Fault(f"it was legal before seat {action.seat} acted: {refusal}", other, "may", after)
    return None


@law()
def a_round_has_no_order(snapshot: Snapshot) -> Fault | None:
    """If the seats of a round may act in any order, the same choices lead to the same state in every order."""
    rules, state = snapshot.rules, snapshot.state
    if not _several_wait(rules, state):
        return None
    for _ in range(_CHOICES):
        choices = _choices(snapshot)
        due = _after(rules, state, choices)
        for _ in range(_ORDERS):
            order = snapshot.rng.sample(choices, len(choices))
            found = _after(rules, state, order)
            if found != due:
                seats = [[action.seat for action in each] for each in (order, choices)]
                what = " and ".join(end if isinstance(end, str) else "it goes on" for end in (found, due))
                return Fault(f"seats act in the order {seats[0]} and {seats[1]}, and it ends otherwise: {what}")
    return None


def _several_wait(rules: Rules, state: State) -> bool:
    return len(state.public.turn.pending) > 1 and is_in_any_order(rules, state.public.phase)


def _choices(snapshot: Snapshot) -> list[Action]:
    """Choose a listed action of each pending seat, without those in which chance takes part."""
    rules, state, rng = snapshot.rules, snapshot.state, snapshot.rng
    chosen: list[Action] = []
    for seat in state.public.turn.pending:
        listed = [action for action in _of_seat(snapshot, seat) if _is_choice(rules, state, action)]
        if listed:
            chosen.append(rng.choice(listed))
    return [action for action in chosen if resolve_chance(rules, state, action, rng) == action]


def _of_seat(snapshot: Snapshot, seat: int) -> list[Action]:
    return [action for action in snapshot.listed if action.seat == seat]


def _is_choice(rules: Rules, state: State, action: Action) -> bool:
    """Return whether an action is one that pending seats make in any order."""
    move = rules.turn.move_of(action, state.public.phase)
    return move is not None and move.whose == "pending"


def _after(rules: Rules, state: State, choices: Sequence[Action]) -> State | str:
    """Apply choices one after the other; return the state after them, or why one is refused."""
    for action in choices:
        try:
            state = apply(rules, state, action)
        except IllegalActionError as error:
            return f"seat {action.seat} is refused ({error})"
    return state


ROUND_LAWS = (each_pending_seat_can_act, pending_seats_do_not_wait, a_round_has_no_order)
