"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rummy500 as r5
from rummy500.engine.turns import goes_out, next_turn
from rummy500.hooks import replace
from rummy500.rules.rules import alter
from rummy500_testing import Law, LawBroken, Step, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
KINDS = ("free", "unplayable", "claim")


def floating(kind: str) -> r5.Rules:
    return r5.compose("classic", ["floating"], {"floating.last-discard": kind}, seats=3)


def said(rules: r5.Rules, kind: str) -> r5.Rules:
    """Return the rules with a contradicting value of an option."""
    return alter(rules, options={**rules.options, "floating.last-discard": kind})


FREE, UNPLAYABLE, CLAIM = map(floating, KINDS)
ASKED = """
phase  = "claim"
to_act = 2
last   = 1
hands  = ["Kc 8d", "", "Qd 2d"]
stock  = "4c 5c"
pile   = "3s 9h"
melds  = ["0 {9s 9d 9c}", "0 [6h 7h 8h]"]
"""


def found(law: Law[Any], rules: r5.Rules, hands: int = 1) -> list[str]:
    told = [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]
    assert not any("Error" in what for what in told)
    return told


def never_out(rules: r5.Rules, state: r5.State, _: r5.Action) -> r5.State:
    return next_turn(rules, state)


def back_to_the_same(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    """Plant a fault: a floater draws at once instead of after a round."""
    after = FREE.turn.hand_emptied(rules, state, action)
    return replace(after, public=replace(after.public, to_act=action.seat)) if after.public.phase == "draw" else after


@pytest.mark.parametrize(("option", "value"), [("out.discard", "required"), ("discard.barred", "drawn")])
def test_what_it_sets_is_broken_by_another_value(option: str, value: str) -> None:
    assert found(LAW["its options are set"], alter(FREE, options={**FREE.options, option: value}))


@pytest.mark.parametrize("emptied", [goes_out, back_to_the_same])
def test_melding_everything_floats_is_broken_by_other_ends(emptied: Any) -> None:
    assert found(LAW["melding everything floats"], alter(FREE, hand_emptied=emptied), hands=40)


@pytest.mark.parametrize("rules", [alter(FREE, hand_emptied=never_out), said(CLAIM, "free"), said(FREE, "claim")])
def test_the_last_discard_is_broken_where_it_does_not_end_the_hand_or_claims_are_not_as_said(rules: r5.Rules) -> None:
    assert found(LAW["the last discard ends the hand"], rules, hands=60)


def step(state: r5.State, text: str) -> Step:
    action = r5.parse_action(text, state)
    return Step(CLAIM, state, action, r5.apply(CLAIM, state, action), "")


def test_claimed_or_not_is_broken_by_another_seat_another_end_and_another_hand() -> None:
    law = LAW["the last discard is offered clockwise"]
    state = r5.parse_position(ASKED, rules=CLAIM).state
    passed, claimed = step(state, "2: pass"), step(state, "2: call 9h on m1")
    last = step(passed.after, "0: pass")
    for right, wrong in (
        (passed, {"to_act": 1}),
        (passed, {"phase": "over", "ended": "out", "out": 1}),
        (last, {"out": 0}),
        (last, {"phase": "draw"}),
        (claimed, {"to_act": 1}),
        (claimed, {"phase": "over", "ended": "out", "out": 1}),
        (claimed, {"table": state.public.table}),
        (claimed, {"pile": state.public.pile}),
    ):
        law.check(right)
        after = replace(right.after, public=replace(right.after.public, **wrong))
        with pytest.raises(LawBroken):
            law.check(Step(CLAIM, right.before, right.action, after, ""))


@pytest.mark.parametrize("rules", [FREE, UNPLAYABLE, CLAIM], ids=KINDS)
def test_every_law_holds_where_nothing_is_wrong(rules: r5.Rules) -> None:
    assert check_laws(rules, laws=LAWS, hands=8).passed
