"""Tests that the laws of the core hold: under every preset, and under many options and numbers of seats."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from tests.core_laws import CORE_LAWS

from rummy500 import Rules
from rummy500.hooks.plugin import installed
from rummy500.notation.position import parse_position
from rummy500_testing import Snapshot, check_laws, take_snapshot
from rummy500_testing.rule_sets import rule_sets

#: Three numbers of seats for each preset of the core, then enough options for every value to be played once.
SETS = tuple(islice(rule_sets(options=30, beside=False), 60))


@pytest.mark.parametrize("rules", SETS, ids=repr)
def test_the_laws_of_the_core_hold(rules: Rules) -> None:
    for broken in check_laws(rules, hands=4, laws=CORE_LAWS).broken:
        raise broken


#: The dealer's joker is a card that no hand holds: after the lay-off the seat keeps its last card.
LAST_CARD = """
rules = { preset = "classic", plugins = ["boathouse", "dealers-gambit"] }
dealer = 2
to_act = 2
phase = "play"
hands = ["Td Jd", "6s 5d", "8s Qc", "9h 2d"]
stock = "Ah 6c 8h 6h"
pile = "3s Qh Js 8d"
melds = ["2 [7c 8c 9c Tc 0:Jc]", "1 {4s 4h 4d}"]
last = 1
drawn = ["Qc"]
plugin = { dealers-gambit = { named = "wild" } }
"""


@pytest.mark.skipif(not {"boathouse", "dealers-gambit"} <= set(installed()), reason="the plugins are not installed")
def test_a_card_that_no_hand_holds_leaves_the_hand_its_last_one() -> None:
    position = parse_position(LAST_CARD)
    snapshot = take_snapshot(position.rules, position.state, random.Random(1))
    asked = [law for law in CORE_LAWS if law.of is Snapshot]
    assert "listed actions are right" in {law.name for law in asked}
    for law in asked:
        law.check(snapshot)
