"""Laws of chance: it depends on the given random source alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from rummy500.engine.step import chance, resolve_chance
from rummy500.game.deal import deal
from rummy500.records import replace
from rummy500.rules.rules import Rules
from rummy500.state import RESHUFFLE_PHASE, State
from rummy500_testing.law import Fault, law
from rummy500_testing.snapshot import Snapshot

T = TypeVar("T")

#: With this many different cards two random sources hardly give one order.
_ENOUGH = 6
_SOURCES = 6
_SETTLED = 3


def same_twice(sample: Callable[[random.Random], T], seed: int) -> tuple[T, str]:
    """Draw a sample twice from one source; return it and its fault, empty if there is none."""
    everywhere = random.getstate()
    first, second = sample(random.Random(seed)), sample(random.Random(seed))
    if random.getstate() != everywhere:
        random.setstate(everywhere)
        return first, "it comes from the source of the whole program and not from the one that is given"
    return first, "" if first == second else "the same source gives another outcome when it is asked again"


@law(costly=True)
def a_reshuffle_follows_its_random_source(snapshot: Snapshot) -> Fault | None:
    """The order of reshuffled cards depends on the given random source alone."""
    rules, state = snapshot.rules, snapshot.state
    below = state.public.pile[:-1]
    if rules.options["stock.empty"] != "reshuffle" or not below:
        return None
    asked = replace(state, public=replace(state.public, phase=RESHUFFLE_PHASE))
    due = chance(rules, asked)
    if due is None:
        return Fault("the deck is to act and no chance is due", state=asked)
    orders: set[bytes] = set()
    for _ in range(_SOURCES):
        action, wrong = same_twice(due.sample, snapshot.rng.getrandbits(32))
        if wrong:
            return Fault(wrong, state=asked)
        if sorted(action.cards) != sorted(below):
            return Fault("a reshuffle orders other cards than those below the top of the pile", action, state=asked)
        orders.add(action.cards)
    if len(set(below)) >= _ENOUGH and len(orders) == 1:
        return Fault("every source gives one order", state=asked)
    return None


@law(costly=True)
def an_outcome_follows_its_random_source(snapshot: Snapshot) -> Fault | None:
    """The chance that is part of a decision depends on the given random source alone."""
    for action in snapshot.some(_SETTLED) if snapshot.rules.turn.suffixed else ():
        resolve = partial(resolve_chance, snapshot.rules, snapshot.state, action)
        _, wrong = same_twice(resolve, snapshot.rng.getrandbits(32))
        if wrong:
            return Fault(wrong, action)
    return None


def _dealt(rules: Rules, seed: int, _: random.Random) -> State:
    return deal(rules, seed=seed)


@law()
def a_deal_follows_its_seed(rules: Rules) -> Fault | None:
    """The same seed always deals the same hand; other seeds deal other hands."""
    dealt: set[State] = set()
    for seed in range(_SOURCES):
        hand, wrong = same_twice(partial(_dealt, rules, seed), seed)
        if wrong:
            return Fault(wrong, state=hand)
        dealt.add(hand)
    return Fault("every seed deals one hand") if len(dealt) == 1 else None


CHANCE_LAWS = (a_reshuffle_follows_its_random_source, an_outcome_follows_its_random_source, a_deal_follows_its_seed)
