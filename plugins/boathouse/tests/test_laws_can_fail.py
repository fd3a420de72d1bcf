"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import replace
from rummy500.rules.rules import alter
from rummy500_testing import Law, LawBroken, Step, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
ONE = r5.compose("classic", ["boathouse"], seats=3)
TWO = r5.compose("classic", ["boathouse"], {"boathouse.draw-two": True}, seats=3)
EMPTY = """
to_act = 1
hands  = ["Kc 8c", "3s 3h", "9h"]
pile   = "9s"
last   = 0
"""


def found(law: Law[Any], rules: r5.Rules, hands: int = 1) -> list[str]:
    told = [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]
    assert not any("Error" in what for what in told)
    return told


def test_what_it_sets_is_broken_by_melding_out_and_by_its_own_word_on_the_stock() -> None:
    law = LAW["its options are set"]
    assert found(law, alter(ONE, melding_goes_out=True))
    assert found(law, alter(ONE, set_by={**ONE.origin.set_by, "stock.empty": "plugin boathouse"}))


@pytest.mark.parametrize(("rules", "drawn"), [(ONE, 2), (TWO, 1), (TWO, 3)])
def test_two_a_draw_is_broken_by_another_number(rules: r5.Rules, drawn: int) -> None:
    assert found(LAW["draw two"], alter(rules, draw_count=drawn), hands=2)


def test_hands_count_is_broken_where_they_do_not() -> None:
    spared = alter(ONE, deducts=lambda *_: False)
    assert found(LAW["hands count at the stock's end"], spared, hands=30)


def test_a_pass_ends_the_hand_is_broken_where_it_goes_on() -> None:
    law = LAW["a pass ends the hand"]
    state = r5.parse_position(EMPTY, rules=ONE).state
    action = r5.parse_action("1: pass", state)
    law.check(Step(ONE, state, action, r5.apply(ONE, state, action), ""))
    with pytest.raises(LawBroken):
        law.check(Step(ONE, state, action, replace(state, public=replace(state.public, to_act=2)), ""))


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(TWO, laws=LAWS, hands=5).passed
