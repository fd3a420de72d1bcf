"""Tests of `meld.first-minimum`: the first melds of a hand must reach a number of points."""

from __future__ import annotations

from tests.rules.tables import Options, do, legal, playing, refused, table

THIRTY: Options = {"meld.first-minimum": 30}


def test_meld_first_minimum__short_of_it_the_meld_cannot_be_started() -> None:
    where = playing("4h 5h 6h 2c", options=THIRTY)
    assert refused(where, "1: meld [4h 5h 6h]") == "meld.first-minimum"
    assert legal(where, "meld") == set()


def test_meld_first_minimum__exactly_thirty_is_enough_and_twenty_nine_is_not() -> None:
    assert refused(playing("Js Qs Ks 2c", options=THIRTY), "1: meld [Js Qs Ks]") == ""
    assert refused(playing("9s Ts Js 2c", options=THIRTY), "1: meld [9s Ts Js]") == "meld.first-minimum"


def test_meld_first_minimum__all_that_is_played_in_the_turn_counts() -> None:
    where = playing("4h 5h 6h 5s 5d 5c 2c", options=THIRTY)
    where = do(where, "1: meld [4h 5h 6h]")
    assert refused(where, "1: discard 2c") == "meld.first-minimum"
    assert legal(where) == {"1: meld {5s 5d 5c}"}
    assert refused(do(where, "1: meld {5s 5d 5c}"), "1: discard 2c") == ""


def test_meld_first_minimum__layoffs_count() -> None:
    where = playing("9s Ts Js Qh 2c", options={"meld.first-minimum": 39}, melds=["0 [9h Th Jh]"])
    where = do(where, "1: lay Qh on m1")
    assert legal(where) == {"1: meld [9s Ts Js]"}
    assert legal(do(where, "1: meld [9s Ts Js]")) == {"1: discard 2c"}


def test_meld_first_minimum__the_use_of_a_take_counts() -> None:
    where = table(options=THIRTY, hands=["Jc", "Qs Ks 2c"], pile="Js")
    assert refused(where, "1: take Js with [Js Qs Ks]") == ""
    where = table(options=THIRTY, hands=["Jc", "9s Ts 2c"], pile="Js")
    assert refused(where, "1: take Js with [9s Ts Js]") == "meld.first-minimum"


def test_meld_first_minimum__the_low_ace_counts_1() -> None:
    low = playing("As 2s 3s 2c", options={"meld.first-minimum": 6})
    assert refused(low, "1: meld [As 2s 3s]") == ""
    low = playing("As 2s 3s 4s 5s 2c", options={"meld.first-minimum": 16})
    assert refused(low, "1: meld [As 2s 3s 4s 5s]") == "meld.first-minimum"
    assert refused(playing("As Ah Ad 2c", options={"meld.first-minimum": 45}), "1: meld {As Ah Ad}") == ""


def test_meld_first_minimum__going_out_short_of_it_is_refused() -> None:
    where = playing("4h 5h 6h", options=THIRTY)
    assert legal(where, "meld") == set()
    assert refused(where, "1: meld [4h 5h 6h]") == "meld.first-minimum"


def test_meld_first_minimum__who_has_opened_is_free() -> None:
    where = playing("4h 5h 6h 2c", options=THIRTY, melds=["1 {9s 9d 9c}"])
    assert refused(where, "1: meld [4h 5h 6h]") == ""


def test_meld_first_minimum__nothing_need_be_started() -> None:
    where = playing("Js Qs Ks 2c", options=THIRTY)
    assert refused(where, "1: discard 2c") == ""


def test_meld_first_minimum__a_call_of_the_last_discard_needs_a_player_who_has_opened() -> None:
    options = {"meld.first-minimum": 10, "call": "last-discard"}
    hands = ["Jc", "9s 2c", "9d 3c"]
    where = table(options=options, hands=hands, pile="Ks", last=0, melds=["0 [Ts Js Qs]", "2 {4s 4d 4c}"])
    assert refused(where, "1: call Ks on m1") == "meld.first-minimum"
    assert legal(where, "call") == {"2: call Ks on m1"}


def test_meld_first_minimum__a_full_call_may_open() -> None:
    where = table(options=THIRTY, hands=["Jc", "9s 2c"], pile="Ks Kd Kc", last=0)
    assert refused(where, "1: call {Ks Kd Kc}") == ""
    where = table(options=THIRTY, hands=["Jc", "9s 2c"], pile="9d 9h 9c", last=0)
    assert refused(where, "1: call {9h 9d 9c}") == ""  # the nine in hand follows: 36
    where = table(options=THIRTY, hands=["Jc", "8s 2c"], pile="9d 9h 9c", last=0)
    assert refused(where, "1: call {9h 9d 9c}") == "meld.first-minimum"
