"""Tests that an unused hook costs nothing in play: its field is `None`, so nothing is called."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest
from benchmarks.games import player
from benchmarks.hooks import PASS_THROUGH, answering
from tests.counted import calls_of
from tests.hooks.test_no_pluggy_in_play import busy

import rummy500 as r5
from rummy500.engine.plays import may_lay_after_meld
from rummy500.rules.options import CORE_PRESETS
from rummy500.rules.rules import answer_of

ROOT = Path(__file__).parents[2]
#: The fields of `Rules` with the answer to a hook, or `None`.
ASKED = tuple(
    ast.unparse(field.target)
    for part in ast.parse((ROOT / "src" / "rummy500" / "rules" / "parts.py").read_text("utf-8")).body
    if isinstance(part, ast.ClassDef)
    for field in part.body
    if isinstance(field, ast.AnnAssign) and ast.unparse(field.annotation).endswith("| None")
)
#: The fields with the answers of each plugin.
LISTED = (
    *("uses", "duties", "hand_memory", "match_memory", "match_lines", "memory_place", "phased", "suffixed"),
    *("follow_ups", "rounds", "entries", "effect_wraps", "last_lines", "dealt_by", "between"),
)
#: The fields that an option of the core sets.
OF_THE_CORE = {"north-american": {"may_lay": may_lay_after_meld}}


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_fields_without_an_answer_are_none(preset: str) -> None:
    rules = r5.compose(preset)
    answers = {name: answer_of(rules, name) for name in ASKED if answer_of(rules, name) is not None}
    assert answers == OF_THE_CORE.get(preset, {})
    assert [name for name in LISTED if answer_of(rules, name)] == []


def test_fields_with_an_answer_are_set() -> None:
    rules = r5.compose("classic", [busy()])
    assert [name for name in ASKED if answer_of(rules, name) is None] == []


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_a_hand_makes_the_same_calls_after_another_was_played_with_every_hook(preset: str) -> None:
    play = player(r5.compose(preset))

    def a_hand() -> int:
        return calls_of(lambda: play(1, random.Random(5)))

    a_hand()  # a cached answer is looked up first
    alone = a_hand()
    beside = r5.compose(preset, [busy()])
    assert calls_of(lambda: player(beside)(1, random.Random(5))) > alone
    assert a_hand() == alone


@pytest.mark.parametrize("preset", ["classic", "pagat"])
@pytest.mark.parametrize("hook", PASS_THROUGH)
def test_an_answer_that_changes_nothing_allows_the_same_actions(hook: str, preset: str) -> None:
    """The order may be another one where wild cards are in reach."""
    alone, hooked = r5.compose(preset, seats=3), r5.compose(preset, [answering(hook)], seats=3)
    hand, other, source = r5.deal(alone, seed=2), r5.deal(hooked, seed=2), random.Random(2)
    while not r5.is_over(hand):
        legal = list(r5.legal_actions(alone, hand))
        assert set(r5.legal_actions(hooked, other)) == set(legal)
        due = r5.chance(alone, hand)
        action = source.choice(legal) if due is None else due.sample(source)
        hand, other = r5.apply(alone, hand, action), r5.apply(hooked, other, action)
    assert r5.score_hand(hooked, other) == r5.score_hand(alone, hand)
