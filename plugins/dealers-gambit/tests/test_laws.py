"""Tests of random hands under all laws, the plugin's included; `rummy500 laws --laws` plays more."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rummy500 as r5
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing import hand_under_laws, laws_for, laws_of_file

NAME = "dealers-gambit"

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))
KINDS: dict[str, tuple[list[str], dict[str, object], int]] = {
    "two jokers": ([NAME], {}, 2),
    "four jokers": ([NAME], {"dealers-gambit.jokers": 4}, 3),
    "four seats, an offer, a stock made anew": (
        [NAME],
        {"dealers-gambit.jokers": 4, "deal.opening": "offer", "stock.empty": "reshuffle"},
        4,
    ),
    "short hands, every duty": (
        [NAME],
        {
            "dealers-gambit.jokers": 4,
            "deal.size": 5,
            "deal.opening": "extra-card",
            "discard.barred": "drawn",
            "meld.first-minimum": 20,
            "out.discard": "required",
        },
        2,
    ),
    "short hands, lay-offs on one's own": (
        [NAME],
        {"dealers-gambit.jokers": 4, "deal.size": 4, "meld.layoff": "own", "draw.deep-use": "new-meld"},
        3,
    ),
}


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("kind", KINDS)
def test_laws_hold(kind: str, preset: str) -> None:
    plugins, options, seats = KINDS[kind]
    rules = r5.compose(preset, plugins, options, seats=seats)
    for number in range(2):
        hand_under_laws(rules, f"{kind} {preset} {number}", laws=laws_for(rules, LAWS))


def test_a_hand_that_nobody_has_looked_at_looks_alike() -> None:
    """In phase `name` nobody can distinguish two deals with the same upcard."""
    rules = r5.compose("classic", [NAME], seats=3)
    deck = list(rules.deal.pack)
    upcard = 3 * rules.deal.hand_size
    views: set[tuple[r5.View, ...]] = set()
    for number in range(20):
        others = [card for place, card in enumerate(deck) if place != upcard]
        random.Random(number).shuffle(others)
        state = r5.deal(rules, deck=[*others[:upcard], deck[upcard], *others[upcard:]], dealer=1)
        views.add(tuple(r5.observe(rules, state, seat) for seat in (0, 1, 2)))
        assert [r5.action_text(action) for action in r5.legal_actions(rules, state)] == [
            "1: name wild",
            "1: name double",
            "1: name split",
        ]
    assert len(views) == 1
