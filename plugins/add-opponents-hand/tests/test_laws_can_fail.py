"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rummy500 as r5
from rummy500.engine.turns import goes_out
from rummy500.hooks import replace
from rummy500.rules.rules import alter
from rummy500_testing import Law, LawBroken, Step, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
RULES = r5.compose("classic", ["add-opponents-hand"], seats=3)
LATE = """
to_act = 1
phase  = "late"
hands  = ["", "Td 5c Kc", "Jd 2s"]
stock  = "6s 3s"
pile   = "8c"
melds  = ["0 [7d 8d 9d]", "1 {5s 5h 5d}"]
turn   = { out = 0 }
"""


def found(law: Law[Any], rules: r5.Rules, hands: int = 1) -> list[str]:
    told = [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]
    assert not any("Error" in what for what in told)
    return told


def test_going_out_asks_the_others_is_broken_where_the_hand_ends_at_once() -> None:
    law = LAW["going out asks the others"]
    assert found(law, alter(RULES, hand_emptied=goes_out), hands=20)
    without = {**RULES.options, "add-opponents-hand.late-layoffs": False}
    assert found(law, alter(RULES, options=without), hands=20)


def test_each_is_asked_in_turn_is_broken_by_another_seat_another_who_is_out_and_no_end() -> None:
    law = LAW["each is asked in turn"]
    state = r5.parse_position(LATE, rules=RULES).state
    law.check(step := _step(state, "1: pass"))
    for public in (
        replace(step.after.public, to_act=0),
        replace(step.after.public, out=1),
        replace(step.after.public, phase="over", ended="out"),
    ):
        with pytest.raises(LawBroken):
            law.check(Step(RULES, state, step.action, replace(step.after, public=public), ""))
    law.check(last := _step(step.after, "2: pass"))
    with pytest.raises(LawBroken):
        law.check(Step(RULES, last.before, last.action, replace(last.after, public=step.after.public), ""))
    law.check(lay := _step(state, "1: lay Td on m1"))
    with pytest.raises(LawBroken):
        law.check(Step(RULES, state, lay.action, replace(lay.after, public=replace(lay.after.public, to_act=2)), ""))


def _step(state: r5.State, text: str) -> Step:
    action = r5.parse_action(text, state)
    return Step(RULES, state, action, r5.apply(RULES, state, action), "")


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(RULES, laws=LAWS, hands=5).passed
