"""Tests of `dealers-gambit.split`: a joker played with a take removes one side of the pile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rummy500 as r5
from rummy500.cards.cards import cards_of

Place = Callable[..., Any]
FOUR = '"dealers-gambit.jokers" = 4'
PILE = "3s 5c 9h Jd 4s"


@pytest.mark.parametrize(
    ("side", "joker", "gone", "hand"),
    [
        ("below", "*", "3s 5c *", "4s Jd Kd"),
        ("above", "*", "4s Jd *", "3s Kd 5c"),
        ("below", "*d", "3s 5c *d", "4s Jd Kd *"),
        ("above", "*d", "4s Jd *d", "3s Kd 5c *"),
    ],
)
def test_dealers_gambit_split_a_side_leaves_for_good(place: Place, side: str, joker: str, gone: str, hand: str) -> None:
    where = place("9s 9d * Kd / 8c", "split", act=0, phase="draw", pile=PILE)
    after = where.after(f"0: take 9h with {{9s 9h 9d}} split {side} with {joker}")
    assert (after.gone, after.hand(0)) == (gone, hand)
    assert after.state.public.pile == b""
    assert after.memory.joker == ("used" if joker == "*d" else "lies")
    assert after.table == ["0 {9s 9h 9d}"]


def test_dealers_gambit_split_at_the_top_card_it_must_be_used_too(place: Place) -> None:
    where = place("4c / 9s 9d * Kd", "split", phase="draw", pile="3s 5c 9h", preset="pagat")
    assert where.why_not("1: take 9h") == ""
    assert where.why_not("1: take 9h split below with *") == "dealers-gambit.split"
    assert where.legal("take 9h with") == {
        "1: take 9h with {9s 9h 9d}",
        "1: take 9h with {9s 9h 9d} split below with *",
        "1: take 9h with {9s 9h 9d} split above with *",
    }
    assert where.after("1: take 9h with {9s 9h 9d} split above with *").hand(1) == "3s Kd 5c"
    assert where.after("1: take 9h with {9s 9h 9d} split below with *").hand(1) == "Kd"


def test_dealers_gambit_split_new_melds_only_holds_at_every_depth(place: Place) -> None:
    new = '"draw.deep-use" = "new-meld"'
    where = place("4c / * Kd 2d", "split", phase="draw", pile="3s 9h", melds="0 [Th Jh Qh]", preset="pagat")
    assert where.why_not("1: take 9h with 9h on m1 split above with *") == ""
    strict = place(
        "4c / * Kd 2d", "split", phase="draw", pile="3s 9h", melds="0 [Th Jh Qh]", options=new, preset="pagat"
    )
    assert strict.why_not("1: take 9h with 9h on m1 split above with *") == "draw.deep-use"
    assert strict.legal("take") == {"1: take 9h", "1: take 9h with 9h on m1"}


def test_dealers_gambit_split_uses_cards_of_the_side_that_comes(place: Place) -> None:
    where = place("4c / 9d * Kd", "split", phase="draw", pile="9s 5c 9h 9c 4s")
    assert where.why_not("1: take 9h with {9s 9h 9d} split above with *") == ""
    assert where.why_not("1: take 9h with {9s 9h 9d} split below with *") == "turn.cards"
    assert "9s leaves with the split" in where.sentence("1: take 9h with {9s 9h 9d} split below with *")
    assert where.why_not("1: take 9h with {9h 9d 9c} split above with *") == "turn.cards"


def test_dealers_gambit_split_needs_a_joker_held_before_the_take(place: Place) -> None:
    where = place("4c / 9s 9d Kd", "split", phase="draw", pile="3s 9h *")
    assert where.why_not("1: take 9h with {9s 9h 9d} split below with *") == "turn.cards"


def test_dealers_gambit_split_the_joker_that_comes_with_it_has_come_this_turn(place: Place) -> None:
    options = f'{FOUR}, "discard.barred" = "drawn"'
    where = place("4c / 9s 9d * Kd", "split", phase="draw", pile="3s 9h *", options=options)
    after = where.after("1: take 9h with {9s 9h 9d} split below with *")
    assert after.hand(1) == "Kd *"
    assert after.why_not("1: discard *") == "discard.not-drawn"


def test_dealers_gambit_split_the_cards_taken_are_known(place: Place) -> None:
    where = place("4c / 9s 9d * Kd", "split", phase="draw", pile=PILE)
    after = where.after("1: take 9h with {9s 9h 9d} split above with *")
    assert r5.cards_text(cards_of(after.state.public.known[1])) == "3s 5c"
    assert after.state.public.hand_size(1) == 3


def test_dealers_gambit_split_what_left_is_not_reshuffled(place: Place) -> None:
    options = '"stock.empty" = "reshuffle"'
    where = place("8c Kc / 9s 9d * Kd 4h", "split", phase="draw", pile=PILE, stock="7d", options=options)
    after = where.after(
        "1: take 9h with {9s 9h 9d} split below with *", "1: discard Kd", "0: draw", "0: discard Kc", "1: draw"
    )
    due = r5.chance(after.rules, after.state)
    assert due is not None
    assert r5.cards_text(due.cards) == "Kd"
    assert after.gone == "3s 5c *"


def test_dealers_gambit_split_going_out_with_it(place: Place) -> None:
    where = place("8c Kc / 9s 9d *", "split", phase="draw", pile="3s 9h")
    assert where.after("1: take 9h with {9s 9h 9d} split below with *").state.public.ended == "out"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("1: take 9h with {9s 9h 9d} split below with *", ""),
        ("1: take 9h with {9s 9h 9d} split below", "dealers-gambit.split"),
        ("1: take 9h with {9s 9h 9d} split inside with *", "dealers-gambit.split"),
        ("1: take 9h with {9s 9h 9d} split below with Kd", "dealers-gambit.split"),
        ("1: take 9h with {9s 9h 9d} split below with *d", "dealers-gambit"),
        ("1: take 9h with {9s 9h 9d} doubled with *", "dealers-gambit.split"),
        ("1: take 9h with {9s 9h *=9}", "dealers-gambit.split"),
        ("1: take 9h with {9s 9h 9c} split below with *", "turn.cards"),
        ("1: take 9h with [9s 9h 9d] split below with *", "meld.run"),
        ("1: take 5c with {9s 9h 9d} split below with *", "draw.deep-use"),
        ("1: take Qs with {9s 9h 9d} split below with *", "turn.cards"),
        ("0: take 9h with {9s 9h 9d} split below with *", "turn.seat"),
    ],
)
def test_dealers_gambit_split_refusals_name_the_rule(place: Place, action: str, rule: str) -> None:
    where = place("4c / 9s 9d * Kd", "split", phase="draw", pile=PILE)
    assert where.why_not(action) == rule


def test_dealers_gambit_split_nobody_splits_after_an_offer_that_all_refused(place: Place) -> None:
    offer = '"deal.opening" = "offer"'
    where = place("9s 9d Kd / 9h * Kc", "split", phase="offer", pile="9c", options=offer)
    assert where.why_not("1: take 9c with {9h 9c} split below with *") == "deal.opening-offer"
    after = where.after("1: pass", "0: pass")
    assert after.legal("take") == set()
    assert after.why_not("1: take 9c with {9h 9c} split below with *") == "deal.opening-offer"
