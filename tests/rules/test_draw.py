"""Tests of draws from the stock and takes from the pile."""

from __future__ import annotations

import pytest
from tests.rules.tables import PRESETS, Options, do, hands, legal, melds, pile, refused, stock, table, why_not

import rummy500 as r5


@pytest.mark.parametrize("preset", PRESETS)
def test_draw_stock__the_top_card_goes_to_the_hand(preset: str) -> None:
    where = do(table(preset, hands=["Jc", "4h 9s"], stock="8s 2c"), "1: draw")
    assert hands(where) == ["Jc", "8s 9s 4h"]
    assert (stock(where), pile(where)) == ("2c", "Qd")
    assert where.state.public.phase == "play"


def test_draw_stock__is_unseen_by_the_others() -> None:
    one = do(table(stock="8s 2c"), "1: draw")
    other = do(table(stock="9s 3c"), "1: draw")
    assert r5.observe(one.rules, one.state, 0) == r5.observe(other.rules, other.state, 0)
    assert r5.observe(one.rules, one.state, None) == r5.observe(other.rules, other.state, None)
    assert r5.observe(one.rules, one.state, 1) != r5.observe(other.rules, other.state, 1)


@pytest.mark.parametrize(
    ("preset", "rule"), [("pagat", ""), ("north-american", ""), ("family", ""), ("classic", "draw.top")]
)
def test_draw_top__the_top_discard_is_free_or_must_be_melded(preset: str, rule: str) -> None:
    where = table(preset, hands=["Jc", "7h 7s 9c"], pile="2d 7d")
    assert refused(where, "1: take 7d") == rule
    assert refused(where, "1: take 7d with {7s 7h 7d}") == ""


def test_draw_top__the_option_decides() -> None:
    where = table("classic", {"draw.top": "free"}, pile="2d 7d")
    assert legal(where) == {"1: draw", "1: take 7d"}
    after = do(where, "1: take 7d")
    assert (hands(after)[1], pile(after), melds(after)) == ("7d Td Tc", "2d", [])
    where = table("pagat", {"draw.top": "must-meld"}, pile="2d 7d")
    assert legal(where) == {"1: draw"}


def test_draw_deep__all_cards_above_come_with_it() -> None:
    where = table(hands=["Jc", "4c 2h Kd"], pile="Qc 4h 9d 4s 7d", stock="8s Jh")
    after = do(where, "1: take 4h with {4h 4s 4c}")
    assert (hands(after)[1], pile(after), melds(after)) == ("2h 7d 9d Kd", "Qc", ["1 {4s 4h 4c}"])


@pytest.mark.parametrize("preset", PRESETS)
def test_draw_deep__not_without_a_use(preset: str) -> None:
    where = table(preset, hands=["Jc", "4c 2h"], pile="4s 9d")
    assert refused(where, "1: take 4s") == "draw.deep"
    assert refused(where, "1: take 4h") == "turn.cards"


def test_draw_deep__the_use_may_need_no_card_of_the_hand_and_the_rest_stays() -> None:
    where = table("classic", hands=["Jc", "3c Ks"], pile="2d 9s 5c 9h Td 9d")
    after = do(where, "1: take 9s with {9s 9h 9d}")
    assert hands(after)[1] == "Ks Td 3c 5c"
    assert pile(after) == "2d"


def test_draw_deep__the_whole_pile_may_be_taken() -> None:
    where = table(hands=["Jc", "9s 9c 2h"], pile="9h 3s 4s 5d")
    assert pile(do(where, "1: take 9h with {9s 9h 9c}")) == ""


def test_draw_deep__a_copy_deeper_down_is_named_by_its_place() -> None:
    where = table("classic", {"deck.packs": 2}, hands=["Jc", "4h 4c 2h"], pile="4d 9c 4d Kh 7s")
    assert legal(where, "take") == {
        "1: take 4d with {4h 4d 4c}",
        "1: take 4d/5 with {4h 4d 4c}",
        "1: take 4d/5 with {4h 4d 4d}",
        "1: take 4d/5 with {4d 4d 4c}",
        "1: take 4d/5 with {4h 4d 4d 4c}",
    }
    assert hands(do(where, "1: take 4d with {4h 4d 4c}"))[1] == "7s 2h Kh"
    assert hands(do(where, "1: take 4d/5 with {4h 4d 4c}"))[1] == "7s 2h Kh 4d 9c"


@pytest.mark.parametrize(
    ("preset", "rule"),
    [("pagat", ""), ("classic", ""), ("family", "draw.deep-use")],
)
def test_draw_deep_use__a_new_meld_or_a_layoff_or_a_new_meld_only(preset: str, rule: str) -> None:
    where = table(preset, hands=["Jc", "9s 9d 2h"], pile="2d 9h 5c", melds=["0 [6h 7h 8h]"])
    assert refused(where, "1: take 9h with 9h on m1") == rule
    assert refused(where, "1: take 9h with {9s 9h 9d}") == ""


def test_draw_deep_use__the_card_reached_for_is_the_one_that_is_used() -> None:
    where = table(hands=["Jc", "Kd Kh 2h"], pile="2d 9c Kc 7d")
    assert refused(where, "1: take 9c with {Kh Kd Kc}") == "draw.deep-use"
    refusal = why_not(where, "1: take 9c with {Kh Kd Kc}")
    assert refusal is not None
    assert dict(refusal.facts) == {"card": "9c"}


@pytest.mark.parametrize(
    ("options", "rule"), [({}, "draw.deep-use"), ({"draw.top": "free"}, ""), ({"draw.deep-use": "any"}, "")]
)
def test_draw_deep_use__holds_for_a_lone_top_card_that_must_be_melded(options: Options, rule: str) -> None:
    base: Options = {"draw.deep-use": "new-meld"}
    where = table("classic", {**base, **options}, hands=["Jc", "4s 2h"], pile="9h", melds=["0 [6h 7h 8h]"])
    assert refused(where, "1: take 9h with 9h on m1") == rule


def test_draw_deep_use__family_may_lay_its_free_top_card_off() -> None:
    where = table("family", hands=["Jc", "4s 2h"], pile="9h", melds=["0 [6h 7h 8h]"])
    assert legal(where, "take") == {"1: take 9h", "1: take 9h with 9h on m1"}


@pytest.mark.parametrize("preset", PRESETS)
def test_draw_once__one_draw_a_turn_and_final(preset: str) -> None:
    where = do(table(preset, hands=["Jc", "7h 7s 9c"], pile="2d 7d"), "1: draw")
    assert refused(where, "1: draw") == "draw.once"
    assert refused(where, "1: take 7d") == "draw.once"
    assert refused(where, "1: take 7d with {7s 7h 7d}") == "draw.once"


def test_draw_once__a_take_is_the_draw_too() -> None:
    where = do(table(hands=["Jc", "9c"], pile="2d 7d"), "1: take 7d")
    assert refused(where, "1: draw") == "draw.once"
    assert refused(where, "1: take 2d") == "draw.once"
