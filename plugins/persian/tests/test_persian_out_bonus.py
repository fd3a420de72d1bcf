"""Tests of `persian.out-bonus`: 25 points for the side that goes out, for nobody if the stock ends the hand."""

from __future__ import annotations

import pytest

import rummy500 as r5

HEAD = 'rules = { preset = "classic", plugins = ["persian"] }\nto_act = 1\npile = "3s 5h"\n'


def bonus(position: str, action: str) -> tuple[list[int], tuple[int, ...]]:
    """Return who has the 25, and the scores of the sides, after the action that ends the hand."""
    where = r5.parse_position(HEAD + position)
    over = r5.apply(where.rules, where.state, r5.parse_action(action, where.state))
    assert r5.is_over(over)
    score = r5.score_hand(where.rules, over)
    lines = [line for line in score.lines if line.rule == "persian.out-bonus"]
    assert all(line.points == 25 for line in lines)
    return [line.seat for line in lines], score.by_side


@pytest.mark.parametrize(
    ("hand", "action", "sides"),
    [("9s", "1: discard 9s", (-21, 21)), ("9s 9h 9d", "1: meld {9s 9h 9d}", (-21, 48))],
)
def test_persian_out_bonus_by_a_discard_and_by_melding_out(hand: str, action: str, sides: tuple[int, int]) -> None:
    drawn = f'phase = "play"\nstock = "Td"\nhands = ["Kc 8c", "{hand}", "3c", "4c"]\ndrawn = ["9s"]'
    assert bonus(drawn, action) == ([1], sides)


def test_persian_out_bonus_for_nobody_where_the_stock_ends_the_hand() -> None:
    assert bonus('hands = ["Kc 8c", "9s", "3c", "4c"]\nstock = ""', "1: pass") == ([], (-21, -13))


def test_persian_out_bonus_is_no_line_while_the_hand_goes_on() -> None:
    where = r5.parse_position(HEAD + 'hands = ["Kc 8c", "9s", "3c", "4c"]\nstock = "Td"')
    assert not any(line.rule == "persian.out-bonus" for line in r5.score_hand(where.rules, where.state).lines)
