"""The eager list of natural cards is what the moves' generators list, in their order."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.engine.neighbours import RULES
from tests.hooks.samples import forbidding, plugin

import rummy500 as r5
from rummy500.cards.cards import EMPTY_BAG, bag_of, cards_of
from rummy500.engine.listing import list_natural
from rummy500.hooks import Bar, Reason
from rummy500.rules.options import CORE_PRESETS
from rummy500.rules.rules import Rules
from rummy500.rules.state import State

LOW_SPADES = bag_of(range(7))
#: Bars the lowest spade of a hand, which may have been there before this turn.
NO_LOW_SPADE = Bar(
    lambda rules, view: bag_of([min(cards_of(view.hand))]) if view.hand & LOW_SPADES else EMPTY_BAG,
    lambda card: Reason("sample.rule", "low", "Not the low spade.")(),
)


PLAYED = {
    **RULES,
    **{preset: r5.compose(preset, seats=3) for preset in CORE_PRESETS},
    "last card discarded": r5.compose("classic", options={"out.discard": "required"}, seats=2),
    "top kept, small hands": r5.compose("pagat", options={"deal.size": 3, "draw.deep-use": "new-meld"}, seats=2),
    "calls again": r5.compose("pagat", options={"call": "top"}, seats=3),
    "first minimum": r5.compose("pagat", options={"meld.first-minimum": 30}, seats=3),
    "low spades stay": r5.compose("pagat", plugins=[plugin("low", may=forbidding(discard=NO_LOW_SPADE))], seats=3),
    "after a meld": r5.compose("classic", options={"meld.layoff": "after-meld"}, seats=2),
}


def states(rules: Rules, hands: int) -> Iterator[State]:
    rng = random.Random(14)
    for _ in range(hands):
        state = r5.deal(rules, seed=rng.getrandbits(63))
        while not r5.is_over(state):
            yield state
            legal, due = r5.legal_actions(rules, state).plain(), r5.chance(rules, state)
            state = r5.apply(rules, state, due.sample(rng) if due else rng.choice(legal))


def generated(legal: r5.LegalActions) -> list[r5.Action]:
    """The list by the generators: a slice from the front asks them one action at a time."""
    return list(legal[:100_000])


@pytest.mark.parametrize("rules", PLAYED.values(), ids=PLAYED)
def test_natural_listing__is_what_the_generators_list(rules: Rules) -> None:
    at_once = 0
    for state in states(rules, hands=5):
        seat = state.public.to_act
        listed = list_natural(rules, state, None, plain=False)
        if listed is None:
            continue
        at_once += 1
        others = generated(r5.legal_actions(rules, state))
        assert list(r5.legal_actions(rules, state)) == others
        for asked in range(rules.seats):
            for source in (state, r5.observe(rules, state, seat=asked)):
                legal = r5.legal_actions(rules, source, seat=asked)
                assert list(legal) == generated(r5.legal_actions(rules, source, seat=asked))
                assert list(legal) == [action for action in others if action.seat == asked]
        assert listed == others[: len(listed)]
        assert {action.seat for action in listed} == {seat}
    phases = rules.natural_phases
    assert bool(at_once) == bool(phases), phases
