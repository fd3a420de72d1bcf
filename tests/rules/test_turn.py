"""Tests of turns: their order, their parts, and that each can end."""

from __future__ import annotations

import pytest
from tests.rules.tables import PRESETS, do, hands, legal, over, playing, refused, scores, table

import rummy500 as r5


def test_turn_order__the_dealers_left_begins_then_clockwise() -> None:
    for dealer in range(3):
        state = r5.deal(r5.compose("pagat", seats=3), seed=1, dealer=dealer)
        assert state.public.to_act == (dealer + 1) % 3
    where = table(hands=["2c 3c", "2d 3d", "2s 3s"], to_act=1, stock="4h 8c 9d Jh")
    order = []
    for card in ("2d", "2s", "2c"):
        seat = where.state.public.to_act
        order.append(seat)
        where = do(where, f"{seat}: draw", f"{seat}: discard {card}")
    assert order == [1, 2, 0]
    assert where.state.public.to_act == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_turn_parts__nothing_before_the_draw(preset: str) -> None:
    where = table(preset, hands=["Jc", "4h 5h 6h 9d"], melds=["1 {9c 9h 9s}"])
    for action in ("meld [4h 5h 6h]", "lay 9d on m1", "discard 4h"):
        assert refused(where, f"1: {action}") == "turn.parts"
    after = do(where, "1: draw")
    for action in ("meld [4h 5h 6h]", "lay 9d on m1", "discard 4h"):
        assert refused(after, f"1: {action}") == ""


def test_turn_parts__meld_and_lay_off_as_often_as_you_like() -> None:
    where = playing("4h 5h 6h 7h 9d 9c 9s 9h 2c")
    where = do(where, "1: meld [4h 5h 6h]", "1: meld {9s 9d 9c}", "1: lay 7h on m1", "1: lay 9h on m2")
    assert legal(where) == {"1: discard 2c"}


def test_turn_seat__an_action_is_its_seats() -> None:
    where = table(hands=["Jc", "4h", "5h"], to_act=1)
    for seat in (0, 2):
        for action in ("draw", "take Qd", "pass", "discard Jc", "meld [4h 5h 6h]"):
            assert refused(where, f"{seat}: {action}") == "turn.seat"
    assert refused(where, "7: draw") == "turn.seat"
    assert refused(where, "deck: reshuffle 4h") in ("turn.phase", "turn.seat")
    drawn = do(where, "1: draw")
    assert refused(drawn, "2: discard 5h") == "turn.seat"


def test_turn_phase__nothing_to_pass_where_something_has_to_be_done() -> None:
    assert refused(playing("4h 2c"), "1: pass") == "turn.phase"


def test_turn_phase__nothing_after_the_hand() -> None:
    where = do(playing("4h"), "1: discard 4h")
    assert over(where)
    assert legal(where) == set()
    for action in ("draw", "take 4h", "pass", "discard Jc", "meld {4h 4s 4d}", "lay 4h on m1"):
        assert refused(where, f"1: {action}") == "turn.phase"


def test_turn_cards__only_cards_that_the_seat_holds() -> None:
    where = playing("4h 5h 2c", melds=["0 [7s 8s 9s]"])
    assert refused(where, "1: discard Jc") == "turn.cards"
    assert refused(where, "1: meld [4h 5h 6h]") == "turn.cards"
    assert refused(where, "1: lay Ts on m1") == "turn.cards"


def test_turn_cards__each_copy_is_counted() -> None:
    two = {"deck.packs": 2, "meld.group-suits": "any"}
    where = playing("4h 4d 2c", options=two)
    assert refused(where, "1: meld {4h 4h 4d}") == "turn.cards"
    assert refused(playing("4h 4h 4d 2c", options=two), "1: meld {4h 4h 4d}") == ""


def test_turn_cards__only_cards_that_lie_in_the_pile() -> None:
    where = table(hands=["Jc", "4h 5h"], pile="6h 7h", last=0)
    assert refused(where, "1: take 8h") == "turn.cards"
    assert refused(where, "1: take 8h with [6h 7h 8h]") == "turn.cards"
    assert refused(where, "1: take 7h/2") == "turn.cards"
    assert refused(where, "1: call [6h 7h 8h]") == "turn.cards"


def test_turn_no_stranding__the_king_stays_for_the_discard() -> None:
    where = table(hands=["Jc", "Kh"], pile="3s 7d", melds=["0 [Th Jh Qh]"])
    where = do(where, "1: take 7d")
    assert refused(where, "1: lay Kh on m1") == "turn.no-stranding"
    assert legal(where) == {"1: discard Kh"}


def test_turn_no_stranding__not_where_the_barred_card_can_be_melded() -> None:
    where = table(hands=["Jc", "Kh"], pile="3s 7d", melds=["0 [Th Jh Qh]", "0 [4d 5d 6d]"])
    where = do(where, "1: take 7d", "1: lay Kh on m1")
    assert legal(where) == {"1: lay 7d on m2"}
    where = do(where, "1: lay 7d on m2")
    assert over(where)
    assert scores(where) == (30 + 15 - 10, 17)


def test_turn_no_stranding__no_take_that_leaves_only_barred_cards() -> None:
    where = table("family", hands=["Jc", "9h 9s"], pile="9d Kd")
    assert refused(where, "1: take 9d with {9s 9h 9d}") == "turn.no-stranding"
    assert refused(table("pagat", hands=["Jc", "9h 9s"], pile="9d Kd"), "1: take 9d with {9s 9h 9d}") == ""
    spare = table("family", hands=["Jc", "9h 9s 2c"], pile="9d Kd")
    assert legal(do(spare, "1: take 9d with {9s 9h 9d}")) == {"1: discard 2c"}


def test_turn_no_stranding__no_call_that_leaves_only_barred_cards() -> None:
    options = {"discard.barred": "drawn"}
    melds = ["0 [4c 5c 6c]"]
    alone = table(options=options, hands=["Jc", "2h", "9h 2d"], pile="7c 3s", to_act=1, last=0, melds=melds)
    assert refused(alone, "2: call 7c on m1") == ""
    after = do(alone, "2: call 7c on m1")
    assert legal(after) == {"2: discard 9h", "2: discard 2d"}
    assert hands(after)[2] == "3s 9h 2d"


def test_turn_no_stranding__the_bar_on_an_unseen_card_yields_if_nothing_else_is_left() -> None:
    assert legal(playing("8s", "family", drawn=["8s"])) == {"1: discard 8s"}
    assert legal(playing("8s", "family", drawn=["8s"], hands=["Jc", "8s 2c"])) == {"1: discard 2c"}


def test_turn_no_stranding__the_more_specific_rule_is_named() -> None:
    required = playing("9s 9h 9d", options={"out.discard": "required"})
    assert refused(required, "1: meld {9s 9h 9d}") == "out.discard-required"
    short = playing("9s 9h 9d 2c", options={"meld.first-minimum": 30})
    assert refused(short, "1: meld {9s 9h 9d}") == "meld.first-minimum"
