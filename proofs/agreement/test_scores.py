"""Random hands of each counted variant: both sides count the same for each seat, and name the same winners."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

import rummy500 as r5
from proofs.agreement.games import PRESETS, as_position
from proofs.agreement.scores import PlayedOut, compare_score, compare_winners, played_out
from proofs.agreement.variants import VARIANTS, brought_presets, counted_variants, installed_plugins

_HANDS = 12
_SEED = 500


@pytest.mark.slow
@pytest.mark.parametrize("preset", [*PRESETS, *brought_presets()])
@pytest.mark.parametrize("variant", counted_variants())
def test_both_count_the_same(variant: str, preset: str) -> None:
    chance = random.Random(_SEED)
    hands = 0
    for hand in islice(played_out(preset, _SEED, VARIANTS[variant]), _HANDS):
        found = compare_score(hand) or compare_winners(hand, chance)
        assert not found, found
        hands += 1
    assert hands == _HANDS


def _ended(table: dict[str, Any], actions: str) -> PlayedOut:
    position = as_position(table)
    rules, states = position.rules, [position.state]
    texts = actions.split(", ")
    for text in texts:
        states.append(r5.apply(rules, states[-1], r5.parse_action(text, states[-1], rules=rules)))
    return PlayedOut(rules, states[-2], texts[-1], states[-1])


def _going_out(plugin: str, hand: str, **rest: Any) -> dict[str, Any]:
    usual: dict[str, Any] = {
        "rules": {"preset": "pagat", "plugins": [plugin], "options": {"deck.packs": 2}},
        "dealer": 1,
        "to_act": 0,
        "phase": "play",
        "hands": [hand, "2d Kd"],
        "drawn": [hand[:2]],
        "stock": "8c Jd",
        "pile": "3d",
        "melds": [],
    }
    return usual | rest


@pytest.mark.skipif("scoring" not in installed_plugins(), reason="the plugin is not installed")
@pytest.mark.parametrize("fifths", [False, True])
@pytest.mark.parametrize(
    ("melds", "points"),
    [
        (["0 {As Ah Ad Ac}"], 100),
        (["1 {0:As 0:Ah 0:Ad 0:Ac *=A}"], 100),
        (["0 {As Ah 1:Ad Ac}"], 45),
        (["0 {As Ah Ad *=A}"], 60),
        (["0 {As Ah Ad Ac As}"], 115),
        (["0 {As Ah Ad Ac}", "0 {As Ah Ad Ac}"], 200),
        (["0 {As Ah Ad}", "0 {As Ah Ad Ac}"], 145),
    ],
)
def test_score_ace_hundred(melds: list[str], points: int, *, fifths: bool) -> None:
    options = {"deck.packs": 2, "meld.group-suits": "any", "meld.group-max": 0, "scoring.ace": "hundred"}
    if fifths:  # jokers are five then, and no ace may be one
        options |= {"scoring.fifths": True, "scoring.ten-five": True, "meld.ace": "high"}
        points = (points - 10 * ("0 {As Ah Ad *=A}" in melds)) // 5
    rules = {"preset": "pagat", "plugins": ["scoring"], "options": options}
    hand = _ended(_going_out("scoring", "Kc", rules=rules, melds=melds), "0: discard Kc")
    assert compare_score(hand) == ""
    assert r5.score_hand(hand.rules, hand.after).by_seat[0] == points


@pytest.mark.skipif("masters-hand" not in installed_plugins(), reason="the plugin is not installed")
@pytest.mark.parametrize(
    ("actions", "earned"),
    [
        ("0: meld [2h 3h 4h 5h 6h 7h 8h], 0: discard 9h", True),
        ("0: meld [2h 3h 4h 5h 6h 7h 8h 9h]", False),
        ("0: meld [2h 3h 4h 5h 6h 7h], 0: lay 8h on m1, 0: discard 9h", False),
        ("0: meld [2h 3h 4h 5h 6h 7h 8h], 0: lay 9h on m1", False),
    ],
)
def test_score_master_hand(actions: str, *, earned: bool) -> None:
    hand = _ended(_going_out("masters-hand", "2h 3h 4h 5h 6h 7h 8h 9h"), actions)
    assert compare_score(hand) == ""
    assert (r5.score_hand(hand.rules, hand.after).by_seat[0] > 500) is earned
