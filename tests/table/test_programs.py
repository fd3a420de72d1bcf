"""Tests of the programs of a table: what they are asked, answers that come later, players of one's own."""

from __future__ import annotations

import random

import pytest

import rummy500 as r5
from rummy500.players import ExpertPlayer, RandomPlayer, player_named, player_names
from rummy500.table import (
    Asked,
    Table,
    advance,
    advancing,
    answer_program,
    ask_program,
    deal_hand,
    open_table,
    programs_are_next,
    table_from_json,
    table_to_json,
    waiting,
)

RULES = r5.compose("pagat", seats=3)
NAMES = ("Ann", "Bela", "Cleo")


def is_asked(table: Table | Asked) -> Asked:
    assert isinstance(table, Asked)
    return table


@pytest.fixture
def asked() -> tuple[Table, Asked]:
    """A table at which a program must draw, and what it is asked."""
    table = deal_hand(open_table(RULES, NAMES, programs={1: "random", 2: "random"}, dealer=0), random.Random(7))
    return table, is_asked(ask_program(table, random.Random(1)))


def test_a_program_is_asked_with_the_view_of_its_seat(asked: tuple[Table, Asked]) -> None:
    table, question = asked
    assert table.hand is not None
    assert (question.seat, question.player, question.decision, question.must_act) == (1, "random", table.decision, True)
    assert question.view == r5.observe(RULES, table.hand, 1)
    assert programs_are_next(table)
    assert waiting(table).kind == "programs"


def test_answers_that_come_one_by_one_play_the_game_of_advance() -> None:
    def fresh() -> Table:
        table = open_table(RULES, NAMES, programs=dict.fromkeys(range(3), "random"), dealer=2)
        return deal_hand(table, random.Random(7))

    slow, source = fresh(), random.Random(5)
    while slow.hand is not None:
        found: Table | Asked = ask_program(slow, source)
        while isinstance(found, Asked):
            player = player_named(found.player, source)
            action = player.choose(RULES, found.view, r5.legal_actions(RULES, found.view))
            found = answer_program(slow, found, action, source)
        slow = found
    assert slow == advance(fresh(), random.Random(5))


class Slow(RandomPlayer):
    """A player that no package has."""


def test_a_table_seats_a_player_of_your_own_by_name() -> None:
    table = open_table(RULES, NAMES, programs={1: "slow", 2: "random"}, dealer=0, players=["slow", *player_names()])
    table = deal_hand(table, random.Random(7))
    played = advance(table, random.Random(1), players={"slow": Slow})
    assert played.decision > table.decision
    saved = table_to_json(played)
    assert '"player":"slow"' in saved.replace(" ", "")
    assert table_from_json(saved, players=["slow", "random"]) == played


def test_advancing_is_advance_in_steps_between_which_a_host_does_other_work() -> None:
    table = open_table(RULES, NAMES, programs={1: "thinks", 2: "random"}, dealer=0, players=["thinks", "random"])
    table = deal_hand(table, random.Random(7))
    players = {"thinks": lambda source: ExpertPlayer(source, worlds=3)}
    steps = list(advancing(table, random.Random(1), players=players))
    assert steps[0] == table
    assert len(steps) > 10
    assert steps[-1] == advance(table, random.Random(1), players=players)
    quick = deal_hand(open_table(RULES, NAMES, programs={1: "hard", 2: "random"}, dealer=0), random.Random(7))
    assert len(list(advancing(quick, random.Random(1)))) == 1
