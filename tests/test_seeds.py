"""Tests that every seed must be 0 or more, because Python makes equal random sources of -1 and 1."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rummy500 as r5
from rummy500.engine.match import shuffled_pack
from rummy500.simulate import each_match, simulate, simulate_match
from rummy500.simulate.matches import match_random
from rummy500_testing import check_laws
from rummy500_testing.laws import LAWS
from rummy500_testing.machine import WatchedHand
from rummy500_testing.rule_sets import rule_sets

RULES = r5.compose("classic", seats=3)
MATCH = r5.start_match(RULES)


def hand() -> WatchedHand:
    return WatchedHand(RULES, r5.deal(RULES, seed=1))


@pytest.mark.parametrize(
    "ask",
    [
        lambda seed: r5.deal(RULES, seed=seed),
        lambda seed: shuffled_pack(RULES, seed),
        lambda seed: r5.next_hand(RULES, MATCH, seed=seed),
        lambda seed: r5.draw_for_deal(RULES, seed=seed),
    ],
)
def test_no_cards_are_dealt_by_a_negative_seed(ask: Callable[[int], object]) -> None:
    with pytest.raises(r5.DealError, match="a seed is a whole number, 0 or more, not -1"):
        ask(-1)


@pytest.mark.parametrize(
    "ask",
    [
        lambda seed: match_random(seed, 0),
        lambda seed: simulate_match(RULES, ["random"], seed=seed, number=0, max_turns=1),
        lambda seed: each_match(RULES, ["random"], matches=1, seed=seed, max_turns=1, workers=1),
        lambda seed: simulate(RULES, ["random"], matches=1, seed=seed, max_turns=1, workers=1),
    ],
)
def test_no_match_is_played_by_a_negative_seed(ask: Callable[[int], object]) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number, 0 or more, not -1"):
        ask(-1)
    ask(0)


@pytest.mark.parametrize(
    "ask",
    [
        lambda seed: check_laws(RULES, hands=1, seed=seed, laws=LAWS[:1]),
        lambda seed: LAWS[0](RULES, hands=1, seed=seed),
        lambda seed: rule_sets(seed=seed),
        lambda seed: hand().count_and_deal(seed),
    ],
)
def test_the_test_kit_takes_no_negative_seed(ask: Callable[[int], object]) -> None:
    with pytest.raises(ValueError, match="seed must be at least 0, not -1"):
        ask(-1)
