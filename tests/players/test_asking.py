"""Tests of the reading of whose decision it is: claims first, the seat on turn last, its action waits."""

from __future__ import annotations

import pytest
from tests.laws.kit.cookbook import passed

import rummy500 as r5
from rummy500.players import PlayerError
from rummy500.players.drive import Question, answer, first_question

#: Seat 0 has discarded the 9s; seats 1, on turn, and 2 may each call it on their neighbour's group.
OPEN = r5.parse_position("""
rules = { preset = "pagat" }
phase = "draw"
to_act = 1
last = 0
hands = ["Ac 2c", "3c 4c", "5c 6c"]
melds = ["0 {9h 9d 9c}"]
pile = "Kd 9s"
stock = "7c 8c"
""")


def act(text: str) -> r5.Action:
    return r5.parse_action(text, OPEN.state)


def asked(question: Question, action: r5.Action | None) -> Question | r5.Action:
    return answer(OPEN.rules, OPEN.state, question, action)


def test_claims_are_asked_first_and_the_seat_on_turn_last() -> None:
    question = first_question(OPEN.rules, OPEN.state)
    assert question == Question((1, 2, 1))
    after = asked(question, None)
    assert after == Question((2, 1))
    assert isinstance(after, Question)
    assert asked(after, None) == Question((1,))


def test_an_action_of_the_seat_on_turn_waits_for_the_others() -> None:
    draw = act("1: draw")
    kept = asked(first_question(OPEN.rules, OPEN.state), draw)
    assert kept == Question((2, 1), draw)
    assert isinstance(kept, Question)
    assert asked(kept, None) == draw
    assert asked(kept, act("2: call 9s on m1")) == act("2: call 9s on m1")


def test_the_seat_on_turn_must_act() -> None:
    with pytest.raises(PlayerError, match="seat 1 does not act on its turn"):
        asked(Question((1,)), None)


def test_nobody_is_asked_while_chance_is_due() -> None:
    due = r5.parse_position(
        'phase = "reshuffle"\nto_act = 0\nhands = ["2c 3c", "9h 9s"]\npile = "4d 5d 6d 7d"\n'
        'rules = { preset = "pagat", options = { "stock.empty" = "reshuffle" } }'
    )
    with pytest.raises(ValueError, match="nobody can act"):
        first_question(due.rules, due.state)


def test_in_a_round_in_any_order_the_first_action_decides() -> None:
    rules = r5.compose("pagat", passed(["pass-two"]), seats=3)
    hand = r5.deal(rules, seed=7)
    question = first_question(rules, hand)
    assert question == Question((1, 2, 0))
    give = r5.legal_actions(rules, hand, seat=1)[0]
    assert answer(rules, hand, question, give) == give
