"""Tests of card points and of the score of a hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rules.tables import (
    PRESETS,
    Options,
    do,
    legal,
    over,
    pile,
    playing,
    position,
    presets_with,
    refused,
    scores,
    table,
)

import rummy500 as r5

#: Every natural rank with its points in hand by `score.values`.
IN_HAND = {
    "A": 15, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10,
}  # fmt: skip


@pytest.mark.parametrize("rank", IN_HAND)
@pytest.mark.parametrize("preset", presets_with("score.ace", "by-use"))
def test_score_values__in_hand(preset: str, rank: str) -> None:
    assert scores(table(preset, hands=[f"{rank}s", "3c"])) == (-IN_HAND[rank], -3)


def test_score_values__a_joker_is_15_in_hand_and_on_the_table() -> None:
    assert scores(table(hands=["* *", "3c"])) == (-30, -3)
    assert scores(table(hands=["4c", "3c"], melds=["0 {5h 5d *=5}", "1 [8d *=9d Td]"])) == (21, 30)


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("[Ad 2d 3d]", 6),
        ("[Qs Ks As]", 35),
        ("{Ah Ad As}", 45),
        ("[Ah *=2h *=3h]", 31),
        ("[Ah *=2h 3h]", 19),
        ("[*=Ah 2h 3h]", 20),
        ("[Qh Kh *=Ah]", 35),
        ("{Ah Ad *=A}", 45),
        ("[9h Th Jh]", 29),
        ("[2c 3c 4c 5c 6c 7c 8c 9c Tc]", 54),
        ("{Ks Kh Kd Kc}", 40),
    ],
)
def test_score_values__on_the_table_an_ace_by_its_use(meld: str, points: int) -> None:
    assert scores(table(hands=["4s", "3s"], melds=[f"0 {meld}"])) == (points - 4, -3)


@pytest.mark.parametrize(
    ("meld", "points"),
    [("{Ac Ad As}", 3), ("[Qs Ks As]", 21), ("[As 2s 3s]", 6), ("[Qs Ks *=As]", 35), ("{Ac Ad *=A}", 17)],
)
def test_score_ace_one__an_ace_is_always_1(meld: str, points: int) -> None:
    rest: dict[str, Any] = {"hands": ["Ah 4s", "4h"], "melds": [f"0 {meld}"]}
    assert scores(table("family", **rest)) == (points - 1 - 4, -4)
    assert scores(table("pagat", {"score.ace": "one"}, **rest)) == (points - 1 - 4, -4)


@pytest.mark.parametrize("preset", PRESETS)
def test_score_ace_one__is_familys_alone(preset: str) -> None:
    where = table(preset, hands=["Ah", "4h"])
    assert scores(where)[0] == (-1 if preset == "family" else -15)


def test_score_hand__example_of_002_is_42() -> None:
    melds = ["0 [Ah 2h 3h 4h]", "0 {7s 7d 7c}", "0 [9c *=Tc Jc Qc]"]
    where = table("north-american", hands=["5d 8d Qd Qs", "2s"], pile="2c", stock="2d", melds=melds)
    score = r5.score_hand(where.rules, where.state)
    assert score.by_seat == (42, -2)
    assert [(line.points, line.cards) for line in score.lines if line.seat == 0] == [
        (10, "Ah 2h 3h 4h"),
        (21, "7s 7d 7c"),
        (44, "9c *=Tc Jc Qc"),
        (-33, "Qs 5d 8d Qd"),
    ]


def test_score_hand__example_of_003_is_43() -> None:
    melds = ["0 [8s 9s Ts Js]", "0 {4s 4h 4d}", "1 {9h 9d 0:9c}"]
    where = table("classic", hands=["Kc 5c", "2s"], pile="2c", melds=melds)
    assert scores(where) == (58 - 15, 18 - 2)


def test_score_hand__example_of_001_is_minus_5() -> None:
    melds = ["0 {Kh Kd Ks Kc}", "0 {Qh Qd Qs}", "0 [4d 5d 6d]"]
    where = table(hands=["Ah As Jh Jd Js Jc Td Tc", "2s"], stock="2d", pile="2c", melds=melds)
    assert scores(where) == (-5, -2)


def test_score_hand__nine_ten_jack_is_29() -> None:
    where = do(playing("9d Td Jd", "classic", stock="Qc"), "1: meld [9d Td Jd]")
    assert scores(where) == (-10, 29)


def test_score_hand__lines_name_seat_points_rule_and_cards() -> None:
    where = table(hands=["4s", "3s"], melds=["0 [5h 6h 7h 1:8h]"])
    score = r5.score_hand(where.rules, where.state)
    lines = [(line.seat, line.points, line.rule, line.cards) for line in score.lines]
    assert lines == [
        (0, 18, "score.hand", "5h 6h 7h"),
        (0, -4, "score.hand", "4s"),
        (1, 8, "score.hand", "8h"),
        (1, -3, "score.hand", "3s"),
    ]
    assert score.by_side == score.by_seat == (14, 5)
    assert not score.final


def test_score_hand__is_final_when_the_hand_is_over() -> None:
    where = do(playing("9s"), "1: discard 9s")
    assert r5.score_hand(where.rules, where.state).final


@pytest.mark.parametrize("preset", PRESETS)
def test_score_no_bonus__going_out_earns_nothing(preset: str) -> None:
    where = do(playing("9s", preset), "1: discard 9s")
    assert scores(where) == (-10, 0)
    assert where.state.public.out == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_score_no_late_melds__meldable_cards_count_against_you(preset: str) -> None:
    where = do(
        playing("9s", preset, hands=["Jh Jd Jc 7h", "9s"], melds=["1 [4h 5h 6h]"], stock="Qc 2d", pile="Qd"),
        "1: discard 9s",
    )
    assert over(where)
    assert legal(where) == set()
    assert refused(where, "0: meld {Jh Jd Jc}") != ""
    assert refused(where, "0: lay 7h on m1") != ""
    assert scores(where) == (-37, 15)


# The other worked examples


def test_example_of_000__a_layoff_on_anothers_run_and_the_nine_that_fits_two_melds() -> None:
    start = position("""
        rules = { preset = "pagat" }
        to_act = 1
        phase = "play"
        hands = ["Jc", "8h 2c Kd", "9h 3c Ks", "Th 4c"]
        stock = "Qd Qs Qh"
        pile = "5c"
        melds = ["0 [5h 6h 7h]", "2 {9s 9d 9c}"]
    """)
    laid = do(start, "1: lay 8h on m1", "1: discard 2c", "2: draw")
    on_run = do(laid, "2: lay 9h on m1", "2: discard 3c", "3: draw")
    assert "3: lay Th on m1" in legal(on_run)
    on_group = do(laid, "2: lay 9h on m2", "2: discard 3c", "3: draw")
    assert "3: lay Th on m1" not in legal(on_group)


def test_example_of_000__drawing() -> None:
    where = table(hands=["Jc", "4c 2h Kd"], pile="Qc 2c 4h 9d 4s 7d", stock="8s Jh")
    assert legal(where, "take") == {"1: take 7d", "1: take 4h with {4s 4h 4c}"}
    after = do(where, "1: take 4h with {4s 4h 4c}", "1: discard 2h")
    assert pile(after) == "Qc 2c 2h"
    assert melded(after) == 12


def melded(where: r5.Position) -> int:
    """Return the points of seat 1 on the table."""
    lines = r5.score_hand(where.rules, where.state).lines
    return sum(line.points for line in lines if line.seat == 1 and line.points > 0)


@pytest.mark.parametrize(("options", "points"), [({}, (10 + 10 + 15) - 4), ({"score.ace": "one"}, (10 + 10 + 1) - 4)])
def test_score_values__an_option_changes_what_an_ace_counts(options: Options, points: int) -> None:
    assert scores(table(options=options, hands=["4s", "3s"], melds=["0 [Qs Ks As]"]))[0] == points
