"""Tests of `apply`: it checks every action except those that have just been listed."""

from __future__ import annotations

import random

import pytest
from tests.rules.tables import playing

import rummy500 as r5
from rummy500.actions import Action
from rummy500.cards.cards import add
from rummy500.engine import step
from rummy500.engine.step import why_not
from rummy500.errors import Refusal
from rummy500.records import replace
from rummy500.rules.rules import Rules, alter
from rummy500.state import State, View

HERE = playing("4h 5h 6h 7h 9s 9d 9c 2c", "classic")


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """Record the actions that are checked."""
    asked: list[Action] = []

    def ask(rules: Rules, state: State | View, action: Action) -> Refusal | None:
        asked.append(action)
        return why_not(rules, state, action)

    monkeypatch.setattr(step, "why_not", ask)
    return asked


@pytest.mark.interpreted
def test_apply__an_action_that_has_just_been_listed_is_not_checked_again(checked: list[Action]) -> None:
    rules, state = HERE.rules, HERE.state
    for action in list(r5.legal_actions(rules, state)):
        r5.apply(rules, state, action)
    assert checked == []


@pytest.mark.interpreted
def test_apply__an_equal_action_is_checked(checked: list[Action]) -> None:
    rules, state = HERE.rules, HERE.state
    listed = next(iter(list(r5.legal_actions(rules, state))))
    other = Action(listed.seat, listed.verb, listed.card, listed.depth, listed.use, listed.pieces, listed.on)
    assert r5.apply(rules, state, other) == r5.apply(rules, state, listed)
    assert checked == [other]


@pytest.mark.interpreted
def test_apply__the_same_object_is_refused_in_a_state_in_which_it_is_not_legal(checked: list[Action]) -> None:
    rules, state = HERE.rules, HERE.state
    discard = next(action for action in list(r5.legal_actions(rules, state)) if action.verb == "discard")
    after = r5.apply(rules, state, discard)
    with pytest.raises(r5.IllegalActionError):
        r5.apply(rules, after, discard)
    assert checked == [discard]


@pytest.mark.interpreted
def test_apply__a_list_made_under_other_rules_counts_for_nothing(checked: list[Action]) -> None:
    rules, state = HERE.rules, HERE.state
    with_discard = alter(rules, melding_goes_out=False)
    action = next(iter(list(r5.legal_actions(rules, state))))
    r5.apply(with_discard, state, action)
    assert checked == [action]


@pytest.mark.interpreted
@pytest.mark.parametrize("preset", ["classic", "pagat"])
def test_apply__an_action_listed_from_a_view_of_the_state_is_not_checked_again(
    preset: str, checked: list[Action]
) -> None:
    rules = r5.compose(preset, seats=3)
    state, random_source = r5.deal(rules, seed=5), random.Random(5)
    decisions = 0
    while not r5.is_over(state):
        seat = r5.ask_order(rules, state)[-1]
        actions = list(r5.legal_actions(rules, r5.observe(rules, state, seat)))
        state = r5.apply(rules, state, random_source.choice(actions))
        decisions += 1
    assert decisions > 40
    assert checked == []


def test_apply__a_list_of_a_view_with_another_hand_counts_for_nothing() -> None:
    rules, state = HERE.rules, HERE.state
    view = r5.observe(rules, state, state.public.to_act)
    jack = r5.parse_card("Jd")
    view = replace(view, hand=add(view.hand, jack))
    discard = next(action for action in list(r5.legal_actions(rules, view)) if action.card == jack)
    with pytest.raises(r5.IllegalActionError):
        r5.apply(rules, state, discard)
