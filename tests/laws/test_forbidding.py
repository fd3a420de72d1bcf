"""Tests that the law of refusals finds one that is lost, and a plugin that changes something by allowing all."""

from __future__ import annotations

from typing import Any, Final

import pytest
from tests.laws.core import composing as forbidding
from tests.laws.core.composing import no_plugin_lifts_a_refusal

import rummy500 as r5
from rummy500.hooks import Reason, Refusal, Rules
from rummy500_testing.altering import alter

FIELDS: Final = ("may_draw", "may_take", "may_call", "may_meld", "may_lay")


def refused(*_: object) -> Refusal:
    return Reason("turn.parts", "no", "No.")()


def composing(patch: pytest.MonkeyPatch, among: str, **changes: Any) -> None:
    """Let rules with a plugin of some name be composed with other answers."""

    def compose(*args: Any, **named: Any) -> Rules:
        rules = r5.compose(*args, **named)
        return alter(rules, **changes) if among in rules.plugins else rules

    patch.setattr(forbidding, "compose", compose)


@pytest.mark.parametrize("preset", ["pagat", "north-american", "wikipedia"])
@pytest.mark.parametrize("plugins", [(), ("dealers-gambit",), ("oklahoma",)])
def test_it_holds(preset: str, plugins: tuple[str, ...]) -> None:
    try:
        rules = r5.compose(preset, plugins, seats=3)
    except r5.ComposeError as error:
        pytest.skip(str(error))
    assert no_plugin_lifts_a_refusal.fault_in(rules) is None


@pytest.mark.parametrize("field", FIELDS)
def test_a_refusal_that_is_lost_is_found(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = r5.compose("pagat", seats=3)
    monkeypatch.setattr(forbidding, "_ASKED", 60)
    composing(monkeypatch, "strict", **{field: None})
    fault = no_plugin_lifts_a_refusal.fault_in(rules)
    assert fault is not None
    assert "is legal beside the plugins strict and silent, of which strict forbids" in fault.what


def test_an_answer_that_allows_and_changes_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    composing(monkeypatch, "second", may_draw=refused)
    fault = no_plugin_lifts_a_refusal.fault_in(r5.compose("pagat", seats=3))
    assert fault is not None
    assert fault.what == "two plugins that forbid nothing change what is legal"
