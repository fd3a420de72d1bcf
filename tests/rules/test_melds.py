"""Tests of new melds. Lay-offs are in `test_layoffs.py`, the opening in `test_first_minimum.py`."""

from __future__ import annotations

import pytest
from tests.rules.tables import PRESETS, Options, do, legal, melds, playing, presets_with, refused, scores

import rummy500 as r5

TWO: Options = {"deck.packs": 2}
ANY_TWO: Options = {"deck.packs": 2, "meld.group-suits": "any"}


@pytest.mark.parametrize("meld", ["[4h 5h]", "{9s 9h}", "[4h]", "{9s *=9}", "[4h *=5h]"])
@pytest.mark.parametrize("preset", presets_with("deck.jokers", 2))
def test_meld_size__three_cards_or_more(preset: str, meld: str) -> None:
    assert refused(playing("4h 5h 9s 9h * 2c", preset), f"1: meld {meld}") == "meld.size"


@pytest.mark.parametrize("preset", PRESETS)
def test_meld_group__three_or_four_of_one_rank(preset: str) -> None:
    where = playing("9s 9h 9d 9c 8c 2c", preset)
    assert refused(where, "1: meld {9s 9h 9d}") == ""
    assert refused(where, "1: meld {9s 9h 9d 9c}") == ""
    assert refused(where, "1: meld {9s 9h 8c}") == "meld.group"
    assert melds(do(where, "1: meld {9c 9s 9h}")) == ["1 {9s 9h 9c}"]


@pytest.mark.parametrize(("preset", "rule"), [("pagat", "meld.group-suits"), ("north-american", "")])
def test_meld_group_suits__different_even_with_two_packs_or_any(preset: str, rule: str) -> None:
    where = playing("9s 9s 9h 2c", preset, TWO)
    assert refused(where, "1: meld {9s 9s 9h}") == rule
    assert refused(playing("9s 9h 9d 2c", preset, TWO), "1: meld {9s 9h 9d}") == ""


@pytest.mark.parametrize(
    ("preset", "value"), {"pagat": "different", "north-american": "any", "classic": "any", "family": "any"}.items()
)
def test_meld_group_suits__as_each_preset_has_it(preset: str, value: str) -> None:
    assert playing("9s", preset).rules.options["meld.group-suits"] == value


def test_meld_group_suits__jokers_have_no_suit() -> None:
    where = playing("9s 9h * * 2c")
    assert refused(where, "1: meld {9s 9h *=9 *=9}") == ""


@pytest.mark.parametrize(
    ("options", "meld", "rule"),
    [
        ({"meld.group-max": 4}, "{9s 9s 9h 9h}", ""),
        ({"meld.group-max": 4}, "{9s 9s 9h 9h 9d}", "meld.group-max"),
        ({"meld.group-max": 0}, "{9s 9s 9h 9h 9d}", ""),
        ({"meld.group-max": 0}, "{9s 9s 9h 9h 9d 9d 9c 9c}", ""),
        ({"meld.group-max": 6}, "{9s 9s 9h 9h 9d *=9}", ""),
        ({"meld.group-max": 6}, "{9s 9s 9h 9h 9d 9d *=9}", "meld.group-max"),
        ({"meld.group-max": 3}, "{9s 9s 9h 9h}", "meld.group-max"),
    ],
)
def test_meld_group_max__four_or_another_number_or_all_there_are(options: Options, meld: str, rule: str) -> None:
    where = playing("9s 9s 9h 9h 9d 9d 9c 9c * 2c", options={**ANY_TWO, **options})
    assert refused(where, f"1: meld {meld}") == rule


def test_meld_group_max__eight_with_two_packs_jokers_count() -> None:
    options: Options = {**ANY_TWO, "meld.group-max": 0}
    where = playing("9s 9s 9h 9h 9d 9d * * 2c", options=options)
    assert refused(where, "1: meld {9s 9s 9h 9h 9d 9d *=9 *=9}") == ""
    where = playing("* 2c", options=options, melds=["0 {9s 9s 9h 9h 9d 9d 9c *=9}"])
    assert refused(where, "1: lay *=9 on m1") == "meld.joker-role"


def test_meld_run__consecutive_cards_of_one_suit() -> None:
    where = playing("4h 5h 6h 7h 9h 6s 2c")
    assert refused(where, "1: meld [4h 5h 6h]") == ""
    assert refused(where, "1: meld [4h 5h 6h 7h]") == ""
    assert refused(where, "1: meld [5h 6h 7h]") == ""
    assert refused(where, "1: meld [6h 7h 9h]") == "meld.run"
    assert refused(where, "1: meld [4h 5h 6s]") == "meld.run"
    assert melds(do(where, "1: meld [7h 5h 6h]")) == ["1 [5h 6h 7h]"]


def test_meld_run__no_card_occurs_twice() -> None:
    assert refused(playing("4h 5h 5h 6h 2c", options=TWO), "1: meld [4h 5h 5h 6h]") == "meld.run"
    assert refused(playing("4h 5h 6h * 2c"), "1: meld [4h 5h *=5h 6h]") == "meld.run"


