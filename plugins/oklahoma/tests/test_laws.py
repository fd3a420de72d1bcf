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
KINDS: dict[str, tuple[list[str], dict[str, object], int]] = {
    "as it is": (["oklahoma"], {}, 3),
    "jokers": (["oklahoma"], {"oklahoma.jokers": 4}, 2),
    "one joker, both duties": (
        ["oklahoma"],
        {"oklahoma.jokers": 1, "oklahoma.opening-use": True, "oklahoma.new-meld-only": True},
        4,
    ),
    "partners and jokers": (["partnership", "oklahoma"], {"oklahoma.jokers": 3}, 4),
    "short hands, lay-offs anywhere": (
        ["oklahoma"],
        {"deal.size": 4, "meld.layoff": "any", "oklahoma.jokers": 4, "meld.first-minimum": 40},
        3,
    ),
    "suits that differ, a stock made anew": (
        ["oklahoma"],
        {"meld.group-suits": "different", "stock.empty": "reshuffle", "out.discard": "optional", "oklahoma.jokers": 2},
        2,
    ),
}


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("kind", KINDS)
def test_laws_hold(kind: str, preset: str) -> None:
    plugins, options, seats = KINDS[kind]
    if not INSTALLED.issuperset(plugins):
        pytest.skip(f"needs {', '.join(plugins)}")
    rules = r5.compose(preset, plugins, options, seats=seats)
    for number in range(2):
        hand_under_laws(rules, f"{kind} {preset} {number}", laws=laws_for(rules, LAWS))
