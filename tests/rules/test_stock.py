"""Tests of the empty stock."""

from __future__ import annotations

import random

import pytest
from tests.rules.tables import (
    PRESETS,
    Options,
    cards,
    do,
    hands,
    legal,
    over,
    pile,
    position,
    presets_with,
    refused,
    scores,
    stock,
    table,
)  # fmt: skip

import rummy500 as r5

STRICT: Options = {"stock.empty": "strict"}
AGAIN: Options = {"stock.empty": "reshuffle"}


@pytest.mark.parametrize("preset", presets_with("draw.top", "free"))
def test_stock_empty__take_under_the_usual_rules_or_pass(preset: str) -> None:
    where = table(preset, hands=["Jc", "9h 9s Kd"], pile="3d 9d 6s", stock="")
    assert legal(where) == {"1: take 6s", "1: take 9d with {9s 9h 9d}", "1: pass"}
    assert refused(where, "1: draw") == "stock.empty"
    after = do(where, "1: pass")
    assert over(after)
    assert (after.state.public.ended, after.state.public.out) == ("stock", -1)
    assert scores(after) == (-10, -28)


def test_stock_empty__where_every_take_must_be_melded_too() -> None:
    where = table("classic", hands=["Jc", "9h 9s Kd"], pile="3d 9d 6s", stock="")
    assert legal(where) == {"1: take 9d with {9s 9h 9d}", "1: pass"}


def test_stock_empty__pass_is_refused_while_there_is_a_card_to_draw() -> None:
    assert refused(table(), "1: pass") == "stock.empty"


@pytest.mark.parametrize("preset", PRESETS)
def test_stock_empty__with_an_empty_pile_too_the_hand_ends_at_once(preset: str) -> None:
    where = table(preset, hands=["Jc", "9h"], pile="", stock="")
    assert over(where)
    assert legal(where) == set()


def test_stock_empty__a_claim_of_the_last_pile_card_ends_the_hand() -> None:
    options = {"call": "last-discard"}
    where = table(options=options, hands=["Jc", "9h 2c"], pile="8h", stock="", last=0, melds=["0 [5h 6h 7h]"])
    after = do(where, "1: call 8h on m1")
    assert over(after)
    assert after.state.public.ended == "stock"
    assert scores(after) == (18 - 10, 8 - 11)


def test_stock_empty__the_last_card_of_the_stock_does_not_end_the_hand_itself() -> None:
    where = do(table(hands=["Jc", "9h"], stock="2c"), "1: draw", "1: discard 2c")
    assert not over(where)
    assert legal(where) == {"0: take 2c", "0: pass"}


def circle(*actions: str, melds: list[str] | None = None) -> r5.Position:
    where = table(hands=["Jc 2c", "9h 3c", "5s 4c"], pile="Kd", stock="", melds=melds or [])
    return do(where, *actions)


def test_stock_circle__a_round_of_lone_takes_without_a_meld_ends_the_hand() -> None:
    two = ("1: take Kd", "1: discard 3c", "2: take 3c", "2: discard 4c")
    assert not over(circle(*two))
    where = circle(*two, "0: take 4c", "0: discard 2c")
    assert over(where)
    assert (where.state.public.ended, where.state.public.out) == ("circle", -1)


def test_stock_circle__a_layoff_begins_the_count_anew() -> None:
    melds = ["0 {5h 5d 5c}"]
    start = ("1: take Kd", "1: discard 3c", "2: take 3c", "2: lay 5s on m1", "2: discard 4c")
    where = circle(*start, "0: take 4c", "0: discard 2c", "1: take 2c", "1: discard 9h", melds=melds)
    assert not over(where)
    assert over(do(where, "2: take 9h", "2: discard 3c"))


def test_stock_circle__not_while_the_stock_has_cards() -> None:
    where = table(hands=["Jc 2c", "9h 3c"], pile="Kd", stock="8s")
    where = do(where, "1: take Kd", "1: discard 3c", "0: take 3c", "0: discard 2c", "1: take 2c")
    assert not over(do(where, "1: discard 9h"))


