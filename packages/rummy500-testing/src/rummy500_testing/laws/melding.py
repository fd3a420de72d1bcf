"""Laws that compare the list of legal actions with the rule catalogue: melds, lay-offs, takes, calls, discards.

They compare in both directions: listed actions are right under the options, and surely legal ones are listed. Answers
of plugins are not judged: where a plugin restricts melds, lay-offs, takes or calls, its refusals need not be listed;
where it decides which cards come with a taken one or which cards are wild, its answer is accepted.
"""

from __future__ import annotations

import random
from typing import Final, TypeAlias

from rummy500.actions import LAY, MELD, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.cards.pieces import group_order, natural_order, run_order
from rummy500.engine.step import why_not
from rummy500.records import replace
from rummy500.rules.rules import Rules
from rummy500.state import PLAY_PHASE
from rummy500_testing.law import Fault, law
from rummy500_testing.model.judging import why_wrong
from rummy500_testing.model.near_miss_hands import near_miss_hand, near_miss_play
from rummy500_testing.model.shapes import shapes_of, wrong_meld
from rummy500_testing.model.surely_legal import surely_legal
from rummy500_testing.snapshot import Snapshot, Step, take_snapshot

#: How many listed actions of one state are judged, and how many near-miss hands are generated.
_JUDGED: Final = 25
_NEAR_MISS_HANDS: Final = 16
#: One such hand in this many is before its draw.
_EARLY: Final = 4
#: How many near misses of plays are tried in one state.
_NEAR_MISSES: Final = 12
_ORDERS: Final = {USE_RUN: run_order, USE_GROUP: group_order, USE_LAY: natural_order}
#: An action without the order of its pieces.
_Unordered: TypeAlias = tuple[int, str, int, int, str, tuple[int, ...], int]


@law()
def melds_follow_the_options(step: Step) -> Fault | None:
    """Each meld that an action leaves on the table is a group or a run under the options in force."""
    before = set(step.before.public.table)
    shapes = None
    for number, meld in enumerate(step.after.public.table, 1):
        if meld not in before:
            shapes = shapes or shapes_of(step.rules)
            wrong = wrong_meld(shapes, meld)
            if wrong is not None:
                return Fault(f"m{number} is not a meld: {wrong}")
    return None


@law()
def listed_actions_are_right(snapshot: Snapshot) -> Fault | None:
    """A listed action agrees with the rule catalogue: seat, phase, cards, roles, place, and required use."""
    shapes = shapes_of(snapshot.rules)
    for action in snapshot.some(_JUDGED):
        wrong = why_wrong(snapshot.rules, shapes, snapshot.state, action)
        if wrong is not None:
            return Fault(f"it is listed, and {wrong}", action, "may_not", snapshot.state)
    return None


@law(costly=True)
def legal_actions_are_listed(snapshot: Snapshot) -> Fault | None:
    """An action that is clearly legal by the rule catalogue is listed and not refused."""
    if not snapshot.whole:
        return None
    listed = {_plain(action) for action in snapshot.listed}
    for action in surely_legal(snapshot.rules, shapes_of(snapshot.rules), snapshot.state, snapshot.rng):
        refusal = why_not(snapshot.rules, snapshot.state, _in_order(action))
        if refusal is not None:
            what = f"it is legal by the rule catalogue, and refused: {refusal}"
            return Fault(what, _in_order(action), "do", snapshot.state)
        if _plain(action) not in listed:
            return Fault(
                "it is legal by the rule catalogue, and it is not listed", _in_order(action), "may", snapshot.state
            )
    return None


def _plain(action: Action) -> _Unordered:
    pieces = tuple(sorted(action.pieces))
    return action.seat, action.verb, action.card, action.depth, action.use, pieces, action.on


def _in_order(action: Action) -> Action:
    """Put the pieces of an action in the order in which they are written."""
    order = _ORDERS.get(action.use)
    return action if order is None else replace(action, pieces=order(action.pieces))


@law(costly=True)
def near_misses_are_refused(snapshot: Snapshot) -> Fault | None:
    """A near miss of a meld or a lay-off that the rule catalogue forbids is refused."""
    rules, state = snapshot.rules, snapshot.state
    seat = state.public.to_act
    if state.public.phase != PLAY_PHASE or not state.hands[seat]:
        return None
    shapes = shapes_of(rules)
    for _ in range(_NEAR_MISSES):
        use, pieces, on = near_miss_play(state, seat, snapshot.rng)
        action = Action(seat, LAY if use == USE_LAY else MELD, use=use, pieces=pieces, on=on)
        wrong = why_wrong(rules, shapes, state, action)
        if wrong is not None and why_not(rules, state, action) is None:
            return Fault(f"it is accepted, and {wrong}", action, "refuse", state)
    return None


@law(name="near-miss hands are listed correctly")
def near_miss_hands_are_listed_correctly(rules: Rules) -> Fault | None:
    """In near-miss hands, listed actions are right, clearly legal ones are listed, and illegal ones are refused."""
    rng = random.Random("hands that are nearly melds")
    for number in range(_NEAR_MISS_HANDS):
        snapshot = take_snapshot(rules, near_miss_hand(rules, rng, draws=number % _EARLY > 0), rng)
        for each in (listed_actions_are_right, legal_actions_are_listed, near_misses_are_refused):
            fault = each.fault_in(snapshot)
            if fault is not None:
                return fault
    return None


MELDING_LAWS = (
    melds_follow_the_options,
    listed_actions_are_right,
    legal_actions_are_listed,
    near_misses_are_refused,
    near_miss_hands_are_listed_correctly,
)
