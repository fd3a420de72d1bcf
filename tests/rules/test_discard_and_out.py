"""Tests of discards, bars and going out."""

from __future__ import annotations

import pytest
from tests.rules.tables import PRESETS, do, hands, legal, over, pile, playing, presets_with, refused, scores, table

import rummy500 as r5
from rummy500.game.view import hand_texts, stock_text

DRAWN = {"discard.barred": "drawn"}
REQUIRED = {"out.discard": "required"}


@pytest.mark.parametrize("preset", PRESETS)
def test_discard_one__a_turn_ends_with_one_discard_face_up(preset: str) -> None:
    where = playing("4h 9d 8s", preset, pile="3s 6s", drawn=["8s"])
    after = do(where, "1: discard 9d")
    assert pile(after) == "3s 6s 9d"
    assert hands(after)[1] == "8s 4h"
    assert (after.state.public.to_act, after.state.public.phase, after.state.public.last) == (0, "draw", 1)
    assert refused(after, "1: discard 4h") == "turn.seat"


def test_discard_open__the_whole_pile_and_its_order_is_open_to_all() -> None:
    where = table(pile="3d 9s 6h", stock="8c 5d")
    for seat in (0, 1, None):
        view = r5.observe(where.rules, where.state, seat)
        assert list(view.public.pile) == list(r5.parse_cards("3d 9s 6h"))
        assert stock_text(view) == "?? ??"


@pytest.mark.parametrize("preset", presets_with("discard.barred", "lone-top"))
def test_discard_not_taken__a_lone_top_discard_just_taken(preset: str) -> None:
    where = do(table(preset, {"draw.top": "free"}, hands=["Jc", "4h 9d"], pile="3s 7d"), "1: take 7d")
    assert refused(where, "1: discard 7d") == "discard.not-taken"
    assert legal(where) == {"1: discard 4h", "1: discard 9d"}


def test_discard_not_taken__with_more_than_one_taken_the_former_top_may_go() -> None:
    where = do(table(hands=["Jc", "4h 4s 9d"], pile="4c 7d"), "1: take 4c with {4s 4h 4c}")
    assert refused(where, "1: discard 7d") == ""
    assert legal(where) == {"1: discard 7d", "1: discard 9d"}


def test_discard_not_taken__an_equal_earlier_card_may_be_discarded() -> None:
    two = {"deck.packs": 2}
    where = do(table(options=two, hands=["Jc", "7d 9d"], pile="3s 7d"), "1: take 7d")
    assert refused(where, "1: discard 7d") == ""
    once = do(where, "1: discard 7d")
    assert hands(once)[1] == "7d 9d"


def test_discard_not_taken__in_a_later_turn_it_may_go() -> None:
    where = do(table(hands=["Jc 3c", "4h 9d"], pile="3s 7d"), "1: take 7d", "1: discard 4h")
    where = do(where, "0: draw", "0: discard 3c", "1: draw")
    assert refused(where, "1: discard 7d") == ""


def test_discard_not_taken__the_card_drawn_from_the_stock_may_go() -> None:
    where = do(table(stock="8s 2c"), "1: draw")
    assert refused(where, "1: discard 8s") == ""


def test_discard_not_drawn__no_card_drawn_this_turn() -> None:
    where = do(table("family", hands=["Jc", "4h 9d"], stock="8s 2c"), "1: draw")
    assert refused(where, "1: discard 8s") == "discard.not-drawn"
    assert legal(where) == {"1: discard 4h", "1: discard 9d"}


def test_discard_not_drawn__nor_any_card_taken_from_the_pile() -> None:
    where = do(table("family", hands=["Jc", "4h 4s 9d"], pile="4c 7d Ks"), "1: take 4c with {4s 4h 4c}")
    assert legal(where) == {"1: discard 9d"}
    assert refused(where, "1: discard 7d") == "discard.not-drawn"


def test_discard_not_drawn__claimed_cards_count_as_drawn() -> None:
    where = table(options=DRAWN, hands=["Jc", "9d 2c"], pile="8h 3s", last=0, melds=["0 [5h 6h 7h]"])
    where = do(where, "1: call 8h on m1")
    assert refused(where, "1: discard 3s") == "discard.not-drawn"
    assert legal(where) == {"1: discard 9d", "1: discard 2c"}