def test_stock_strict__the_turn_that_drew_the_last_card_is_the_last() -> None:
    where = table(options=STRICT, hands=["Jc", "9h 9s 9d 2d", "5s"], stock="2c", melds=["2 [2h 3h 4h]"])
    where = do(where, "1: draw", "1: meld {9s 9h 9d}")
    assert not over(where)
    where = do(where, "1: discard 2c")
    assert over(where)
    assert where.state.public.ended == "stock"
    assert scores(where) == (-10, 27 - 2, 9 - 5)


def test_stock_strict__no_calls_after_it() -> None:
    where = table(options=STRICT, hands=["Jc", "5h 2d"], stock="2c", melds=["0 [2h 3h 4h]"])
    where = do(where, "1: draw", "1: discard 5h")
    assert refused(where, "0: call 5h on m1") == "call.window"
    assert legal(where) == set()


def test_stock_strict__not_before_the_last_card() -> None:
    where = do(table(options=STRICT, hands=["Jc", "9h"], stock="2c 3c"), "1: draw", "1: discard 2c")
    assert not over(where)


def test_stock_reshuffle__the_pile_but_for_its_top_card_in_an_order_that_is_fact() -> None:
    where = table(options=AGAIN, hands=["Jc", "9h Kd"], pile="3d 9d 2c 6s", stock="")
    assert refused(where, "1: pass") == "stock.empty"
    asked = do(where, "1: draw")
    assert legal(asked) == set()
    due = r5.chance(asked.rules, asked.state)
    assert due is not None
    assert cards(due.cards) == "3d 9d 2c"
    assert r5.chance(where.rules, where.state) is None
    for wrong in ("6s 3d 9d 2c", "3d 9d", "3d 9d 4c"):
        assert refused(asked, f"deck: reshuffle {wrong}") == "stock.reshuffle"
    after = do(asked, "deck: reshuffle 9d 3d 2c")
    assert (hands(after)[1], stock(after), pile(after)) == ("9h 9d Kd", "3d 2c", "6s")
    assert legal(after, "discard") == {"1: discard 9h", "1: discard 9d", "1: discard Kd"}


def test_stock_reshuffle__the_deck_alone_acts_then() -> None:
    asked = do(table(options=AGAIN, pile="3d 9d 6s", stock=""), "1: draw")
    for text in ("1: draw", "1: pass", "1: discard Tc", "0: draw"):
        assert refused(asked, text) in ("turn.phase", "turn.seat")
    assert refused(asked, "0: call 6s on m1") == "call.window"


def test_stock_reshuffle__a_pile_of_one_card_makes_no_stock() -> None:
    where = table(options=AGAIN, pile="6s", stock="")
    assert legal(where) == {"1: take 6s", "1: pass"}
    assert refused(where, "1: draw") == "stock.empty"
    assert over(do(where, "1: pass"))


def test_stock_reshuffle__not_twice_with_nothing_melded_between() -> None:
    where = table(options=AGAIN, hands=["Jc 3c", "9h 4c"], pile="3d 6s", stock="")
    where = do(where, "1: draw", "deck: reshuffle 3d", "1: discard 4c")
    assert legal(where) == {"0: take 4c", "0: pass"}
    assert refused(where, "0: draw") == "stock.empty"


def test_stock_reshuffle__a_meld_since_the_last_one_earns_another() -> None:
    where = table(options=AGAIN, hands=["Jc 3c", "9h 9s 4c 5d"], pile="9d 6s", stock="")
    where = do(where, "1: draw", "deck: reshuffle 9d", "1: meld {9s 9h 9d}", "1: discard 4c")
    assert legal(where) == {"0: take 4c", "0: draw"}


def test_stock_reshuffle__samples_come_from_the_source_that_is_given() -> None:
    asked = do(table(options=AGAIN, pile="3d 9d 2c 3c 4c 6s", stock=""), "1: draw")
    due = r5.chance(asked.rules, asked.state)
    assert due is not None
    same = [due.sample(random.Random(5)) for _ in range(3)]
    assert same[0] == same[1] == same[2]
    assert len({due.sample(random.Random(seed)) for seed in range(20)}) > 10
    assert sorted(same[0].cards) == sorted(due.cards)


def test_stock_empty__a_position_has_an_empty_string() -> None:
    where = position('hands = ["2c", "3c"]\nphase = "draw"\nstock = ""\npile = "4c"')
    assert legal(where) == {"1: take 4c", "1: pass"}
