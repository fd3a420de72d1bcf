"""Tests that answers which serve speed alone change no list and no refusal: without them the same hands are played."""

from __future__ import annotations

import random

import attrs
import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import Bar, Reason, Rules, View, bag_of, common
from rummy500.rules.move import top_brings_all
from rummy500_testing.altering import alter
from rummy500_testing.near_misses import near_miss

#: Games whose rules have such answers, and the plugins that they need.
GAMES = [
    ("classic", ()),
    ("family", ()),
    ("pagat", ("oklahoma",)),
    ("classic", ("floating",)),
    ("pagat", ("floating",)),
]


def plain(rules: Rules) -> Rules:
    """Return the same rules without what serves speed alone."""
    bars = tuple(attrs.evolve(bar, gained_only=False, until_used=False, most=None) for bar in rules.turn.bars)
    changes: dict[str, object] = {}
    if bars:
        changes |= {"bars": bars, "bar_lifts_on_use": False, "bars_only_gained": False}
    if rules.turn.collects is top_brings_all:

        def whole(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
            return top_brings_all(rules, view, depth)

        changes["collects"] = whole
    return alter(rules, **changes)


@pytest.mark.parametrize(("preset", "plugins"), GAMES, ids=str)
def test_without_the_flags_the_same_actions_are_legal(preset: str, plugins: tuple[str, ...]) -> None:
    for name in plugins:
        pytest.importorskip(f"rummy500_{name}")
    compare(r5.compose(preset, plugins, seats=3), hands=3)


def test_a_flag_that_promises_what_is_not_true_is_found() -> None:
    """A bar of every low card, held or gained, says that it bars gained cards only."""
    low = bag_of([card for card in range(52) if card % 13 < 8])
    bar = Bar(
        lambda rules, view: common(view.hand, low),
        lambda card: Reason("sample.low", "low", "No low card.")(),
        gained_only=True,
        most=1,
    )
    with pytest.raises(AssertionError):
        compare(r5.compose("classic", [plugin(may=lambda: {"discard": bar})], seats=3), hands=20)


def compare(fast: Rules, hands: int) -> None:
    """Play random hands, and compare lists and refusals with those of the plain rules."""
    slow = plain(fast)
    for seed in range(hands):
        source = random.Random(seed)
        state = r5.deal(fast, seed=seed)
        while not r5.is_over(state):
            legal = list(r5.legal_actions(fast, state))
            assert set(legal) == set(r5.legal_actions(slow, state))
            for action in legal[:5]:
                wrong = near_miss(fast, state, action, source)
                assert r5.why_not(fast, state, wrong) == r5.why_not(slow, state, wrong)
            due = r5.chance(fast, state)
            state = r5.apply(fast, state, source.choice(legal) if due is None else due.sample(source))
