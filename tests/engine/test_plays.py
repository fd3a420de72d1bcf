"""Tests of plays: the view after one, the cards that it may use, the cards that it leaves barred."""

from __future__ import annotations

import pytest
from tests.rules.tables import do, playing, refused, table

import rummy500 as r5
from rummy500.actions import Action
from rummy500.cards.cards import EMPTY_BAG, JOKER, SPARE, UNKNOWN, Bag, bag_of, cards_of
from rummy500.cards.pieces import Meld, Pieces, natural_piece, wild_in_group, wild_in_run
from rummy500.engine import plays
from rummy500.engine.plays import (
    barred_drawn,
    barred_lone_top,
    check_at_hand,
    judge_play,
    known_after,
    not_yet_played,
    play_record,
    shape_play,
    table_with,
    view_after,
)
from rummy500.engine.views import seat_view
from rummy500.errors import Refusal
from rummy500.records import replace
from rummy500.state import View

WHERE = playing("4h 5h 6h 7h 9s 9d 2c", "pagat", melds=["0 [Ts Js Qs]", "1 {8s 8h 0:8d}"])
VIEW = seat_view(WHERE.rules, WHERE.state, 1)


def pieces(text: str) -> Pieces:
    return tuple(natural_piece(card) for card in r5.parse_cards(text))


def held(text: str) -> Bag:
    return bag_of(r5.parse_cards(text))


def after(view: View, use: str, cards: Pieces, on: int = -1) -> View:
    meld = judge_play(WHERE.rules, view, use, cards, on)
    assert isinstance(meld, Meld)
    return view_after(view, meld, use, cards, on)


def test_view_after__a_new_meld_lies_last_and_its_cards_are_gone() -> None:
    seen = after(VIEW, "run", pieces("4h 5h 6h"))
    assert [str(meld) for meld in seen.public.table] == ["0 [Ts Js Qs]", "1 {8s 8h 0:8d}", "1 [4h 5h 6h]"]
    assert cards_of(seen.hand) == cards_of(held("7h 9s 9d 2c"))
    assert [seen.public.hand_size(seat) for seat in (0, 1)] == [1, 4]
    assert seen.public.turn.plays == (Action(1, "meld", use="run", pieces=pieces("4h 5h 6h")),)
    longer = after(seen, "lay", pieces("7h"), 2)
    assert str(longer.public.table[2]) == "1 [4h 5h 6h 7h]"
    assert longer.public.turn.plays[1:] == (Action(1, "lay", use="lay", pieces=pieces("7h"), on=2),)
    assert (longer.public.phase, longer.public.to_act, longer.public.pile) == ("play", 1, VIEW.public.pile)


def test_view_after__a_play_resets_the_idle_turns() -> None:
    idle = replace(VIEW, public=replace(VIEW.public, idle=1, stale=True, stock_count=0))
    seen = after(idle, "run", pieces("4h 5h 6h"))
    assert (seen.public.idle, seen.public.stale, seen.public.stock_count) == (0, False, 0)


def test_view_after__spare_cards_are_played_from_beside_the_hand() -> None:
    meld = Meld(1, 3, 1, (*pieces("4h 5h"), wild_in_run(SPARE, 18)), bytes((1, 1, 1)))
    seen = view_after(VIEW, meld, "run", meld.pieces, -1)
    assert cards_of(seen.hand) == cards_of(held("6h 7h 9s 9d 2c"))
    assert seen.public.hand_size(1) == 5
    two = Meld(1, 3, 1, (*pieces("4h"), wild_in_run(SPARE, 17), wild_in_run(SPARE, 18)), bytes((1, 1, 1)))
    assert view_after(VIEW, two, "run", two.pieces, -1).public.hand_size(1) == 6


def test_known_after__what_everyone_saw_come_and_sees_go() -> None:
    known = (held("2c"), held("4h 9s"), EMPTY_BAG)
    assert known_after(known, 1, held("4h 5h 6h")) == (held("2c"), held("9s"), EMPTY_BAG)
    assert known_after(known, 0, held("4h 5h 6h")) == known
    assert known_after(known, 2, held("4h 5h 6h")) == known
    assert known_after((held("9h 9h"), EMPTY_BAG), 0, held("9h")) == (held("9h"), 0)
    assert known_after((EMPTY_BAG, held("9h * *")), 1, held("*")) == (0, held("9h *"))


def test_table_with__at_the_end_or_in_its_place() -> None:
    first, second = VIEW.public.table
    third = replace(first, low=3)
    assert table_with((first, second), third, -1) == (first, second, third)
    assert table_with((first, second), third, 0) == (third, second)
    assert table_with((first, second), third, 1) == (first, third)


@pytest.mark.parametrize(("use", "verb"), [("run", "meld"), ("group", "meld"), ("lay", "lay")])
def test_play_record__a_play_by_its_use_whatever_move_made_it(use: str, verb: str) -> None:
    assert play_record(1, use, pieces("4h"), 2) == Action(1, verb, use=use, pieces=pieces("4h"), on=2)


