"""Tests of the programs of a table: what they are asked, answers that come later, players of one's own."""

from __future__ import annotations

import random

import pytest

import rummy500 as r5
from rummy500.players import PlayerError, RandomPlayer, SearchPlayer, player_named, player_names
from rummy500.table import (
    Asked,
    Table,
    TableError,
    advance,
    advancing,
    answer_program,
    ask_program,
    deal_hand,
    open_table,
    programs_are_next,
    replace_seat,
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


def test_a_late_answer_is_refused(asked: tuple[Table, Asked]) -> None:
    table, question = asked
    draw = r5.parse_action("1: draw", rules=RULES)
    after = answer_program(table, question, draw, random.Random(1))
    assert isinstance(after, Table)
    with pytest.raises(TableError, match=r"^Seat 1 was first\.$"):
        answer_program(after, question, draw, random.Random(1))
    with pytest.raises(TableError, match=r"^Somebody else plays seat 1 now\.$"):
        answer_program(replace_seat(table, 1, "Dana"), question, draw, random.Random(1))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (None, "the player of seat 1 does not act on its turn"),
        ("2: draw", "the player of seat 1 acts for seat 2"),
        ("1: discard 2c", "the player of seat 1 returned an illegal action: "),
    ],
)
def test_a_wrong_answer_names_its_seat(asked: tuple[Table, Asked], text: str | None, error: str) -> None:
    table, question = asked
    action = None if text is None else r5.parse_action(text, rules=RULES)
    with pytest.raises(PlayerError, match=error) as raised:
        answer_program(table, question, action, random.Random(1))
    assert raised.value.seat in (1, 2)


class Slow(RandomPlayer):
    """A player that no package has."""


def test_a_table_seats_a_player_of_your_own_by_name() -> None:
    table = open_table(RULES, NAMES, programs={1: "slow", 2: "random"}, dealer=0, players=["slow", *player_names()])
    table = deal_hand(table, random.Random(7))
    with pytest.raises(
        PlayerError, match=r"^the player of seat 1 cannot play: there is no player 'slow' here; "
    ) as raised:
        advance(table, random.Random(1))
    assert raised.value.seat == 1
    played = advance(table, random.Random(1), players={"slow": Slow})
    assert played.decision > table.decision
    saved = table_to_json(played)
    assert '"player":"slow"' in saved.replace(" ", "")
    with pytest.raises(r5.NotationError, match=r"There is no player 'slow'; known are person, default, "):
        table_from_json(saved)
    assert table_from_json(saved, players=["slow", "random"]) == played


def test_a_host_names_the_players_that_strangers_may_choose() -> None:
    with pytest.raises(TableError, match=r"^There is no player 'random'; known are person, default, medium\.$"):
        open_table(RULES, NAMES, programs={1: "random"}, players=["medium"])
    table = open_table(RULES, NAMES)
    with pytest.raises(TableError, match=r"^There is no player 'random'; known are person, default, medium\.$"):
        replace_seat(table, 1, "Bot", "random", players=["medium"])
    with pytest.raises(TypeError, match=r"^players must be a list of names, not 'medium'$"):
        open_table(RULES, NAMES, programs={1: "random"}, players="medium")


def test_advancing_is_advance_in_steps_between_which_a_host_does_other_work() -> None:
    table = open_table(RULES, NAMES, programs={1: "thinks", 2: "random"}, dealer=0, players=["thinks", "random"])
    table = deal_hand(table, random.Random(7))
    players = {"thinks": lambda source: SearchPlayer(source, worlds=3)}
    steps = list(advancing(table, random.Random(1), players=players))
    assert steps[0] == table
    assert len(steps) > 10
    assert steps[-1] == advance(table, random.Random(1), players=players)
    quick = deal_hand(open_table(RULES, NAMES, programs={1: "hard", 2: "random"}, dealer=0), random.Random(7))
    assert len(list(advancing(quick, random.Random(1)))) == 1