def test_discard_not_drawn__the_equal_card_of_a_second_pack_may_go() -> None:
    where = table("family", {"deck.packs": 2}, hands=["Jc", "8s 9d"], stock="8s 2c")
    after = do(where, "1: draw")
    assert refused(after, "1: discard 8s") == ""


def test_discard_displayed__what_was_taken_is_remembered_or_only_what_lies_open() -> None:
    where = table(hands=["Jc", "4h 4s 9d"], pile="4c 7d 8d")
    where = do(where, "1: take 4c with {4s 4h 4c}")
    full = r5.observe(where.rules, where.state, 0)
    assert hand_texts(full) == ["Jc", "7d 8d ??"]
    assert hand_texts(r5.observe(where.rules, where.state, 0, memory="none")) == ["Jc", "?? ?? ??"]
    assert hand_texts(r5.observe(where.rules, where.state, None)) == ["??", "7d 8d ??"]
    gone = do(where, "1: discard 8d")
    assert hand_texts(r5.observe(gone.rules, gone.state, 0)) == ["Jc", "7d ??"]


@pytest.mark.parametrize("preset", PRESETS)
def test_out_meld_or_discard__by_melding_everything(preset: str) -> None:
    where = do(playing("9s 9h 9d", preset), "1: meld {9s 9h 9d}")
    assert over(where)
    assert (where.state.public.ended, where.state.public.out) == ("out", 1)
    assert scores(where) == (-10, 27)


@pytest.mark.parametrize("preset", PRESETS)
def test_out_meld_or_discard__by_discarding_the_last_card(preset: str) -> None:
    where = do(playing("9s", preset, drawn=[]), "1: discard 9s")
    assert over(where)
    assert (where.state.public.ended, where.state.public.out) == ("out", 1)
    assert pile(where) == "Qd 9s"


def test_out_meld_or_discard__the_hand_ends_at_once_and_nobody_may_call() -> None:
    where = playing("8h", melds=["0 [5h 6h 7h]"], hands=["Jc", "8h", "2c 3c"])
    where = do(where, "1: discard 8h")
    assert legal(where) == set()
    assert refused(where, "2: call 8h on m1") == "call.window"


def test_out_meld_or_discard__by_a_take() -> None:
    where = do(table(hands=["Jc", "9h 9s"], pile="3s 9d"), "1: take 9d with {9s 9h 9d}")
    assert over(where)
    assert where.state.public.out == 1
    assert pile(where) == "3s"


def test_out_discard_required__you_may_not_meld_everything() -> None:
    where = playing("3h 3s 3d", options=REQUIRED)
    assert refused(where, "1: meld {3s 3h 3d}") == "out.discard-required"
    assert legal(where) == {"1: discard 3h", "1: discard 3s", "1: discard 3d"}


def test_out_discard_required__nor_lay_the_last_card_off() -> None:
    where = playing("8h", options=REQUIRED, melds=["0 [5h 6h 7h]"])
    assert refused(where, "1: lay 8h on m1") == "out.discard-required"
    assert over(do(where, "1: discard 8h"))


def test_out_discard_required__nor_use_up_the_hand_by_a_take() -> None:
    where = table(options=REQUIRED, hands=["Jc", "4h 5h"], pile="6h")
    assert refused(where, "1: take 6h with [4h 5h 6h]") == "out.discard-required"
    more = table(options=REQUIRED, hands=["Jc", "4h 5h"], pile="6h 9s")
    assert refused(more, "1: take 6h with [4h 5h 6h]") == ""


@pytest.mark.parametrize("preset", PRESETS)
def test_out_discard_required__in_no_preset(preset: str) -> None:
    assert refused(playing("3h 3s 3d", preset), "1: meld {3s 3h 3d}") == ""


def test_turn_no_stranding__many_barred_cards_that_fit_nothing_are_seen_at_once() -> None:
    pile = "9d 2s 5s 8s Js As 3h 6h Th Kh 4d 7d Qd Ad 2c 6c 9c Qc 3s 7s Ts 4h 8h Jh Ah 5d 8d Jd 3c 7c Tc Kc 6s Qs 2h"
    where = table("family", hands=["Jc", "9s 9h"], pile=pile, stock="4c")
    assert refused(where, "1: take 9d with {9s 9h 9d}") == "turn.no-stranding"
