"""Tests of random hands under all laws, the plugin's included; `rummy500 laws --laws` plays more."""

from __future__ import annotations

from pathlib import Path

import pytest

import rummy500 as r5
from rummy500.cards.cards import common
from rummy500.rules.options import CORE_PRESETS
from rummy500.state import State
from rummy500_testing import hand_under_laws, laws_for, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("seats", [2, 5])
def test_laws_hold_and_what_lies_open_is_known_to_all(preset: str, seats: int) -> None:
    rules = r5.compose(preset, ["displayed-discards"], seats=seats)
    shown = 0

    def watch(state: State) -> None:
        nonlocal shown
        open_cards = r5.observe(rules, state, None, memory="none").public.known
        for lying, known, hand in zip(open_cards, state.public.known, state.hands, strict=True):
            assert common(lying, known) == lying == common(lying, hand)
            shown += bool(lying)

    for number in range(2):
        hand_under_laws(rules, f"displayed {preset} {number}", watch=watch, laws=laws_for(rules, LAWS))
    assert shown
