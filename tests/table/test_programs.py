"""Tests of the programs of a table: what they are asked, answers that come later, players of one's own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import pytest

import rummy500 as r5
from rummy500.players import ExpertPlayer, RandomPlayer, player_named, player_names
from rummy500.players.registry import PlayerMaker
from rummy500.table import (
    Asked,
    Table,
    advance,
    answer_program,
    ask_program,
    deal_hand,
    open_table,
    program_moves,
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


class Hand:
    """A clock that players and hosts move on."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def moments(
    table: Table, clock: Hand, pace: float, maker: PlayerMaker, *, busy: float = 0
) -> list[tuple[float, Table]]:
    """The tables that a host shows, each with its time; after each the host is busy for a while."""
    found: list[tuple[float, Table]] = []
    for wait, after in program_moves(table, random.Random(1), pace=pace, clock=clock, players={"mine": maker}):
        clock.now += wait
        found.append((clock.now - 100, after))
        clock.now += busy
    return found


@pytest.fixture
def mine() -> Table:
    """A table at which a program of your own plays, and then a person."""
    table = open_table(RULES, NAMES, programs={1: "mine"}, dealer=0, players=["mine"])
    return deal_hand(table, random.Random(7))


def test_each_move_of_a_program_comes_one_pace_after_the_one_before(mine: Table) -> None:
    shown = moments(mine, Hand(), 2, RandomPlayer, busy=0.25)
    assert [at for at, _ in shown] == [2 * (number + 1) for number in range(len(shown))]
    assert [len(table.moments) for _, table in shown] == [number + 1 for number in range(len(shown))]
    assert shown[-1][1] == advance(mine, random.Random(1), players={"mine": RandomPlayer})


def test_a_move_that_is_late_waits_for_the_next_pace(mine: Table) -> None:
    clock = Hand()

    class Late(RandomPlayer):
        def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
            clock.now += 5 if view.public.phase == "draw" else 1
            return super().choose(rules, view, legal)

    assert [at for at, _ in moments(mine, clock, 2, Late)][:2] == [6, 8]
    clock.now = 100
    assert [at for at, _ in moments(mine, clock, 0, Late)][:2] == [5, 6]


def test_a_program_that_searches_plays_its_best_answer_when_its_moment_has_come(mine: Table) -> None:
    clock, steps = Hand(), list[int]()

    class Endless(RandomPlayer):
        def thoughts(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> Iterator[r5.Action | None]:
            for step in count():
                steps.append(step)
                clock.now += 0.125
                yield legal[step % 2]

    seconds, table = next(each for each in moments(mine, clock, 2, Endless) if each[1] is not mine)
    assert seconds == 2
    assert 8 < max(steps) < 16
    assert mine.hand is not None
    action = r5.legal_actions(RULES, mine.hand, seat=1)[max(steps) % 2]
    assert (table.moments[-1].action.verb, table.moments[-1].action.card) == (action.verb, action.card)


def test_while_a_program_searches_a_host_does_other_work() -> None:
    table = open_table(RULES, NAMES, programs={1: "thinks", 2: "random"}, dealer=0, players=["thinks", "random"])
    table = deal_hand(table, random.Random(7))
    players = {"thinks": lambda source: ExpertPlayer(source, worlds=3)}
    steps = list(program_moves(table, random.Random(1), pace=0, clock=lambda: 0, players=players))
    assert steps[0][1] is table
    assert len(steps) > 10
    assert steps[-1][1] == advance(table, random.Random(1), players=players)
