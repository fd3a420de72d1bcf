"""`Rules.ready` says what the rules say, and rules made from others have their own."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.engine.near import RULES

import rummy500 as r5
from rummy500.engine.plays import may_lay_after_meld
from rummy500.rules import Rules

CLASSIC = r5.compose("classic")
#: Attributes that stand in both under the same name.
SAME = ("book", "deep_new_only", "may_lay", "melding_out", "top_free", "used_are_free")


def check(rules: Rules) -> None:
    """Hold a record beside its rules."""
    ready = rules.ready
    for name in SAME:
        assert getattr(ready, name) is getattr(rules, name), name
    assert ready.fixed_finder is (rules.finder if rules.finder_now is None else None)
    assert ready.natural is rules.finder.natural
    assert ready.has_uses == (len(rules.uses) > 0)
    assert ready.has_calls == (len(rules.other_moves) > 0)
    assert ready.remembers == (rules.hand_memory != ())
    assert ready.passes == dict(rules.at_once)
    phased = {verb for verb, _ in rules.phased}
    assert ready.effects == {verb: move.effect for verb, move in rules.moves.items() if verb not in phased}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_ready__as_the_rules_say(rules: Rules) -> None:
    check(rules)


@pytest.mark.parametrize(
    "changed",
    [
        {"top_free": False},
        {"deep_new_only": True},
        {"used_are_free": False},
        {"melding_out": False},
        {"may_lay": may_lay_after_meld},
        {"finder_now": lambda rules, _view: rules.finder},
        {"other_moves": {}},
        {"moves": {}},
        {"passes": lambda _: {}},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_ready__other_rules_made_from_these_have_their_own(changed: dict[str, Any]) -> None:
    other = attrs.evolve(CLASSIC, **changed)
    check(other)
    assert other.ready is not CLASSIC.ready
    check(CLASSIC)
