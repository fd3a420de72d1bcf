"""Tests of the score of a view: what a seat can be sure of, and the seats that may have other lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.hooks.samples import plugin
from tests.rules.tables import do, playing, table

import rummy500 as r5
from rummy500.hooks import StateOrView, Unsettled, size

MELDED = table(
    hands=["Jc 2c", "Tc Td", "Ah"],
    melds=["0 [4h 5h 6h 2:7h 1:8h]", "1 {9s 9h 0:9d}"],
)


def seen(where: r5.Position, seat: int | None) -> r5.HandScore:
    return r5.score_hand(where.rules, r5.observe(where.rules, where.state, seat))


def test_a_seat_counts_the_table_and_its_own_hand() -> None:
    score = seen(MELDED, 1)
    assert score.by_seat == (15 + 9, 8 + 18 - 20, 7)
    assert score.partial == (0, 2)
    assert not score.final
    assert set(score.lines) < set(r5.score_hand(MELDED.rules, MELDED.state).lines)


def test_a_hand_that_all_saw_is_counted() -> None:
    where = table(hands=["Jc 2c", "Td", "Ah"], known=["", "Td", "Ah"])
    assert seen(where, 0).by_seat == (-12, -10, -15)
    assert seen(where, 0).partial == ()
    assert seen(where, 1).by_seat == (0, -10, -15)
    assert seen(where, 1).partial == (0,)


def test_the_view_of_a_loser_has_the_whole_score_of_two() -> None:
    where = do(playing("Td", options={"out.discard": "optional"}), "1: discard Td")
    assert seen(where, 0) == r5.score_hand(where.rules, where.state)
    assert seen(where, 0).final
    assert seen(where, 1).partial == (0,)


def long_hands(rules: r5.Rules, sight: StateOrView) -> Iterator[r5.ScoreLine | Unsettled]:
    """Give a point for each hand of two or more cards."""
    for seat in range(rules.seats):
        hand = sight.hand_of(seat)
        if hand is None:
            yield Unsettled(seat)
        elif size(hand) > 1:
            yield r5.ScoreLine(seat, 1, "long.hand", "line", "a long hand")


@pytest.mark.parametrize(("seat", "long", "partial"), [(0, [0], (1, 2)), (1, [1], (0, 2)), (None, [], (0, 1, 2))])
def test_a_plugin_says_which_lines_hidden_cards_decide(
    seat: int | None, long: list[int], partial: tuple[int, ...]
) -> None:
    rules = r5.compose("classic", [plugin("long", score_lines=lambda: long_hands)], seats=3)
    state = r5.parse_position('hands = ["2c 3c", "3d 4d", "4h"]', rules=rules).state
    score = r5.score_hand(rules, r5.observe(rules, state, seat))
    assert [line.seat for line in score.lines if line.rule == "long.hand"] == long
    assert score.partial == partial
