"""Tests of random hands under all laws, the plugin's included; `rummy500 laws --laws` plays more."""

from __future__ import annotations

from pathlib import Path

import pytest

import rummy500 as r5
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing import hand_under_laws, laws_for, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))
KINDS: dict[str, tuple[dict[str, object], int]] = {
    "throw-down": ({}, 2),
    "calls of everything": ({"call": "full"}, 3),
    "calls of clear cards": ({"call": "top"}, 4),
    "calls of the last discard": ({"call": "last-discard"}, 3),
    "two packs, reshuffle": ({"deck.packs": 2, "stock.empty": "reshuffle", "deal.size": 5}, 3),
    "every take is used": ({"draw.top": "must-meld", "draw.deep-use": "new-meld"}, 3),
}


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("kind", KINDS)
def test_laws_hold(kind: str, preset: str) -> None:
    options, seats = KINDS[kind]
    rules = r5.compose(preset, ["throw-down"], options, seats=seats)
    tossed = 0
    for number in range(2):
        hand = hand_under_laws(rules, f"{kind} {preset} {number}", laws=laws_for(rules, LAWS))
        tossed += sum(bool(action.extra) for action in hand.actions)
    assert tossed
