"""Tests of actions with meaningless numbers, which fuzzing found: they are refused like any others."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.base.records import replace

_OPENED = """
rules = { preset = "pagat", options = { "meld.first-minimum" = 15 } }
to_act = 0
hands = ["4h 5h 6h Ts Kd", "2c 3c"]
stock = "8d 9d"
pile = "4s 9h"
"""


def _refused(text: str, **changed: int) -> r5.Refusal:
    position = r5.parse_position(_OPENED)
    state = r5.apply(position.rules, position.state, r5.parse_action("0: draw", position.state))
    if text.startswith("0: take"):
        state = position.state
    action = replace(r5.parse_action(text, state), **changed)
    assert action not in r5.legal_actions(position.rules, state)
    with pytest.raises(r5.IllegalActionError) as caught:
        r5.apply(position.rules, state, action)
    assert caught.value.refusal == r5.why_not(position.rules, state, action)
    return caught.value.refusal


@pytest.mark.parametrize("on", [-2, -(2**40), 0, 65, 2**64])
@pytest.mark.parametrize("text", ["0: take 9h", "0: meld [4h 5h 6h]"])
def test_turn_phase_a_play_that_is_no_layoff_names_no_meld(text: str, on: int) -> None:
    assert _refused(text, on=on).rule == "turn.phase"


@pytest.mark.parametrize("card", [-(2**40), -14, 63, 2**64])
def test_turn_cards_a_card_that_does_not_exist_is_in_no_hand(card: int) -> None:
    refusal = _refused("0: discard Ts", card=card)
    assert refusal.rule == "turn.cards"
    assert "??" in refusal.sentence
