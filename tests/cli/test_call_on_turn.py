"""Tests that a person at the screen who is on turn is asked for a call before a program makes one."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

import rummy500 as r5
from rummy500.players import Player, player_named
from rummy500.table import PERSON, Table, open_table
from rummy500_terminal.game import Asked, Game

#: The 9h was discarded by seat 0; seats 1, on turn, and 2 may call it.
CALLABLE = """
rules = { preset = "pagat" }
phase = "draw"
to_act = 1
last = 0
hands = ["Kd 4c", "2c 3c 7d", "8c Jd 5s"]
melds = ["1 {9s 9d 9c}"]
pile = "Qh 9h"
stock = "7c 8d Jh Qs"
"""
CALL = "call 9h on m1"


def table(programs: Mapping[int, str], text: str = CALLABLE) -> Table:
    position = r5.parse_position(text)
    return open_table(position.rules, ["Ann", "You", "Zoe"], programs=programs, position=position)


def asked_of(game: Game) -> Asked:
    asked = game.asked()
    assert asked is not None
    return asked


def answered(game: Game, text: str) -> list[str]:
    """Let the person answer; return the actions until they are asked again."""
    asked = asked_of(game)
    before = len(game.table.moments)
    game.answer(asked, r5.parse_action(f"{asked.seat}: {text}", asked.view) if text else None)
    game.asked()
    return [r5.action_text(moment.action, moment.before) for moment in game.table.moments[before:]]


@pytest.mark.parametrize(
    ("text", "first"),
    [(CALL, f"1: {CALL}"), ("draw", f"2: {CALL}"), ("", f"2: {CALL}")],
    ids=["call", "draw", "let go"],
)
@pytest.mark.parametrize("player", [None, player_named("medium", random.Random(1))], ids=["of the table", "given"])
def test_call_race__a_person_on_turn_is_asked_before_a_program_calls(
    text: str, first: str, player: Player | None
) -> None:
    programs = {0: "medium", 2: "medium" if player is None else PERSON}
    game = Game(table(programs), {} if player is None else {2: player}, random.Random(1))
    asked = asked_of(game)
    assert (asked.seat, asked.is_claim) == (1, True)
    assert {"draw", "call"} <= {each.verb for each in asked.legal}
    assert answered(game, text)[0] == first
