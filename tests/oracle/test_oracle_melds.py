"""Tests of the oracle against the rule catalogue: melds and lay-offs."""

from __future__ import annotations

import pytest
from tests.oracle import Catalogue, judge, legal
from tests.oracle.examples import Changed, playing, position, with_verb
from tests.oracle.shapes import read_cards


@pytest.mark.parametrize(
    ("meld", "rule"),
    [
        ("[4h 5h]", "meld.size"),
        ("{9s 9d}", "meld.size"),
        ("{9s 9d 8c}", "meld.group"),
        ("[2h 3h 5c]", "meld.run"),
        ("[2h 3h 5h]", "meld.run"),
        ("[Kh Ah 2h]", "meld.ace"),
        ("[Qh Kh Ah]", None),
        ("[Ah 2h 3h]", None),
        ("[* 5h 6h]", "meld.joker-role"),
        ("[*=4 5h 6h]", "meld.joker-role"),
        ("{*=9h 9s 9d}", "meld.joker-role"),
        ("{9s 9d 9c=9}", "meld.joker-role"),
        ("[*=5h *=6h *=7h]", "meld.joker-count"),
        ("{Ks Kh Kd Kc *=K}", "meld.joker-role"),
        ("{7s 7h 7d}", "turn.cards"),
    ],
)
def test_shapes(meld: str, rule: str | None) -> None:
    hand = "4h 5h 6h 9s 9d 9c 8c 2h 3h 5c Kh Ah Qh * * * Ks Kd Kc"
    assert judge(playing(hand), f"0: meld {meld}") == rule


@pytest.mark.parametrize(
    ("ace", "high", "low"),
    [("both", None, None), ("high", None, "meld.ace"), ("low", "meld.ace", None)],
)
def test_ace_option(ace: str, high: str | None, low: str | None) -> None:
    where = playing("Qh Kh Ah 2h 3h", options={"meld.ace": ace}, melds=["1 [2s 3s 4s]", "1 [Js Qs Ks]"])
    assert judge(where, "0: meld [Qh Kh Ah]") == high
    assert judge(where, "0: meld [Ah 2h 3h]") == low
    where["hands"] = ["As 2c", "3c"]
    assert judge(where, "0: lay As on m1") == low
    assert judge(where, "0: lay As on m2") == high


def test_all_thirteen() -> None:
    """meld.ace: in a run of all thirteen the ace is the low one, and the run cannot grow."""
    hand = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks 2c"
    assert "0: meld [As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]" in legal(playing(hand))
    full = ["1 [As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]"]
    assert judge(playing("As 2c", melds=full), "0: lay As on m1") == "meld.ace"
    twelve = ["1 [2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]"]
    assert with_verb(legal(playing("As 2c", melds=twelve)), "lay") == {"0: lay As on m1"}
    eleven = ["1 [3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]"]
    assert with_verb(legal(playing("As 2s 2c", melds=eleven)), "lay") == {
        "0: lay As on m1",
        "0: lay 2s on m1",
        "0: lay As 2s on m1",
    }


@pytest.mark.parametrize(("ace", "counts"), [("both", 1), ("low", 1), ("high", 15)])
def test_all_thirteen_whoever_added_what(ace: str, counts: int) -> None:
    """meld.ace: the low one, `high` apart; meld.first-minimum counts it as it lies."""
    middle = "3s 4s 5s 6s 7s 8s 9s Ts Js Qs"
    lies = {("As", f"2s {middle} Ks")}
    if ace != "high":
        lies |= {("Ks", f"As 2s {middle}"), ("As 2s", f"{middle} Ks")}
    if ace != "low":
        lies |= {("2s", f"{middle} Ks As"), ("Ks As", f"2s {middle}")}
    for laid, lying in lies:
        where = playing(f"{laid} 2c 3c", options={"meld.ace": ace}, melds=[f"1 [{lying}]"])
        rules = Catalogue.of(where)
        shape = rules.extended(rules.read(where).table[0].shape, read_cards(laid))
        assert sum(rules.card_points(card, shape) for card in shape.cards) == 84 + counts


