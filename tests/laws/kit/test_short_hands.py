"""Tests of short hands, generated for the law that no take strands its player."""

from __future__ import annotations

import random

import pytest

from rummy500 import Rules, State, compose, find_defects, parse_position
from rummy500.base.records import replace
from rummy500.cards.cards import JOKER, bag_of, count
from rummy500_testing import positions as short_hands

PAGAT = compose("pagat")
#: Everybody saw the joker of the seat on turn go into its hand.
TABLE = """
rules = { preset = "pagat" }
phase = "draw"
to_act = 0
hands = ["* Ks 2c 9d 4s", "5c 6d 7h"]
pile = "Jc 9h"
stock = "9s 9c 8h Th Jh Jd Js 3d"
"""


def test_a_known_joker_of_the_hand_appears_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = parse_position(TABLE).state
    made = replace(made, public=replace(made.public, known=(bag_of([JOKER]), 0)))

    def late(_: Rules, __: State, ___: random.Random) -> State:
        return made

    monkeypatch.setattr(short_hands, "late_position", late)
    for seed in range(30):
        state = short_hands.short_hand(PAGAT, random.Random(seed))
        assert count(state.hands[0], JOKER) == 1
        assert {defect.name for defect in find_defects(PAGAT, state)} <= {"missing-cards"}
