"""Tests of random hands under all laws, the plugin's included; `rummy500 laws --laws` plays more."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

import pytest

import rummy500 as r5
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing import hand_under_laws, laws_for, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))
INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}
KINDS: dict[str, tuple[dict[str, object], int]] = {
    "aces at 25": ({"scoring.ace": "twenty-five"}, 3),
    "a hundred for four aces": ({"scoring.ace": "hundred", "meld.first-minimum": 30}, 2),
    "a hundred in fifths": ({"scoring.ace": "hundred", "scoring.ten-five": True, "scoring.fifths": True}, 2),
    "fifths of fives": ({"scoring.ten-five": True, "scoring.fifths": True, "meld.first-minimum": 6}, 3),
}


@pytest.mark.parametrize("preset", [*CORE_PRESETS, "wikipedia"])
@pytest.mark.parametrize("kind", KINDS)
def test_laws_hold(kind: str, preset: str) -> None:
    if preset == "wikipedia" and preset not in INSTALLED:
        pytest.skip("needs wikipedia")
    options, seats = KINDS[kind]
    rules = r5.compose(preset, ["scoring"], options, seats=seats)
    for number in range(2):
        hand_under_laws(rules, f"{kind} {preset} {number}", laws=laws_for(rules, LAWS))
