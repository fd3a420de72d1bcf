"""Tests of the matrix, with a part of it: combinations are refused with a reason or hold all laws."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from pathlib import Path

import attrs
import pytest
from tests.drawn import DRAW
from tests.hooks.installing import dist_info, importable

from proofs.matrix import combinations
from proofs.matrix.combinations import Combination, composed_in_every_way
from proofs.matrix.orders import LATER_DECIDES
from proofs.matrix.play import Task, play
from rummy500 import Match, compose, start_match
from rummy500.records import replace
from rummy500.rules.options import CORE_OPTIONS, Option
from rummy500_testing import LawRunner, available, random_game
from rummy500_testing.laws.scores import count_hand, each_hand_is_counted_once, going_on

#: One pair in four is played here, and one option value in 82 beside a plugin. The command plays them all.
EACH_PAIR, FEW = 4, 82
PAIRS = [combination for combination in combinations.pair_combinations() if combination.both_orders]
BESIDE = list(islice(combinations.beside_combinations(), DRAW % FEW, None, FEW))
TRIPLES = 5
ORDERS_THAT_MATTER = {entry.plugins for entry in LATER_DECIDES}
NOBODY = pytest.mark.skipif(len(available.plugins()) < 2, reason="needs plugins")

#: Two plugins of an author outside this project, with a fault between them.
APART = """
from rummy500.hooks import Fixed, Option, PluginInfo, Settings, hookimpl

@hookimpl
def plugin_info():
    much = Option(f"{__name__}.much", "match.target", "for a test", flag=True)
    return PluginInfo(__name__, "for a test", options=(much,))

@hookimpl
def settings(options):
    return Settings(REASON)
"""


def name(combination: Combination) -> str:
    return combination.name


@cache
def triples() -> tuple[Combination, ...]:
    """Three plugins each; to find out which go together takes too long to be done whenever tests are collected."""
    return tuple(combinations.triple_combinations(TRIPLES, 0))


@pytest.mark.slow
@pytest.mark.parametrize("combination", [*PAIRS[DRAW % EACH_PAIR :: EACH_PAIR], *BESIDE], ids=name)
def test_a_combination_is_refused_with_a_reason_or_plays_under_all_laws(combination: Combination) -> None:
    check(combination)


@pytest.mark.slow
@NOBODY
@pytest.mark.parametrize("number", range(TRIPLES))
def test_three_plugins_are_refused_with_a_reason_or_play_under_all_laws(number: int) -> None:
    check(triples()[number])


def check(combination: Combination) -> None:
    """A combination is refused with a reason, or plays under all laws.

    One hand in one order of names, taken at random: `test_orders.py` compares the orders. Where the later name decides
    something each order plays a hand.
    """
    hands = 2 if combination.plugins in ORDERS_THAT_MATTER else 1
    result = play(Task(combination, hands, most=2))
    assert result.verdict != "failed", result.why
    assert bool(result.why) == (result.verdict == "refused")
    assert result.hands == (hands if result.verdict == "played" else 0)


@pytest.mark.parametrize("combination", list(combinations.pair_combinations()), ids=name)
def test_a_refusal_names_both(combination: Combination) -> None:
    verdict = composed_in_every_way(combination, 1)
    assert verdict.fault == ""
    assert bool(verdict.setups) != bool(verdict.reason)
    if verdict.reason:
        assert all(any(name in verdict.reason for name in party) for party in combination.parties)


@pytest.mark.parametrize("option", CORE_OPTIONS.values(), ids=lambda option: option.name)
def test_values_that_are_tried_are_taken(option: Option) -> None:
    tried = available.values(option)
    assert len(tried) == len(set(map(repr, tried))) >= 2
    assert [option.check(value) for value in tried] == list(tried)
    assert set(option.choices) <= set(tried)


def test_values_of_flags_and_of_numbers_without_end() -> None:
    assert available.values(Option("a.flag", "a", "", flag=True)) == (False, True)
    assert available.values(Option("a.number", "a", "", least=5)) == (5, 6, 105)
    assert available.values(Option("a.number", "a", "", zero=True, least=3, most=8)) == (0, 3, 4, 8)


def test_every_value_meets_every_preset() -> None:
    names = {combination.name for combination in combinations.preset_combinations()}
    for preset in available.presets():
        assert f"meld.ace=low on {preset}" in names
        assert f"deck.jokers=4 on {preset}" in names


# ---------------------------------------------------------------- what is wrong is found


@pytest.fixture
def strangers(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    """Install two plugins, `one` and `two`, with settings."""
    for each, settings in zip(("one", "two"), request.param, strict=True):
        (tmp_path / f"{each}.py").write_text(APART.replace("REASON", settings), "utf-8")
        dist_info(tmp_path, f"rummy500-{each}", {each: each})
    with importable(tmp_path):
        yield


def pair() -> Combination:
    return Combination("pairs", "one + two", ("one", "two"), (), ("classic",), parties("one", "two"), both_orders=True)


def parties(*names: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset({name}) for name in names)


NO_NAMES = "refuse='it cannot be' if options['match.target'] == 7 else ''"


@pytest.mark.parametrize("strangers", [("sets={'match.target': 7}", NO_NAMES)], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_a_refusal_in_one_order_only_is_a_fault() -> None:
    assert "refused in one order only" in composed_in_every_way(pair()).fault
    assert "refused in one order only" in play(Task(pair(), 4)).why


@pytest.mark.parametrize("strangers", [("", "refuse='it cannot be'")], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_a_refusal_that_does_not_name_both_is_a_fault() -> None:
    assert composed_in_every_way(pair()).fault == (
        "the refusal does not name what does not go together: plugin two: it cannot be"
    )


def test_a_hand_that_is_counted_wrong_is_a_fault() -> None:
    rules = compose("pagat", seats=3, options={"match.target": 1})
    hand = random_game(rules, random.Random(3)).states[-1]
    counted = count_hand(rules, Match(hand.public.match), hand)
    assert each_hand_is_counted_once.fault_in(counted) is None
    after = counted.after
    for wrong, said in (
        (attrs.evolve(after, so_far=replace(after.so_far, scores=(0, 0, 7))), "the lines bring"),
        (attrs.evolve(after, hands=()), "does not say that the hand"),
        (attrs.evolve(after, so_far=replace(after.so_far, dealer=3)), "seat 3 is to deal"),
        (attrs.evolve(after, winners=(1, 1)), "the winners are"),
        (attrs.evolve(after, winners=(1,), so_far=replace(after.so_far, playoff=True)), "a tie is played on"),
    ):
        fault = each_hand_is_counted_once.fault_in(attrs.evolve(counted, after=wrong))
        assert fault is not None
        assert said in fault.what


def test_a_match_that_is_over_is_begun_anew() -> None:
    rules = compose("classic", options={"match.target": 1})
    match = start_match(rules)
    runner, numbers = LawRunner(rules, ()), list[int]()
    for number in range(12):
        game = random_game(rules, random.Random(number), match=match.so_far)
        match = going_on(rules, count_hand(rules, match, game.states[-1]).after)
        played = runner.hand(str(number))
        assert played is not None
        numbers.append(played.state.public.match.hand_number)
    assert len(match.hands) < 12
    assert numbers[0] == 1
    assert 1 in numbers[1:]
    assert all(number in (1, last + 1) for last, number in pairwise(numbers))
