"""Tests of random hands under all laws, the plugin's included; `rummy500 laws --laws` plays more."""

from __future__ import annotations

from pathlib import Path

import pytest

import rummy500 as r5
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing import hand_under_laws, laws_for, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))
KINDS: dict[str, tuple[dict[str, object], int]] = {
    "michigan": ({}, 3),
    "two players": ({}, 2),
    "opening": ({"meld.first-minimum": 30}, 3),
    "reshuffle": ({"stock.empty": "reshuffle"}, 4),
    "short hands": ({"deal.size": 4, "deal.opening": "extra-card"}, 5),
}


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("kind", KINDS)
def test_laws_hold(kind: str, preset: str) -> None:
    options, seats = KINDS[kind]
    rules = r5.compose(preset, ["michigan"], options, seats=seats)
    for number in range(2):
        hand_under_laws(rules, f"{kind} {preset} {number}", laws=laws_for(rules, LAWS))
