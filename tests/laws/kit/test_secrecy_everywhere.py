"""Tests of the laws of secrecy under every preset, with every plugin on it, and a sample of other rules."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from tests.drawn import DRAW
from tests.laws.kit.secrecy import ask, every_plugin, further, tables

from rummy500.rules.options import CORE_PRESETS
from rummy500_testing.available import plugins, presets
from rummy500_testing.laws.secrecy import SECRECY_LAWS

EVERY = every_plugin()
FURTHER = list(islice(further(random.Random(5)), 200))[::12]


@pytest.mark.slow
@pytest.mark.parametrize("preset", presets())
def test_secrecy_on_a_preset(preset: str) -> None:
    """Alone, and with every third plugin; two presets in a row have others."""
    played, turn = 0, list(presets()).index(preset) + DRAW
    alone, *others = (one for one in EVERY if one.preset == preset)
    for number, each in enumerate([alone, *others[turn % 3 :: 3]]):
        rules = each.rules(2 + number % 7)
        if rules is not None:
            assert set(ask(rules, str(each))) >= {law.name for law in SECRECY_LAWS}
            played += 1
    assert played


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_secrecy_with_options_and_pairs(part: int) -> None:
    composed = [(each, each.rules(2 + number % 7)) for number, each in enumerate(FURTHER[part::4])]
    played = [ask(rules, str(each)) for each, rules in composed if rules is not None]
    assert len(played) > len(composed) // 3


@pytest.mark.skipif(len(plugins()) < 2, reason="fewer than two plugins are installed, so there are no pairs")
def test_every_preset_and_plugin_is_asked() -> None:
    assert {one.preset for one in EVERY} == set(presets()) >= set(CORE_PRESETS)
    with_one = {name for one in EVERY for name in one.plugins if one.rules(4) is not None}
    assert with_one == set(plugins())
    kinds = {(len(one.plugins), bool(one.settings)) for one in FURTHER}
    assert {(0, True), (1, True), (2, True), (2, False)} <= kinds


def test_two_to_eight_play() -> None:
    assert {rules.seats for rules, _ in islice(tables(0), 60)} == set(range(2, 9))
