"""The laws of the plugin are seen to fail: each on rules, a state or a step that a fault was planted in."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.engine.scoring import deducts_always
from rummy500.engine.turns import goes_out
from rummy500.hooks import ScoreLine, replace
from rummy500.rules import alter
from rummy500.testing import Law, LawBroken, Spot, Step, check_laws, look_at
from rummy500_add_opponents_hand.laws import LAWS

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
RULES = r5.compose("classic", ["add-opponents-hand"], seats=3)
TWO = r5.compose("classic", ["add-opponents-hand"], seats=2)
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


@pytest.mark.parametrize("rules", [RULES, TWO], ids=["three", "two"])
def test_hands_are_added_is_broken_where_all_deduct_or_nothing_is_added(rules: r5.Rules) -> None:
    made, played = LAW["hands are added in made hands"], LAW["hands are added"]
    deducting = alter(rules, deducts=deducts_always)
    adding_nothing = alter(rules, score_lines=rules.scoring.score_lines[:2])
    for wrong in (deducting, adding_nothing):
        assert found(made, wrong)
        assert found(played, wrong, hands=30)


def test_hands_are_added_is_broken_where_the_first_seat_gets_them() -> None:
    def first(rules: r5.Rules, state: r5.State) -> list[ScoreLine]:
        lines = [line for find in RULES.scoring.score_lines[2:] for line in find(rules, state)]
        return [attrs.evolve(line, seat=0) for line in lines]

    assert found(
        LAW["hands are added in made hands"], alter(RULES, score_lines=(*RULES.scoring.score_lines[:2], first))
    )


def test_others_are_asked_is_broken_where_the_hand_ends_at_once() -> None:
    assert found(LAW["others are asked"], alter(RULES, hand_emptied=goes_out))
    without = {**RULES.options, "add-opponents-hand.late-layoffs": False}
    assert found(LAW["others are asked"], attrs.evolve(RULES, options=without))


def test_others_are_asked_is_broken_where_nothing_may_be_laid_off() -> None:
    late = RULES.turn.phased["lay", "late"]
    refusal = r5.Refusal("score.late-layoffs", "never", "No.")
    mute = attrs.evolve(late, check=lambda *_: refusal, generate=lambda *_, **__: ())
    assert found(LAW["others are asked"], alter(RULES, phased={**RULES.turn.phased, ("lay", "late"): mute}))


def test_going_out_asks_the_others_is_broken_where_the_hand_ends_at_once() -> None:
    law = LAW["going out asks the others"]
    assert found(law, alter(RULES, hand_emptied=goes_out), hands=20)
    without = {**RULES.options, "add-opponents-hand.late-layoffs": False}
    assert found(law, attrs.evolve(RULES, options=without), hands=20)


def test_asked_one_by_one_is_broken_by_another_seat_another_who_is_out_and_no_end() -> None:
    law = LAW["asked one by one"]
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


def test_what_may_be_done_late_is_broken_by_what_is_missing_or_too_many() -> None:
    law = LAW["what may be done late"]
    state = r5.parse_position(LATE, rules=RULES).state
    spot = look_at(RULES, state, random.Random(0))
    law.check(spot)
    without_pass = tuple(action for action in spot.listed if action.verb != "pass")
    without_lay = tuple(action for action in spot.listed if action.verb != "lay")
    assert len(without_pass) == len(without_lay) == len(spot.listed) - 1
    own = r5.parse_action("1: lay 5c on m2", state)
    for listed in (without_pass, without_lay, (*spot.listed, own), (*spot.listed, r5.Action(1, "draw"))):
        with pytest.raises(LawBroken):
            law.check(Spot(RULES, state, listed, whole=True, seed=""))


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(RULES, laws=LAWS, hands=5).held
