"""Tests of `dealers-gambit.double`: a joker on a new meld doubles and seals it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import can_finish

Place = Callable[..., Any]
FOUR = '"dealers-gambit.jokers" = 4'


def test_dealers_gambit_double_the_joker_leaves_and_the_meld_counts_twice(place: Place) -> None:
    where = place("4c Kd / 4h 5h 6h * 2d 9s", "double")
    assert where.legal("meld") == {"1: meld [4h 5h 6h]", "1: meld [4h 5h 6h] doubled with *"}
    after = where.after("1: meld [4h 5h 6h] doubled with *")
    assert after.gone == "*"
    assert after.hand(1) == "9s 2d"
    assert after.memory.sealed == (1,)
    assert after.memory.joker == "lies"
    assert after.doubled == [(1, 15, "4h 5h 6h")]
    assert after.points == (-14, 30 - 11)


def test_dealers_gambit_double_the_dealer_chooses_the_joker(place: Place) -> None:
    where = place("4h 5h 6h 9s 9h 9d * 2d / 4c", "double", act=0)
    assert {
        "0: meld [4h 5h 6h] doubled with *",
        "0: meld [4h 5h 6h] doubled with *d",
    } <= where.legal("meld")
    after = where.after("0: meld [4h 5h 6h] doubled with *d")
    assert (after.gone, after.memory.joker) == ("*d", "used")
    both = after.after("0: meld {9s 9h 9d} doubled with *")
    assert both.memory.sealed == (1, 2)
    assert both.points[0] == 2 * 42 - 2
    assert after.why_not("0: meld {9s 9h 9d} doubled with *d") == "dealers-gambit"


def test_dealers_gambit_double_players_are_shown_what_jokers_do_and_what_is_sealed(place: Place) -> None:
    where = place("4h 5h 6h 9s 9h 9d * 2d / 4c", "double", act=0)
    jokers = r5.Note("jokers", "double melds")
    assert r5.notes(where.rules, where.state) == (jokers, r5.Note("dealer's joker", "lies beside the stock", 0))
    after = where.after("0: meld [4h 5h 6h] doubled with *d")
    shown = (jokers, r5.Note("dealer's joker", "has been used", 0), r5.Note("sealed", "m1"))
    assert r5.notes(where.rules, r5.observe(where.rules, after.state, 1)) == shown


def test_dealers_gambit_double_seals_for_everybody(place: Place) -> None:
    where = place("7h Kd / 4h 5h 6h * 7c 2d 9s", "double", options=FOUR, melds="0 [8c 9c Tc]")
    after = where.after("1: meld [4h 5h 6h] doubled with *")
    assert after.why_not("1: lay 3h on m2") == "turn.cards"
    assert after.legal("lay") == {"1: lay 7c on m1"}
    theirs = after.after("1: discard 9s", "0: draw")
    assert theirs.why_not("0: lay 7h on m2") == "dealers-gambit.double"
    assert theirs.legal("lay") == set()


def test_dealers_gambit_double_cards_of_others_on_a_sealed_meld_count_twice_for_them(place: Place) -> None:
    where = place("4c / 9s", "double", melds="0 [4h 5h 6h 1:7h]", joker="used", sealed="1")
    assert where.doubled == [(0, 15, "4h 5h 6h"), (1, 7, "7h")]
    assert where.points == (30 - 4, 14 - 9)


def test_dealers_gambit_double_a_take_may_be_doubled(place: Place) -> None:
    where = place("4c Kd / 5h 6h * 2d", "double", phase="draw", pile="3s 4h 9c")
    assert where.legal("take") == {"1: take 4h with [4h 5h 6h]", "1: take 4h with [4h 5h 6h] doubled with *"}
    after = where.after("1: take 4h with [4h 5h 6h] doubled with *")
    assert after.hand(1) == "2d 9c"
    assert (after.gone, after.memory.sealed) == ("*", (1,))


def test_dealers_gambit_double_by_a_joker_that_comes_with_the_take(place: Place) -> None:
    where = place("4c Kd / 5h 6h 2d", "double", phase="draw", pile="3s 4h *")
    after = where.after("1: take 4h with [4h 5h 6h] doubled with *")
    assert (after.hand(1), after.gone) == ("2d", "*")


def test_dealers_gambit_double_melding_out_sheds_the_joker_too(place: Place) -> None:
    where = place("4c Kd / 4h 5h 6h *", "double")
    assert where.after("1: meld [4h 5h 6h] doubled with *").state.public.ended == "out"
    required = place("4c Kd / 4h 5h 6h *", "double", options='"out.discard" = "required"')
    assert required.why_not("1: meld [4h 5h 6h] doubled with *") == "out.discard-required"


def test_dealers_gambit_double_is_looked_at_when_the_end_of_a_turn_is(place: Place) -> None:
    """A joker that could not be discarded doubles a meld: so the turn can end, and the take is legal."""
    barred = '"discard.barred" = "drawn"'
    where = place("4c Kd / 5h 6h 9s 9h", "double", phase="draw", pile="4h 9d *", options=barred)
    assert where.why_not("1: take 4h with [4h 5h 6h]") == ""
    after = where.after("1: take 4h with [4h 5h 6h]")
    assert after.legal("meld") == {"1: meld {9s 9h 9d} doubled with *"}
    assert after.why_not("1: meld {9s 9h 9d}") == "turn.no-stranding"
    alone = place("4c Kd / 5h 6h", "double", phase="draw", pile="4h *", options=barred)
    assert alone.why_not("1: take 4h with [4h 5h 6h]") == "turn.no-stranding"
    assert alone.why_not("1: take 4h with [4h 5h 6h] doubled with *") == ""


@pytest.mark.parametrize(
    ("barred", "drawn"), [("lone-top", 'taken = ["*"]'), ("drawn", 'taken = ["*"]'), ("drawn", 'drawn = ["*"]')]
)
def test_dealers_gambit_double_the_joker_that_came_is_the_one_that_leaves(
    place: Place, barred: str, drawn: str
) -> None:
    options = f'{FOUR}, "discard.barred" = "{barred}"'
    where = place("4c Kd / 4h 5h 6h * * 2d", "double", options=options, more=drawn)
    assert where.why_not("1: discard *") == ""
    one = place("4c Kd / 4h 5h 6h * 2d", "double", options=options, more=drawn)
    assert one.why_not("1: discard *").startswith("discard.not-")
    assert where.after("1: meld [4h 5h 6h] doubled with *").why_not("1: discard *") == ""


def test_dealers_gambit_double_a_joker_gone_of_several_cards_makes_the_other_no_lone_top(place: Place) -> None:
    where = place("4c Kd / 5h 6h 7h 2d", "double", phase="draw", pile="4h *", preset="pagat")
    after = where.after("1: take 4h with [4h 5h 6h] doubled with *")
    assert after.why_not("1: discard 2d") == after.why_not("1: discard 7h") == ""


def test_dealers_gambit_double_does_not_help_to_open(place: Place) -> None:
    where = place("4c Kd / 4h 5h 6h * 2d", "double", options='"meld.first-minimum" = 30')
    assert where.why_not("1: meld [4h 5h 6h] doubled with *") == "meld.first-minimum"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("1: meld [4h 5h *=6h]", "dealers-gambit.double"),
        ("1: meld [4h 5h *]", "dealers-gambit.double"),
        ("1: lay *=7c on m1", "dealers-gambit.double"),
        ("1: meld [4h 5h 6h] doubled", "dealers-gambit.double"),
        ("1: meld [4h 5h 6h] doubled with * *", "dealers-gambit.double"),
        ("1: meld [4h 5h 6h] doubled with * and *d", "dealers-gambit.double"),
        ("1: meld [4h 5h 6h] doubled with 2d", "dealers-gambit.double"),
        ("1: meld [4h 5h 6h] doubled with *d", "dealers-gambit"),
        ("1: meld [4h 5h 2d] doubled with *", "meld.run"),
        ("1: meld [4h 5h 7h] doubled with *", "turn.cards"),
        ("0: meld [4h 5h 6h] doubled with *d", "turn.seat"),
        ("1: take 3s with {3s 3h 3d} doubled with *", "draw.once"),
    ],
)
def test_dealers_gambit_double_refusals_name_the_rule(place: Place, action: str, rule: str) -> None:
    where = place("4c Kd / 4h 5h 6h * 2d 9s", "double", melds="0 [8c 9c Tc]")
    assert where.why_not(action) == rule


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("1: take 4h with [4h 5h 6h] doubled with *", ""),
        ("1: take 4h with [4h 5h 6h] doubled with *d", "dealers-gambit"),
        ("1: take 4h doubled with *", "dealers-gambit.double"),
        ("1: take 7c with 7c on m1 doubled with *", "dealers-gambit.double"),
        ("1: take 4h with [4h 5h 6h] split below with *", "dealers-gambit.double"),
        ("1: take 7c with [4h 5h 6h] doubled with *", "turn.cards"),
        ("1: take 7c with {9s 9h 9d} doubled with *", "draw.deep-use"),
        ("1: meld [4h 5h 6h] doubled with *", "turn.parts"),
    ],
)
def test_dealers_gambit_double_takes_name_the_rule(place: Place, action: str, rule: str) -> None:
    where = place("4c Kd / 5h 6h 9s 9h 9d * 2d", "double", phase="draw", pile="4h 7c", melds="0 [8c 9c Tc]")
    assert where.why_not(action) == rule


def test_dealers_gambit_double_the_upcard_on_offer_is_taken_as_it_is(place: Place) -> None:
    where = place("4c Kd / 5h 6h * 2d", "double", phase="offer", pile="4h", options='"deal.opening" = "offer"')
    assert where.why_not("1: take 4h with [4h 5h 6h] doubled with *") == "deal.opening-offer"
    assert where.legal("take") == {"1: take 4h"}


def test_dealers_gambit_double_the_search_for_an_end_knows_which_meld_is_sealed(place: Place) -> None:
    """The search distinguishes equal melds in another order if the first one is sealed."""
    melds = ("0 [4h 5h 6h]", "0 {9s 9h 9d}")
    views: list[r5.View] = []
    for order in (melds, melds[::-1]):
        where = place(
            "4c Kd / 9c",
            "double",
            melds="; ".join(order),
            joker="used",
            sealed="1",
            options='"discard.barred" = "drawn"',
            more='taken = ["9c"]',
        )
        views.append(r5.observe(where.rules, where.state, 1))
        assert [can_finish(where.rules, view) for view in views] == [True, False][: len(views)]
