"""Tests of the generated sets of rules."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import rummy500 as r5
from rummy500.hooks import PluginInfo, Settings, hookimpl
from rummy500_testing import available
from rummy500_testing.rule_sets import rule_sets


def test_every_preset_is_played_by_few_and_many() -> None:
    played = [(rules.preset.name, rules.seats) for rules in rule_sets(options=0, beside=False)]
    for preset in available.presets():
        seats = [number for name, number in played if name == preset]
        assert len(seats) == 3
        assert seats[0] == 2
        assert 3 <= seats[1] <= 4
        assert seats[2] >= 5


def test_options_are_set_at_random_and_the_same_each_time() -> None:
    once, again = ([rules.identity for rules in rule_sets(options=10, beside=False, seed=3)] for _ in range(2))
    assert once == again
    assert len({identity.options for identity in once if identity.options}) >= 5
    assert [rules.identity for rules in rule_sets(options=10, beside=False, seed=4)] != once


@pytest.mark.skipif(len(available.plugins()) < 2, reason="needs plugins to be beside")
def test_a_plugin_is_tried_beside_every_other_in_both_orders() -> None:
    name = available.plugins()[0]
    orders = [[each for each, _ in rules.identity.plugins] for rules in rule_sets(name, options=0)]
    assert all(name in order for order in orders)
    beside = {each for order in orders for each in order} - {name}
    assert len(beside) > len(available.plugins()) // 2
    assert any(order[0] == name and len(order) > 1 for order in orders)
    assert any(order[-1] == name and len(order) > 1 for order in orders)


def test_a_plugin_that_composes_with_nothing_is_reported() -> None:
    alone = SimpleNamespace(
        plugin_info=hookimpl(lambda: PluginInfo("alone", "goes with nothing")),
        settings=hookimpl(lambda: Settings(refuse="it never composes")),
    )
    with pytest.raises(r5.ComposeError, match="it never composes"):
        list(rule_sets(alone))


def test_fewer_rules_than_none_are_refused() -> None:
    with pytest.raises(ValueError, match="options must be at least 0, not -1"):
        rule_sets(options=-1)


def test_a_plugin_may_be_an_object() -> None:
    two = SimpleNamespace(
        plugin_info=hookimpl(lambda: PluginInfo("two", "two at once")),
        settings=hookimpl(lambda: Settings(draw_count=2)),
    )
    assert all(rules.turn.draw_count == 2 for rules in rule_sets(two, options=2, beside=False))
