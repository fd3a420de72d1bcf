"""Tests of the law of the opening minimum, for every action that ends a turn or a hand."""

from __future__ import annotations

import attrs
import pytest
from tests.hooks.samples import ends, plugin

import rummy500 as r5
from rummy500.hooks import Action, Move, Rules, State, hand_ended
from rummy500_testing import LawBroken, Step
from rummy500_testing.laws.turns import the_opening_minimum_is_reached

LAW = the_opening_minimum_is_reached


def knocks() -> Move:
    """Make a move `knock`, which ends the hand."""

    def effect(rules: Rules, state: State, action: Action) -> State:
        return hand_ended(state, "knock")

    return attrs.evolve(ends(), verb="knock", ends="", label="Knock", effect=effect)


RULES = r5.compose(
    "pagat",
    [plugin("knock", moves=lambda: (knocks(), attrs.evolve(ends(), ends="")))],
    {"meld.first-minimum": 15, "call": "none"},
    seats=2,
)
HANDS = '["Kc", "2h 3h 4h 5s 5d 5c Kd 9s"]'


def asked(*texts: str, rules: Rules = RULES, melds: str = "[]", stock: str = "8c Jd") -> bool:
    """Do actions one after another; return whether the law checked the last step.

    Raises:
        LawBroken: if the last step breaks the law.
    """
    position = f'to_act = 1\nphase = "play"\nhands = {HANDS}\nstock = "{stock}"\npile = "3d"\nmelds = {melds}\n'
    state = r5.parse_position(position, rules=rules).state
    checked = False
    for number, text in enumerate(texts, 1):
        action = r5.parse_action(text, state, rules=rules)
        after = r5.apply(rules, state, action)
        if number == len(texts):
            checked = LAW.check(Step(rules, state, action, after, ""))
        state = after
    return checked


@pytest.mark.parametrize("ending", ["1: knock", "1: end"])
@pytest.mark.parametrize("stock", ["8c Jd", ""])
def test_nine_points_of_fifteen_are_too_few_for_any_move_that_ends_hand_or_turn(ending: str, stock: str) -> None:
    with pytest.raises(LawBroken, match="the first melds bring 9 points, and 15 are due"):
        asked("1: meld [2h 3h 4h]", ending, stock=stock)


@pytest.mark.parametrize("ending", ["1: knock", "1: end"])
def test_who_has_begun_nothing_owes_nothing(ending: str) -> None:
    assert asked(ending)


def test_within_a_turn_nothing_is_owed_yet() -> None:
    assert asked("1: meld [2h 3h 4h]")


def test_the_law_is_skipped_where_others_may_act_within_a_turn() -> None:
    others = attrs.evolve(ends(), verb="wait", whose="others")
    rules = r5.compose("pagat", [plugin("wait", moves=lambda: (knocks(), others))], {"meld.first-minimum": 15}, seats=2)
    assert not asked("1: meld [2h 3h 4h]", "1: knock", rules=rules)
