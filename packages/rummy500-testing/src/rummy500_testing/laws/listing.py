"""Laws of the list of legal actions: listed actions are accepted, all others refused."""

from __future__ import annotations

import random
import re

from rummy500.actions import DECK, Action
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import apply, chance, outcome_move, resolve_chance, why_not
from rummy500.errors import IllegalActionError, Refusal
from rummy500.records import replace
from rummy500_testing.law import Fault, law
from rummy500_testing.near_misses import near_miss, nonsense
from rummy500_testing.snapshot import MOST_LISTED, Snapshot

_RULE_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)?\Z")
_CHECKED = 60
_TRIED = 1
_SETTLED = 8
_ACCEPTED = "an action that is not listed is accepted"


@law()
def listed_once(snapshot: Snapshot) -> Fault | None:
    """No action is listed twice."""
    if len(set(snapshot.listed)) == len(snapshot.listed):
        return None
    twice = next(action for action in snapshot.listed if snapshot.listed.count(action) > 1)
    return Fault("an action is listed twice", twice, "may")


@law()
def listed_actions_are_accepted(snapshot: Snapshot) -> Fault | None:
    """A listed action is not refused."""
    for action in snapshot.some(_CHECKED):
        refusal = why_not(snapshot.rules, snapshot.state, action)
        if refusal is not None:
            return Fault(f"a listed action is refused: {refusal}", action, "do")
    return None


@law()
def unlisted_actions_are_refused(snapshot: Snapshot) -> Fault | None:
    """An action, unless it is an outcome of chance, is either listed or refused with a rule id."""
    rules, state, rng = snapshot.rules, snapshot.state, snapshot.rng
    tried = [nonsense(rules, rng)]
    if snapshot.listed:
        tried += [near_miss(rules, state, rng.choice(snapshot.listed), rng) for _ in range(_TRIED)]
    for action in tried:
        if snapshot.whole and not _may_be_chance(snapshot, action):
            fault = _refused_unless_listed(snapshot, action)
            if fault is not None:
                return fault
    return None


def _may_be_chance(snapshot: Snapshot, action: Action) -> bool:
    """An outcome of the chance that is due is accepted and never listed."""
    return action.seat == DECK and chance(snapshot.rules, snapshot.state) is not None


def _is_outcome_of_listed(snapshot: Snapshot, action: Action) -> bool:
    """Return whether an action is an outcome of a listed decision: accepted, but never listed."""
    return outcome_move(snapshot.rules, action) is not None and replace(action, extra=()) in snapshot.listed


@law(costly=True)
def chance_is_resolved(snapshot: Snapshot) -> Fault | None:
    """resolve_chance turns a listed decision into an outcome, which is not listed and can be applied."""
    rules, state = snapshot.rules, snapshot.state
    for action in snapshot.some(_SETTLED):
        seed = snapshot.rng.getrandbits(32)
        settled, again = (resolve_chance(rules, state, action, random.Random(seed)) for _ in range(2))
        if settled != again:
            return Fault(f"the same chance gives {settled} and {again}", action)
        if settled == action:
            continue
        if outcome_move(rules, settled) is None or replace(settled, extra=()) != action:
            return Fault(f"chance makes another decision of it: {settled}", action)
        if settled in snapshot.listed:
            return Fault("an outcome of chance is listed", settled, "may_not")
        refusal = why_not(rules, state, settled)
        if refusal is not None:
            return Fault(f"an outcome of chance is refused: {refusal}", settled)
        if resolve_chance(rules, state, settled, snapshot.rng) != settled:
            return Fault("what has its outcome is settled anew", settled)
        if apply(rules, state, settled) == state:
            return Fault("an outcome of chance changes nothing", settled)
    return None


def _refused_unless_listed(snapshot: Snapshot, action: Action) -> Fault | None:
    try:
        refusal = why_not(snapshot.rules, snapshot.state, action)
    except Exception as error:  # noqa: BLE001 - whatever it raises is the fault that is reported
        return Fault(f"why_not raises {type(error).__name__}: {error}", action, "refuse")
    if action in snapshot.listed:
        return None if refusal is None else Fault(f"a listed action is refused: {refusal}", action, "do")
    if refusal is None:
        return None if _is_outcome_of_listed(snapshot, action) else Fault(_ACCEPTED, action, "refuse")
    try:
        apply(snapshot.rules, snapshot.state, action)
    except IllegalActionError as error:
        if error.refusal != refusal:
            return Fault(f"why_not says {refusal}, apply says {error.refusal}", action, "refuse")
        return _ill_formed(refusal, action)
    return Fault("why_not refuses an action and apply does not", action, "refuse")


def _ill_formed(refusal: Refusal, action: Action) -> Fault | None:
    """A refusal names a rule and makes a sentence."""
    if _RULE_ID.match(refusal.rule) and refusal.reason and refusal.sentence:
        return None
    return Fault(f"a refusal without rule, reason or sentence: {refusal!r}", action, "refuse")


@law(costly=True)
def the_list_is_a_sequence(snapshot: Snapshot) -> Fault | None:
    """For the list of legal actions, iter, len, bool, index and in agree."""
    rules, state, listed = snapshot.rules, snapshot.state, snapshot.listed
    if bool(legal_actions(rules, state)) != bool(listed):
        return Fault(f"bool of the list differs from its {len(listed)} actions")
    if listed and legal_actions(rules, state)[len(listed) - 1] != listed[-1]:
        return Fault("indexing differs from iterating", listed[-1], "may")
    if snapshot.whole:
        again = legal_actions(rules, state)
        if len(again) != len(listed) or tuple(again) != listed:
            return Fault(f"{len(listed)} actions at first, {len(again)} when listed again")
        if listed and (again[-1] != listed[-1] or tuple(again[:2]) != listed[:2]):
            return Fault("indexing differs from iterating", listed[-1], "may")
    fresh = legal_actions(rules, state)
    for action in snapshot.some(_CHECKED):
        if action not in fresh:
            return Fault("a listed action is not in the list", action, "may")
    return None


@law(name="plain() is a part of the list", costly=True)
def plain_is_a_part_of_the_list(snapshot: Snapshot) -> Fault | None:
    """plain() is a part of the list, empty only if it is."""
    plain = legal_actions(snapshot.rules, snapshot.state).plain()
    if bool(plain) != bool(snapshot.listed):
        return Fault(f"{len(snapshot.listed)} actions are listed and {len(plain)} of them are plain")
    listed = frozenset(snapshot.listed)
    for action, _ in zip(plain, range(MOST_LISTED), strict=False):
        legal = action in listed if snapshot.whole else why_not(snapshot.rules, snapshot.state, action) is None
        if not legal:
            return Fault("a plain action is not listed", action, "may_not")
        if action not in plain:
            return Fault("a plain action is not in the plain list", action, "may")
    return None


LISTING_LAWS = (
    listed_once,
    listed_actions_are_accepted,
    unlisted_actions_are_refused,
    chance_is_resolved,
    the_list_is_a_sequence,
    plain_is_a_part_of_the_list,
)
