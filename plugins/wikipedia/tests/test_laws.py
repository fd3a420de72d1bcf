"""Tests of random hands under all laws, the plugin's included; `rummy500 laws --laws` plays more."""

from __future__ import annotations

from pathlib import Path

import pytest

import rummy500 as r5
from rummy500_testing import hand_under_laws, laws_for, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))
KINDS: dict[str, tuple[str, list[str], dict[str, object], int]] = {
    "the preset": ("wikipedia", [], {}, 3),
    "two seats": ("wikipedia", [], {}, 2),
    "two packs": ("wikipedia", [], {}, 5),
    "every hand counts": ("wikipedia", [], {"wikipedia.no-deduction": False}, 4),
    "strict": ("wikipedia", [], {"stock.empty": "strict"}, 3),
    "boathouse": ("wikipedia", ["boathouse"], {}, 3),
    "the plugin alone": ("pagat", ["wikipedia"], {}, 3),
}


@pytest.mark.parametrize("kind", KINDS)
def test_laws_hold(kind: str) -> None:
    preset, plugins, options, seats = KINDS[kind]
    if "boathouse" in plugins:
        pytest.importorskip("rummy500_boathouse")
    rules = r5.compose(preset, plugins, options, seats=seats)
    for number in range(2):
        hand_under_laws(rules, f"{kind} {number}", laws=laws_for(rules, LAWS))