@pytest.mark.parametrize(
    ("hand", "cards", "reason"),
    [
        ("4h 5h", pieces("4h 5h"), None),
        ("4h 5h", pieces("4h"), None),
        ("4h 5h", pieces("4h 6h"), "not-held"),
        ("4h 5h", pieces("4h 4h"), "not-held"),
        ("4h 4h", pieces("4h 4h"), None),
        ("4h 5h", (), "none"),
        ("4h *", (*pieces("4h"), wild_in_run(JOKER, 17)), None),
        ("4h", (*pieces("4h"), wild_in_run(JOKER, 17)), "not-held"),
        ("*", (wild_in_run(JOKER, 17), wild_in_run(JOKER, 18)), "not-held"),
        ("* *", (wild_in_group(JOKER, 4), wild_in_group(JOKER, 4)), None),
        ("4h", (*pieces("4h"), wild_in_run(SPARE, 17)), "not-held"),
        ("4h", (natural_piece(UNKNOWN),), "not-held"),
        ("4h", (natural_piece(54),), "not-held"),
    ],
)
def test_check_in_hand__each_card_as_often_as_it_is_played(hand: str, cards: Pieces, reason: str | None) -> None:
    refusal = check_at_hand(held(hand), cards)
    assert (None if refusal is None else refusal.reason) == reason
    if reason == "not-held":
        assert refusal is not None
        assert refusal.rule == "turn.cards"


@pytest.mark.interpreted
def test_check_in_hand__bits_suffice_for_single_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("counted one by one")

    monkeypatch.setattr(plays, "_check_counted", never)
    assert check_at_hand(held("4h 5h 6h 6h"), pieces("4h 5h 6h")) is None
    with pytest.raises(AssertionError):
        check_at_hand(held("4h 5h"), pieces("4h 6h"))


def test_check_in_hand__spare_cards_lie_beside_a_hand() -> None:
    assert check_at_hand(held("4h *d"), (*pieces("4h"), wild_in_run(SPARE, 17))) is None
    assert check_at_hand(held("4h *d"), (wild_in_run(SPARE, 16), wild_in_run(SPARE, 17))) is not None


def test_shape_play__no_meld_of_that_number() -> None:
    for on in (-1, 2, 7):
        refusal = shape_play(WHERE.rules.melding.finder, VIEW.public.table, VIEW.seat, "lay", pieces("9s"), on)
        assert isinstance(refusal, Refusal)
        assert (refusal.rule, refusal.reason, dict(refusal.facts)) == (
            "meld.layoff", "no-meld", {"number": str(on + 1)}
        )  # fmt: skip
    assert isinstance(
        shape_play(WHERE.rules.melding.finder, VIEW.public.table, VIEW.seat, "lay", pieces("9s"), 0), Meld
    )


def test_barred__what_came_this_turn_less_what_was_played_of_it() -> None:
    taken = do(table("pagat", hands=["Jc", "4h 5h 2c"], pile="6h"), "1: take 6h")
    view = seat_view(taken.rules, taken.state, 1)
    assert barred_lone_top(taken.rules, view) == barred_drawn(taken.rules, view) == held("6h")
    played = seat_view(taken.rules, do(taken, "1: meld [4h 5h 6h]").state, 1)
    assert barred_lone_top(taken.rules, played) == barred_drawn(taken.rules, played) == 0
    drawn = do(table("family", hands=["Jc", "4h 5h 2c"], stock="6h 7h"), "1: draw")
    view = seat_view(drawn.rules, drawn.state, 1)
    assert (barred_lone_top(drawn.rules, view), barred_drawn(drawn.rules, view)) == (0, held("6h"))
    deep = do(table("pagat", hands=["Jc", "4h 5h 2c"], pile="6h 9d"), "1: take 6h with [4h 5h 6h]")
    view = seat_view(deep.rules, deep.state, 1)
    assert (barred_lone_top(deep.rules, view), barred_drawn(deep.rules, view)) == (0, held("9d"))


def test_not_yet_played__copies_are_counted() -> None:
    done = (
        Action(1, "meld", use="group", pieces=pieces("9h 9h 9d")),
        Action(1, "lay", use="lay", pieces=pieces("5c")),
    )
    assert not_yet_played(done, held("9h 9h 5c 7c")) == held("7c")
    assert not_yet_played(done[:1], held("9h 5c")) == held("5c")
    assert not_yet_played((), held("9h 5c")) == held("9h 5c")
    joker = (Action(1, "lay", use="lay", pieces=(wild_in_run(JOKER, 3),)),)
    assert not_yet_played(joker, held("9h * *")) == held("9h *")


def test_lay_off__on_own_melds_or_once_melded() -> None:
    own = playing("9s 9d 9c Ks 2c", "pagat", {"meld.layoff": "own"}, melds=["0 [Ts Js Qs]", "1 {8s 8h 8d}"])
    assert refused(own, "1: lay 9s on m1") == "meld.layoff-own"
    assert refused(own, "1: meld {9s 9d 9c}") == ""
    melded = playing("9s 9d 9c Ks 2c", "pagat", {"meld.layoff": "after-meld"}, melds=["0 [Ts Js Qs]"])
    assert refused(melded, "1: lay 9s on m1") == "meld.layoff-after-meld"
    assert refused(do(melded, "1: meld {9s 9d 9c}"), "1: lay Ks on m1") == ""
