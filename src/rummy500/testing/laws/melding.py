"""Laws of what may be melded, laid off, taken, called and discarded: the list against the rule catalogue.

Both ways: what is listed is right by the options, and what is surely right is listed. What a plugin answers is not
judged: where it restricts melds, lay-offs, takes or calls, what it refuses need not be listed; where it says what a
taken card brings or which cards are wild, its answer is taken for granted.
"""

from __future__ import annotations

import random
from typing import Final, TypeAlias

from rummy500.actions import LAY, MELD, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.engine.refusing import why_not
from rummy500.melds import group_order, run_order
from rummy500.melds.pieces import natural_order
from rummy500.records import replace
from rummy500.rules import Rules
from rummy500.state import PLAY_PHASE
from rummy500.testing.law import Fault, Law
from rummy500.testing.model.judging import why_wrong
from rummy500.testing.model.near_miss_hands import near_miss_hand, near_miss_play
from rummy500.testing.model.shapes import shapes_of, wrong_meld
from rummy500.testing.model.surely_legal import surely_legal
from rummy500.testing.snapshot import Snapshot, Step, take_snapshot

#: How many listed actions of one state are judged, and how many near-miss hands are generated.
_JUDGED: Final = 25
_CRAFTED: Final = 16
#: One such hand in this many is before its draw.
_EARLY: Final = 4
#: So many plays that are nearly right are tried in one state.
_NEARLY: Final = 12
_ORDERS: Final = {USE_RUN: run_order, USE_GROUP: group_order, USE_LAY: natural_order}
#: What an action is, whatever the order of its pieces.
_Unordered: TypeAlias = tuple[int, str, int, int, str, tuple[int, ...], int]


def melds_are_melds(step: Step) -> Fault | None:
    """What an action leaves on the table is a group or a run by the options."""
    before = set(step.before.public.table)
    shapes = None
    for number, meld in enumerate(step.after.public.table, 1):
        if meld not in before:
            shapes = shapes or shapes_of(step.rules)
            wrong = wrong_meld(shapes, meld)
            if wrong is not None:
                return Fault(f"m{number} is no meld: {wrong}")
    return None


def listed_is_right(snapshot: Snapshot) -> Fault | None:
    """A listed action is right by the rule catalogue."""
    shapes = shapes_of(snapshot.rules)
    for action in snapshot.some(_JUDGED):
        wrong = why_wrong(snapshot.rules, shapes, snapshot.state, action)
        if wrong is not None:
            return Fault(f"it is listed, and {wrong}", action, "may_not", snapshot.state)
    return None


def right_is_listed(snapshot: Snapshot) -> Fault | None:
    """An action that is surely legal by the rule catalogue is listed, and nothing refuses it."""
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
    """The action as it is written."""
    order = _ORDERS.get(action.use)
    return action if order is None else replace(action, pieces=order(action.pieces))


def wrong_is_refused(snapshot: Snapshot) -> Fault | None:
    """A near miss of a meld or a lay-off that the rule catalogue forbids is refused."""
    rules, state = snapshot.rules, snapshot.state
    seat = state.public.to_act
    if state.public.phase != PLAY_PHASE or not state.hands[seat]:
        return None
    shapes = shapes_of(rules)
    for _ in range(_NEARLY):
        use, pieces, on = near_miss_play(state, seat, snapshot.rng)
        action = Action(seat, LAY if use == USE_LAY else MELD, use=use, pieces=pieces, on=on)
        wrong = why_wrong(rules, shapes, state, action)
        if wrong is not None and why_not(rules, state, action) is None:
            return Fault(f"it is accepted, and {wrong}", action, "refuse", state)
    return None


def crafted_hands_follow(rules: Rules) -> Fault | None:
    """Both hold in hands full of what is nearly a meld."""
    rng = random.Random("hands that are nearly melds")
    for number in range(_CRAFTED):
        snapshot = take_snapshot(rules, near_miss_hand(rules, rng, draws=number % _EARLY > 0), rng)
        for law in (listed_is_right, right_is_listed, wrong_is_refused):
            fault = law(snapshot)
            if fault is not None:
                return fault
    return None


MELDING_LAWS = (
    Law(
        "melds follow the options",
        "What an action leaves on the table is a group or a run by the options in force.",
        Step,
        melds_are_melds,
    ),
    Law(
        "listed actions are right",
        "A listed action is right by the rule catalogue: who, when, which cards, as what, where, and used as is due.",
        Snapshot,
        listed_is_right,
    ),
    Law(
        "legal actions are listed",
        "An action that is surely legal by the rule catalogue is listed, and nothing refuses it.",
        Snapshot,
        right_is_listed,
        costly=True,
    ),
    Law(
        "near misses are refused",
        "A near miss of a meld or a lay-off that the rule catalogue forbids is refused.",
        Snapshot,
        wrong_is_refused,
        costly=True,
    ),
    Law(
        "near-miss hands are judged",
        "In near-miss hands, what is listed is right, what is surely legal is listed, and what is wrong is refused.",
        Rules,
        crafted_hands_follow,
    ),
)
