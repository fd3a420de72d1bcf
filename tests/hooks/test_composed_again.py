"""Tests of composing rules again: from their identity, from JSON, with a plugin that has changed."""

from __future__ import annotations

import random
from types import SimpleNamespace

import attrs
import pytest
from tests.hooks.installing import Install
from tests.hooks.samples import Bets, answering, plugin

import rummy500 as r5
from rummy500.hooks import PluginInfo, hookimpl
from rummy500.notation.json import (
    match_from_json,
    match_to_json,
    rules_from_json,
    rules_to_json,
    state_from_json,
    state_to_json,
)


def needing(name: str, *requires: str, version: int = 1) -> SimpleNamespace:
    return plugin(name, PluginInfo(name, "", rules_version=version, requires=requires))


def refused(identity: object, *passed: object) -> str:
    assert isinstance(identity, type(r5.compose("classic").identity))
    with pytest.raises(r5.ComposeError) as raised:
        r5.recompose(identity, passed)
    return str(raised.value)


def test_plugin_that_requires_one_more_by_now(install: Install) -> None:
    install("base", "from tests.hooks.samples import plugin\nrule = plugin('base')", value="installed_base:rule")
    saved = r5.compose("classic", [needing("sample")]).identity
    message = "plugin base is part of these rules here, but not of the saved rules"
    assert refused(saved, needing("sample", "base")) == message
    # The versions are compared by name, whatever else the lists contain.
    more = r5.compose("classic", [needing("sample", "base")]).identity
    assert more.plugins == (("base", 1), ("sample", 1))
    version = "plugin sample: the saved rules have its rules version 1; here it has 2"
    assert refused(more, needing("sample", "base", version=2)) == version
    assert refused(attrs.evolve(more, plugins=more.plugins[1:]), needing("sample", "base")) == message


def test_plugins_that_come_in_another_order() -> None:
    one, two = needing("one"), needing("two")
    saved = r5.compose("classic", [two, one]).identity
    assert r5.recompose(saved, [one, two]).identity == saved
    assert refused(saved, one, needing("two", "one")) == (
        "the saved rules have the plugins two, one; here they are one, two, in this order"
    )


def test_rules_states_and_matches_from_json__with_the_rules_that_are_known() -> None:
    rules = r5.compose("classic", [Bets()])
    match = r5.next_hand(rules, r5.start_match(rules), seed=1)
    source = random.Random(3)
    for _ in range(9):
        assert match.hand is not None
        match = r5.play(rules, match, source.choice(r5.legal_actions(rules, match.hand)))
    assert match.hand is not None
    position = r5.Position(rules, match.hand)
    assert rules_from_json(rules_to_json(rules), rules=rules) is rules
    assert state_from_json(state_to_json(position), rules=rules) == position
    assert match_from_json(match_to_json(rules, match), rules=rules) == (rules, match)
    with pytest.raises(r5.ComposeError, match="there is no plugin 'bets'"):
        match_from_json(match_to_json(rules, match))
    other = r5.compose("classic", [Bets()], {"match.target": 250})
    with pytest.raises(r5.ComposeError, match="the rules in the text are not the given rules"):
        state_from_json(state_to_json(position), rules=other)


def test_plugin_that_has_changed_is_asked_again() -> None:
    sample = plugin(draw_count=answering(2))
    before = r5.compose("classic", [sample])
    sample.draw_count = hookimpl(answering(3))
    after = r5.compose("classic", [sample])
    assert (before.turn.draw_count, after.turn.draw_count) == (2, 3)
    assert r5.recompose(before.identity, before.origin.passed_plugins).turn.draw_count == 3
