"""Tests of `dealers-gambit.wild`: jokers, the dealer's too, stand for any card and count nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rummy500 as r5

Place = Callable[..., Any]


def test_dealers_gambit_wild_the_dealers_joker_is_the_dealers_in_their_turn(place: Place) -> None:
    where = place("4c 5c Kd / 5h 6h Kc", "wild", act=0)
    assert "0: meld [4c 5c *d=6c]" in where.legal("meld")
    after = where.after("0: meld [4c 5c *d=6c]")
    assert after.memory.joker == "used"
    assert not after.gone
    assert after.points == (9 - 10, -21)
    other = place("4c 5c Kd / 5h 6h Kc", "wild")
    assert other.legal("meld") == set()
    assert other.why_not("1: meld [5h 6h *d=7h]") == "dealers-gambit"


def test_dealers_gambit_wild_both_jokers_in_one_meld(place: Place) -> None:
    where = place("4c * Kd 2h / 5h", "wild", act=0)
    assert "0: meld {4c *=4 *d=4}" in where.legal("meld")
    assert where.why_not("0: meld {4c *d=4 *d=4}") == "dealers-gambit"
    assert "used only once" in where.sentence("0: meld {4c *d=4 *d=4}")


def test_dealers_gambit_wild_one_on_the_table_lies_nowhere_else(place: Place) -> None:
    with pytest.raises(r5.NotationError, match=r"\*d is there 2 times, in the pack 1 times"):
        place("7c 9h 9s Kd / 5h * 2c", "wild", act=0, melds="0 [4c 5c *d=6c]")


def test_dealers_gambit_wild_a_take_may_be_used_with_it(place: Place) -> None:
    where = place("4c Kd / 5h", "wild", act=0, phase="draw", pile="3s 5c 8d")
    assert where.legal("take") >= {"0: take 5c with [4c 5c *d=6c]", "0: take 5c with [*d=3c 4c 5c]"}
    after = where.after("0: take 5c with [4c 5c *d=6c]")
    assert after.memory.joker == "used"
    assert after.hand(0) == "8d Kd"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("1: meld [4h 5h 6h] doubled with *", "dealers-gambit.wild"),
        ("1: meld [4h 5h *=6h] doubled with *", "turn.cards"),
        ("1: meld [4h 5h 6h] doubled with *d", "dealers-gambit"),
        ("1: meld [4h 5h *=7h]", "meld.run"),
        ("1: meld [4h 5h *]", "meld.joker-role"),
        ("1: lay *=4c on m1", ""),
        ("1: lay *d=4c on m1", "dealers-gambit"),
        ("0: meld {9h 9d *d=9}", "turn.seat"),
    ],
)
def test_dealers_gambit_wild_refusals_name_the_rule(place: Place, action: str, rule: str) -> None:
    where = place("9h 9d Kd / 4h 5h 6h * 2d", "wild", melds="0 [Ac 2c 3c]")
    assert where.why_not(action) == rule


def test_dealers_gambit_wild_splitting_is_refused_by_what_was_named(place: Place) -> None:
    where = place("9h 9d Kd / 4h 5h * 2d", "wild", phase="draw", pile="3s 6h 7s")
    assert where.why_not("1: take 6h with [4h 5h 6h] split below with *") == "dealers-gambit.wild"
    assert where.why_not("1: take 6h with [4h 5h 6h] doubled with *") == "dealers-gambit.wild"


def test_dealers_gambit_wild_the_points_to_open_are_those_of_natural_cards(place: Place) -> None:
    where = place("Kc Kd 4d 2s / 5h", "wild", act=0, options='"meld.first-minimum" = 21')
    assert where.why_not("0: meld {Kc Kd *d=K}") == "meld.first-minimum"
    enough = place("Kc Kd 4d 2s / 5h", "wild", act=0, options='"meld.first-minimum" = 20')
    assert enough.why_not("0: meld {Kc Kd *d=K}") == ""
