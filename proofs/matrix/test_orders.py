"""Tests that the order of two plugins changes nothing in rules, play and scores, except as in `LATER_DECIDES`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from tests.hooks.samples import plugin, taking

from proofs.matrix import combinations
from proofs.matrix.orders import LATER_DECIDES, LaterDecides, compared, hand_fault, order_fault
from rummy500 import ComposeError, compose
from rummy500.hooks import JOKER, Reason, Refusal, Settings
from rummy500.rules.options import OptionValue
from rummy500_testing import available

PAIRS = [combination for combination in combinations.pair_combinations() if combination.both_orders]
SEATS = 4
HANDS = 1
#: Hands are played on one preset in this many: two or three of five.
PLAYED = 2
#: So many combinations of values at most are compared, taken evenly from all.
SETTINGS = 8


def settings_of(pair: tuple[str, ...]) -> Iterator[Mapping[str, OptionValue]]:
    """List every combination of values of the options of two plugins."""
    options = [option for plugin in pair for option in available.own_options(plugin)]
    for values in product(*map(available.values, options)):
        yield {option.name: value for option, value in zip(options, values, strict=True)}


@pytest.mark.slow
@pytest.mark.parametrize("combination", PAIRS, ids=lambda combination: combination.name)
def test_the_order_of_two_names_makes_no_difference_that_is_not_listed(combination: combinations.Combination) -> None:
    presets, turn = tuple(available.presets()), PAIRS.index(combination)
    every = list(settings_of(combination.plugins))
    for number, options in enumerate(every[:: 1 + len(every) // SETTINGS]):
        # Without an option on every preset, then on each preset in turn: the matrix plays them all.
        for place, preset in enumerate(presets) if number == 0 else [(-1, presets[number % len(presets)])]:
            hands = HANDS if place >= 0 and (turn + place) % PLAYED == 0 else 0
            try:
                fault = order_fault(preset, combination.plugins, options, SEATS, hands=hands)
            except ComposeError:
                continue  # refused in both orders: `proofs/matrix/test_matrix.py`
            assert not fault, fault


@pytest.mark.parametrize("entry", LATER_DECIDES, ids=lambda entry: " + ".join(entry.plugins))
def test_what_is_listed_is_decided_by_the_later_name(entry: LaterDecides) -> None:
    if not set(entry.plugins) <= set(available.plugins()):
        pytest.skip("both plugins must be installed")
    assert entry.plugins == tuple(sorted(entry.plugins))
    assert compared("classic", entry.plugins, entry.options, SEATS)[0] == (entry.answer,)
    assert "ours" in entry.why or "00" in entry.why


def test_nothing_is_listed_twice() -> None:
    assert len({(entry.plugins, entry.answer) for entry in LATER_DECIDES}) == len(LATER_DECIDES)


# ---------------------------------------------------------------- a difference is found


def target(name: str, points: int) -> object:
    return plugin(name, settings=lambda: Settings(sets={"match.target": points}))


def joker(name: str, points: int) -> object:
    return plugin(name, card_points=lambda card: points if card == JOKER else None)


def always(name: str, hook: str, answer: object) -> object:
    """Make a plugin that answers a question about play without asking the plugin before it."""
    return plugin(name, **{hook: lambda: lambda rules, view, _: answer})


def must_use(name: str, answer: bool) -> object:
    """Make a plugin that says of every taken card whether it must be used at once."""
    return plugin(name, takes=taking(must_use=lambda rules, view, depth: answer))


def lays(name: str, refusal: Refusal | None) -> object:
    return plugin(name, may=lambda: {"lay": lambda rules, view, on: refusal})


NOBODY = Reason("meld.layoff", "none", "Nobody lays off.")()


def fault(*plugins: object, hands: int = 0) -> str:
    return order_fault("pagat", plugins, {}, 3, hands=hands)


def test_options_that_differ_are_found_and_then_set() -> None:
    found, (first, second) = compared("classic", [target("one", 300), target("two", 400)], {}, 2)
    assert found == ("match.target",)
    assert first.match.target == second.match.target == 400
    assert "decides match.target: one + two on pagat" in fault(target("one", 300), target("two", 400))
    assert fault(target("one", 300), target("two", 300)) == ""


def test_card_points_that_differ_are_found() -> None:
    assert "decides points" in fault(joker("one", 20), joker("two", 30))
    assert fault(joker("one", 20), joker("two", 20)) == ""


def test_rules_that_differ_in_play_are_found() -> None:
    count = [always("one", "deducts", True), always("two", "deducts", False)]
    assert "the score differs" in fault(*count, hands=1)
    use = [must_use("one", True), must_use("two", False)]
    assert "is legal in one order only" in fault(*use, hands=20)
    assert fault(always("one", "deducts", False), lays("two", NOBODY), hands=4) == ""


def test_the_same_hand_is_compared_again() -> None:
    rules = compose("classic", seats=3)
    spared = compose("classic", [always("one", "deducts", False)], seats=3)
    assert hand_fault(rules, rules, "a hand") == ""
    assert hand_fault(rules, spared, "a hand") == hand_fault(rules, spared, "a hand") != ""
