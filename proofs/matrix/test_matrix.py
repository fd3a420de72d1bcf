"""Tests of the matrix, with a part of it: combinations are refused with a reason or hold all laws."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from pathlib import Path

import attrs
import pytest
from tests.drawn import DRAW
from tests.hooks.installing import installing

from proofs.matrix import combinations
from proofs.matrix.combinations import Combination, composed_in_every_way
from proofs.matrix.orders import LATER_DECIDES
from proofs.matrix.play import Task, play
from rummy500 import Match, compose
from rummy500.base.records import replace
from rummy500.rules.options import CORE_OPTIONS, Option
from rummy500_testing import available, random_game
from rummy500_testing.laws.scores import count_hand, each_hand_is_counted_once

#: One pair in four is played here, and one option value in 82 beside a plugin. The command plays them all.
EACH_PAIR, FEW = 4, 82
PAIRS = [combination for combination in combinations.pair_combinations() if combination.both_orders]
BESIDE = list(islice(combinations.beside_combinations(), DRAW % FEW, None, FEW))
TRIPLES = 5
ORDERS_THAT_MATTER = {entry.plugins for entry in LATER_DECIDES}
NOBODY = pytest.mark.skipif(len(available.plugins()) < 2, reason="needs plugins")

#: A plugin of an author outside this project.
STRANGER = """
from rummy500.hooks import PluginInfo, Settings, hookimpl

@hookimpl
def plugin_info():
    return PluginInfo("NAME", "for a test")

@hookimpl
def settings(options):
    return Settings(SETTINGS)
"""
NO_NAMES = "refuse='it cannot be' if options['match.target'] == 7 else ''"


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


def test_a_refusal_names_both() -> None:
    faults: list[str] = []
    for combination in combinations.pair_combinations():
        verdict = composed_in_every_way(combination, 1)
        reason = verdict.reason
        named = all(any(name in reason for name in party) for party in combination.parties)
        if verdict.fault or bool(verdict.setups) == bool(reason) or (reason and not named):
            faults.append(f"{combination.name}: {verdict.fault or reason or 'neither played nor refused'}")
    assert faults == []


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


# ---------------------------------------------------------------- what is wrong is found


@pytest.mark.parametrize(
    ("one", "two", "fault"),
    [
        ("sets={'match.target': 7}", NO_NAMES, "refused in one order only"),
        ("", "refuse='it cannot be'", "does not name what does not go together: plugin two: it cannot be"),
    ],
)
def test_a_refusal_in_one_order_or_without_both_names_is_a_fault(
    tmp_path: Path, one: str, two: str, fault: str
) -> None:
    parties = (frozenset({"one"}), frozenset({"two"}))
    pair = Combination("pairs", "one + two", ("one", "two"), (), ("classic",), parties, both_orders=True)
    with installing(tmp_path) as install:
        for each, settings in (("one", one), ("two", two)):
            install(each, STRANGER.replace("NAME", each).replace("SETTINGS", settings))
        assert fault in composed_in_every_way(pair).fault
        assert fault in play(Task(pair, 4)).why


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
