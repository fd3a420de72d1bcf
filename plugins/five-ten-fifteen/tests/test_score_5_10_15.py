"""Tests of `score.5-10-15` beside its laws and scenarios: another plugin's jokers, and what `explain` says."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import rummy500 as r5
from rummy500.hooks import JOKER, PluginInfo, hookimpl
from rummy500.rules.options import CORE_PRESETS

#: A house rule: a joker counts thirty.
THIRTY = SimpleNamespace(
    plugin_info=hookimpl(lambda: PluginInfo("thirty", "jokers count thirty")),
    card_points=hookimpl(lambda card: 30 if card == JOKER else None),
)
SENTENCE = (
    "Cards from 2 to 9 count 5; a ten, jack, queen or king counts 10; an ace counts 15, but 5 at the low end of a run"
)


@pytest.mark.parametrize("plugins", [["five-ten-fifteen", THIRTY], [THIRTY, "five-ten-fifteen"]])
def test_score_5_10_15_leaves_a_joker_what_another_plugin_makes_it(plugins: list[object]) -> None:
    assert r5.compose("pagat", plugins).scoring.points.in_hand[JOKER] == 30


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_explain_tells_it_in_the_place_of_the_cores_values(preset: str) -> None:
    found = {one.rule: one.text for one in r5.explain(r5.compose(preset, ["five-ten-fifteen"]))}
    assert found["score.5-10-15"] == SENTENCE + ("." if preset == "classic" else "; a joker counts 15.")
    assert not {"score.values", "score.ace-one"} & set(found)


def test_explain_says_nothing_of_jokers_that_are_not_wild() -> None:
    pytest.importorskip("rummy500_persian")
    rules = r5.compose("pagat", ["persian", "five-ten-fifteen"], seats=4)
    found = {one.rule: one.text for one in r5.explain(rules)}
    assert "joker" not in found["score.5-10-15"]