def test_group_suits_and_size() -> None:
    two: Changed = {"deck.packs": 2}
    hand = "9s 9s 9h 9d 9c * 2c"
    assert judge(playing(hand, options=two), "0: meld {9s 9s 9h}") == "meld.group-suits"
    assert judge(playing(hand, options=two), "0: meld {9s 9h 9d 9c *=9}") == "meld.joker-role"
    any_suits = two | {"meld.group-suits": "any"}
    assert judge(playing(hand, options=any_suits), "0: meld {9s 9s 9h}") is None
    assert judge(playing(hand, options=any_suits), "0: meld {9s 9s 9h 9d 9c}") == "meld.group-max"
    assert judge(playing(hand, options=any_suits), "0: meld {9s 9h 9d 9c *=9}") == "meld.group-max"
    eight = any_suits | {"meld.group-max": 0}
    assert judge(playing(hand, options=eight), "0: meld {9s 9s 9h 9d 9c *=9}") is None
    assert judge(playing("9h 2c", melds=["1 {9s 9d 9h}"], options=two), "0: lay 9h on m1") == "meld.group-suits"


def test_two_packs_from_five_seats_on() -> None:
    hands = ["9s 9s 9h 9d 9c 2c", "3c", "4c", "5c", "6c"]
    where = position("north-american", phase="play", hands=hands)
    assert judge(where, "0: meld {9s 9s 9h 9d 9c}") is None
    assert judge(where | {"hands": hands[:4]}, "0: meld {9s 9s 9h 9d 9c}") == "meld.group-max"


def test_run_min() -> None:
    where = playing("4h 5h 6h 7h 2c", options={"meld.run-min": 4})
    assert judge(where, "0: meld [4h 5h 6h]") == "meld.run-min"
    assert judge(where, "0: meld [4h 5h 6h 7h]") is None


def test_layoff_options() -> None:
    mine_and_yours = ["1 [5h 6h 7h]", "0 [5d 6d 7d]"]
    own: Changed = {"meld.layoff": "own"}
    assert with_verb(legal(playing("8h 8d 2c", options=own, melds=mine_and_yours)), "lay") == {"0: lay 8d on m2"}
    assert judge(playing("8h 2c", options=own, melds=mine_and_yours), "0: lay 8h on m1") == "meld.layoff-own"
    where = playing("8h 9s 9d 9c 2c", "north-american", melds=mine_and_yours[:1])
    assert judge(where, "0: lay 8h on m1") == "meld.layoff-after-meld"
    melds = [*mine_and_yours[:1], "0 {9s 9d 9c}"]
    begun = playing("8h 2c", "north-american", melds=melds, turn={"plays": ["{9s 9d 9c}"]})
    assert judge(begun, "0: lay 8h on m1") is None
    assert judge(begun, "0: lay 8h on m3") == "meld.layoff"


def test_first_minimum() -> None:
    thirty: Changed = {"meld.first-minimum": 30}
    assert judge(playing("4h 5h 6h 2c", options=thirty), "0: meld [4h 5h 6h]") == "meld.first-minimum"
    assert judge(playing("4h 5h 6h Js Qs Ks 2c", options=thirty), "0: meld [4h 5h 6h]") is None
    begun = playing("Js Qs Ks 2c", options=thirty, melds=["0 [4h 5h 6h]"], turn={"plays": ["[4h 5h 6h]"]})
    assert judge(begun, "0: discard 2c") == "meld.first-minimum"
    assert legal(begun) == {"0: meld [Js Qs Ks]"}
    opened = playing("4h 5h 6h 2c", options=thirty, melds=["0 [9s Ts Js]"])
    assert judge(opened, "0: meld [4h 5h 6h]") is None


def test_first_minimum_counts_the_ace_by_its_place() -> None:
    """score.values: K Q A are 35, A 2 3 with a joker as the 3 are 18; score.ace-one: K Q A are 21."""
    options: Changed = {"meld.first-minimum": 30}
    where = playing("Ah Kh Qh 2h * 5c", options=options)
    assert judge(where, "0: meld [Qh Kh Ah]") is None
    where = playing("Ah 2h * 5c", options=options)
    assert judge(where, "0: meld [Ah 2h *=3h]") == "meld.first-minimum"
    low = playing("Ah Kh Qh 5c", options=options | {"score.ace": "one"})
    assert judge(low, "0: meld [Qh Kh Ah]") == "meld.first-minimum"


def test_first_minimum_counts_layoffs() -> None:
    where = playing("Js Qs Ks 2c", options={"meld.first-minimum": 40}, melds=["1 [7s 8s 9s]", "1 [9h Th Jh]"])
    assert judge(where, "0: meld [Js Qs Ks]") == "meld.first-minimum"
    where["hands"] = ["Js Qs Ks Qh 2c", "3c"]
    assert judge(where, "0: meld [Js Qs Ks]") is None
    assert judge(where, "0: lay Qh on m2") is None