@pytest.mark.parametrize("least", [4, 5, 7])
def test_meld_run_min__some_play_four(least: int) -> None:
    where = playing("3h 4h 5h 6h 7h 8h 9h 2c", options={"meld.run-min": least})
    every = ["3h", "4h", "5h", "6h", "7h", "8h", "9h"]
    assert refused(where, f"1: meld [{' '.join(every[: least - 1])}]") == "meld.run-min"
    assert refused(where, f"1: meld [{' '.join(every[:least])}]") == ""


def test_meld_run_min__groups_still_have_three() -> None:
    assert refused(playing("9s 9h 9d 2c", options={"meld.run-min": 5}), "1: meld {9s 9h 9d}") == ""


@pytest.mark.parametrize(
    ("option", "low", "high"), [("both", "", ""), ("high", "meld.ace", ""), ("low", "", "meld.ace")]
)
def test_meld_ace__low_before_the_two_or_high_after_the_king(option: str, low: str, high: str) -> None:
    where = playing("Ah 2h 3h Qh Kh 2c", options={"meld.ace": option})
    assert refused(where, "1: meld [Ah 2h 3h]") == low
    assert refused(where, "1: meld [Qh Kh Ah]") == high
    where = playing("Ah As 2c", options={"meld.ace": option}, melds=["0 [2h 3h 4h]", "0 [Js Qs Ks]"])
    assert refused(where, "1: lay Ah on m1") == low
    assert refused(where, "1: lay As on m2") == high


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("meld", ["[Kh Ah 2h]", "[Qh Kh Ah 2h]", "[Kh Ah 2h 3h]"])
def test_meld_ace__never_round_the_corner(preset: str, meld: str) -> None:
    assert refused(playing("Ah 2h 3h Qh Kh 2c", preset), f"1: meld {meld}") == "meld.ace"


def test_meld_ace__never_both_ends_of_one_run() -> None:
    where = playing("2h Ks 2c", melds=["0 [As 2s 3s]", "0 [Jh Qh Kh Ah]"])
    assert legal(where, "lay") == set()
    assert refused(where, "1: lay 2h on m2") == "meld.ace"
    assert refused(where, "1: lay Ks on m1") == "meld.ace"


def test_meld_ace__of_all_thirteen_it_is_low_and_the_run_cannot_grow() -> None:
    hand = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks 2c"
    where = do(playing(hand), "1: meld [As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]")
    assert scores(where)[1] == 1 + sum(range(2, 11)) + 30 - 2
    grown = playing("As 2c", options=TWO, melds=["0 [As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]"])
    assert legal(grown, "lay") == set()
    assert refused(grown, "1: lay As on m1") == "meld.ace"


def test_meld_ace__of_all_thirteen_with_a_joker_among_them_it_is_low_too() -> None:
    hand = "As 2s 3s 4s 5s 6s * 8s 9s Ts Js Qs Ks 2c"
    where = do(playing(hand), "1: meld [As 2s 3s 4s 5s 6s *=7s 8s 9s Ts Js Qs Ks]")
    assert scores(where)[1] == 1 + sum(range(2, 11)) - 7 + 15 + 30 - 2


def test_meld_ace__an_ace_that_fits_both_ends_of_two_to_king_counts_low() -> None:
    where = playing("As 2c", melds=["0 [2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]"])
    after = do(where, "1: lay As on m1")
    assert scores(after)[1] == 1 - 2


def test_meld_joker__stands_for_any_card_even_one_on_the_table() -> None:
    where = playing("5h 6h * 2c")
    assert refused(where, "1: meld [5h 6h *=7h]") == ""
    taken = playing("5h 6h * 2c", melds=["0 [7h 8h 9h]"])
    assert refused(taken, "1: meld [5h 6h *=7h]") == ""
    assert refused(taken, "1: meld [*=4h 5h 6h]") == ""


def test_meld_joker__no_other_card_is_wild() -> None:
    where = playing("5h 6h 2s 9h 9s 2c")
    assert refused(where, "1: meld [5h 6h 2s=7h]") == "meld.joker"
    assert refused(where, "1: meld {9s 9h 2c=9}") == "meld.joker"


def test_meld_joker_role__a_joker_in_a_run_keeps_its_role() -> None:
    where = playing("Th 6h 9h 2c", melds=["0 [7h 8h *=9h]"])
    assert legal(where, "lay") == {"1: lay Th on m1", "1: lay 6h on m1"}
    assert refused(where, "1: lay 9h on m1") == "meld.run"
    after = do(where, "1: lay 6h on m1")
    assert melds(after) == ["0 [1:6h 7h 8h *=9h]"]


def test_meld_joker_role__the_player_chooses_the_card() -> None:
    where = playing("7h 8h * 9s 9d 2c")
    assert refused(where, "1: meld [7h 8h *]") == "meld.joker-role"
    assert refused(where, "1: meld {9s 9d *}") == "meld.joker-role"
    assert melds(do(where, "1: meld [*=6h 7h 8h]")) == ["1 [*=6h 7h 8h]"]
    assert melds(do(where, "1: meld [7h 8h *=9h]")) == ["1 [7h 8h *=9h]"]


