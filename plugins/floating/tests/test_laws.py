"""Tests of random hands under all laws, the plugin's included; `rummy500 laws --laws` plays more."""

from __future__ import annotations

from pathlib import Path

import pytest

import rummy500 as r5
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing import hand_under_laws, laws_for, laws_of_file

CHOICES = ("free", "unplayable", "claim")

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))
KINDS: dict[str, tuple[dict[str, object], int]] = {
    "as the preset plays": ({}, 3),
    "short hands, the last discard called": ({"deal.size": 4, "call": "last-discard"}, 3),
    "short hands, a stock made anew": ({"deal.size": 4, "stock.empty": "reshuffle", "call": "full"}, 2),
    "a strict stock, an extra card": ({"deal.size": 5, "stock.empty": "strict", "deal.opening": "extra-card"}, 5),
    "a first minimum, one's own lay-offs": ({"deal.size": 5, "meld.first-minimum": 20, "meld.layoff": "own"}, 4),
}


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("last_discard", CHOICES)
def test_laws_hold(kind: str, preset: str, last_discard: str) -> None:
    options, seats = KINDS[kind]
    rules = r5.compose(preset, ["floating"], {"floating.last-discard": last_discard, **options}, seats=seats)
    for number in range(2):
        hand_under_laws(rules, f"{kind} {preset} {number}", laws=laws_for(rules, LAWS))


@pytest.mark.parametrize(
    ("last_discard", "numbers"), [("free", (39, 240)), ("unplayable", (0, 39)), ("claim", (0, 20, 158))]
)
def test_hands_with_floaters_end(last_discard: str, numbers: tuple[int, ...]) -> None:
    """Hands in which somebody floats, under the costly laws at every step."""
    options: dict[str, object] = {"floating.last-discard": last_discard, "deal.size": 3, "deck.jokers": 3}
    rules = r5.compose("pagat", ["floating"], options, seats=2)
    floated = asked = 0

    def watch(state: r5.State) -> None:
        nonlocal floated, asked
        floated += not r5.is_over(state) and not all(state.hands)
        asked += state.public.phase == "claim"

    ends = {hand_under_laws(rules, f"floaters {number}", every=1, watch=watch).how for number in numbers}
    assert floated
    assert bool(asked) == (last_discard == "claim")
    assert ends <= {"out", "stock", "circle"}
