"""Tests of `apply`, which checks every action except those that have just been listed."""

from __future__ import annotations

import pytest
from tests.rules.tables import playing

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.cards.cards import add

HERE = playing("4h 5h 6h 7h 9s 9d 9c 2c", "classic")


def test_apply__the_same_object_is_refused_in_a_state_in_which_it_is_not_legal() -> None:
    rules, state = HERE.rules, HERE.state
    discard = next(action for action in list(r5.legal_actions(rules, state)) if action.verb == "discard")
    after = r5.apply(rules, state, discard)
    with pytest.raises(r5.IllegalActionError):
        r5.apply(rules, after, discard)


def test_apply__a_list_made_under_other_rules_counts_for_nothing() -> None:
    rules = r5.compose("classic", options={"out.discard": "required"}, seats=2)
    last = playing("4h 5h 6h", "classic")
    meld = next(iter(list(r5.legal_actions(last.rules, last.state))))
    strict = playing("4h 5h 6h", "classic", {"out.discard": "required"})
    with pytest.raises(r5.IllegalActionError):
        r5.apply(rules, strict.state, meld)


def test_apply__a_list_of_a_view_with_another_hand_counts_for_nothing() -> None:
    rules, state = HERE.rules, HERE.state
    view = r5.observe(rules, state, state.public.to_act)
    jack = r5.parse_card("Jd")
    view = replace(view, hand=add(view.hand, jack))
    discard = next(action for action in list(r5.legal_actions(rules, view)) if action.card == jack)
    with pytest.raises(r5.IllegalActionError):
        r5.apply(rules, state, discard)