def test_meld_joker_role__in_a_group_it_has_no_suit() -> None:
    where = playing("9s 9d * 2c")
    assert refused(where, "1: meld {9s 9d *=9}") == ""
    assert refused(where, "1: meld {9s 9d *=9h}") == "meld.joker-role"
    grown = playing("9h 9c 2c", melds=["0 {9s 9d *=9}"])
    assert legal(grown, "lay") == {"1: lay 9h on m1", "1: lay 9c on m1"}


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({}, "meld.joker-role"),
        ({"meld.group-suits": "any", "meld.group-max": 0}, "meld.joker-role"),
        ({"deck.packs": 2}, "meld.joker-role"),
        ({**ANY_TWO, "meld.group-max": 0}, ""),
    ],
)
def test_meld_joker_role__four_kings_and_a_joker(options: Options, rule: str) -> None:
    assert refused(playing("Ks Kh Kd Kc * 2c", options=options), "1: meld {Ks Kh Kd Kc *=K}") == rule


def test_meld_joker_count__a_nine_and_two_jokers() -> None:
    assert legal(playing("9h * *"), "meld") == {
        "1: meld [*=7h *=8h 9h]",
        "1: meld [*=8h 9h *=Th]",
        "1: meld [9h *=Th *=Jh]",
        "1: meld {9h *=9 *=9}",
    }


def test_meld_joker_count__at_least_one_natural_card() -> None:
    where = playing("* * * 9h 2c", options={"deck.jokers": 4})
    assert refused(where, "1: meld [*=7h *=8h *=9h]") == "meld.joker-count"
    assert refused(where, "1: meld {*=9 *=9 *=9}") == "meld.joker-count"
    assert refused(where, "1: meld {9h *=9 *=9 *=9}") == ""
    assert refused(where, "1: meld [*=7h *=8h 9h *=Th]") == ""


@pytest.mark.parametrize("preset", PRESETS)
def test_meld_optional__nobody_has_to_meld(preset: str) -> None:
    where = playing("9s 9h 9d 2c", preset, melds=["1 [4h 5h 6h]"])
    assert legal(where, "discard") == {"1: discard 9s", "1: discard 9h", "1: discard 9d", "1: discard 2c"}
    assert melds(do(where, "1: discard 9d")) == ["1 [4h 5h 6h]"]


THIRTEEN = "[2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh]"


@pytest.mark.parametrize(("ace", "points"), [("both", 1), ("high", 15), ("low", 1)])
def test_meld_ace__the_ace_on_2_to_king_counts_low_where_it_may(ace: str, points: int) -> None:
    where = playing("Ah 2c 3c", "classic", {"meld.ace": ace}, melds=[f"0 {THIRTEEN}"])
    assert legal(where, "lay") == {"1: lay Ah on m1"}
    after = do(where, "1: lay Ah on m1")
    assert r5.score_hand(after.rules, after.state).by_seat[1] == points - 5


@pytest.mark.parametrize("ace", ["both", "high", "low"])
def test_meld_ace__a_joker_may_be_the_ace_on_2_to_king(ace: str) -> None:
    where = playing("* 2c 3c", options={"meld.ace": ace}, melds=[f"0 {THIRTEEN}"])
    assert refused(where, "1: lay *=Ah on m1") == ""


def test_meld_ace__of_all_thirteen_the_ace_is_low_however_they_came_about() -> None:
    below = do(playing("Ah 2h 3c", "classic", melds=["0 [3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh]"]), "1: lay Ah 2h on m1")
    above = do(playing("Kh 3c", "classic", melds=["1 [Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh]"]), "1: lay Kh on m1")
    around = do(playing("Kh Ah 3c", "classic", melds=["0 [2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh]"]), "1: lay Kh Ah on m1")
    assert scores(below)[1] == 1 + 2 - 3
    assert scores(above)[1] == 1 + 44 + 40 - 3
    assert scores(around)[1] == 1 + 10 - 3


def test_meld_ace__a_king_of_somebody_else_leaves_the_low_ace_what_it_was() -> None:
    where = playing("Kh 3c", "classic", melds=["0 [Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh]"])
    assert scores(do(where, "1: lay Kh on m1"))[0] == scores(where)[0] == 1 + 54 + 20 - 10


def test_meld_ace__no_run_has_an_ace_at_both_ends() -> None:
    where = playing("Ah Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 2c", "classic", {"deck.packs": 2})
    assert refused(where, "1: meld [Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah]") == "meld.ace"


@pytest.mark.parametrize(("ace", "lost"), [("both", 14), ("high", 0)])
def test_meld_ace__the_two_below_makes_a_high_ace_the_low_one_of_all_thirteen(ace: str, lost: int) -> None:
    melds = ["0 [3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 2:Ah]"]
    where = playing("2h Kd", "classic", {"meld.ace": ace}, hands=["Jc", "2h Kd", "Tc"], melds=melds)
    after = do(where, "1: lay 2h on m1")
    meld = after.state.public.table[0]
    assert (meld.low, str(meld)) == (0 if lost else 1, "0 [2:Ah 1:2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh]")
    assert scores(where)[2] - scores(after)[2] == lost
