"""Tests of melds and discards: `oklahoma.deuce`, `oklahoma.ace-low`, `oklahoma.group-closed`, `oklahoma.queen`."""

from __future__ import annotations

from itertools import islice

import pytest
from plugins.oklahoma.tests.oklahoma_tables import after, legal, position, why_not

import rummy500 as r5
from rummy500.engine.plays import judge_play
from rummy500.engine.views import seat_view

DEUCES = ("2s", "2h", "2d", "2c")


@pytest.mark.parametrize("deuce", DEUCES)
def test_oklahoma_deuce_every_deuce_is_wild(deuce: str) -> None:
    where = position(f"4c / 9s 9d {deuce} 5c 6c Kd Qh")
    assert f"1: meld {{9s 9d {deuce}=9}}" in legal(where, "meld")
    assert f"1: meld [5c 6c {deuce}=7c]" in legal(where, "meld")


def test_oklahoma_deuce_is_natural_in_its_own_place_and_among_deuces() -> None:
    where = position("4c / 2s 2h 2d 3h 4h Kd Qh")
    assert legal(where, "meld {") == {
        "1: meld {2s 2h 2d}",
        *(f"1: meld {{{rank}{suit} {one}={rank} {two}={rank}}}" for rank, suit in ("3h", "4h", "Kd", "Qh")
          for one, two in (("2s", "2h"), ("2s", "2d"), ("2h", "2d"))),
        *(f"1: meld {{{rank}{suit} 2s={rank} 2h={rank} 2d={rank}}}" for rank, suit in ("3h", "4h", "Kd", "Qh")),
    }  # fmt: skip
    assert why_not(where, "1: meld [2h 3h 4h]") == ""
    assert why_not(where, "1: meld [2s=2h 3h 4h]") == ""


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("meld {2s 2h 2d=2}", "oklahoma.deuce"),
        ("lay 2d=2 on m1", "oklahoma.deuce"),
        ("meld {2s=9 2h=9 2d=9}", "oklahoma.deuce"),
        ("meld [2s=4h 2d=5h 2h=6h]", "oklahoma.deuce"),
        ("meld {9s 2h=9s 2d=9}", "meld.joker-role"),
        ("meld [9s 2h 2d]", "meld.run"),
        ("meld {9s 3h=9 2d=9}", "meld.joker"),
        ("meld {9s 2h 2d}", "meld.group"),
    ],
)
def test_oklahoma_deuce_refusals_name_the_rule(action: str, rule: str) -> None:
    where = position("4c / 9s 2s 2h 2d 3h Kd Qh", melds="1 {2s 2h 2c}", pile="Js")
    assert why_not(where, f"1: {action}") == rule


@pytest.mark.parametrize(
    ("run", "rule"),
    [
        ("[Ah 2h 3h]", ""),
        ("[Ah 2s=2h 3h]", "oklahoma.ace-low"),
        ("[Ah *=2h 3h]", "oklahoma.ace-low"),
        ("[Ah 2h 2s=3h]", ""),
        ("[2s=Ah 2h 3h]", ""),
        ("[*=Ah 2s=2h 3h]", "oklahoma.ace-low"),
        ("[Qh 2s=Kh Ah]", ""),
        ("[Qh *=Kh Ah 2h]", "meld.ace"),
    ],
)
def test_oklahoma_ace_low_needs_the_deuce_itself(run: str, rule: str) -> None:
    where = position("4c / Ah 2h 2s 3h Qh * 8c Kd", options='"oklahoma.jokers" = 1')
    assert why_not(where, f"1: meld {run}") == rule


def test_oklahoma_ace_low_what_it_forbids_is_not_even_looked_for() -> None:
    where = position("4c / 2s 2s 2h 2h 2d 2d 2c 2c As Ah 5h Kd")
    view = seat_view(where.rules, where.state, 1)
    found = list(islice(where.rules.melding.finder.new_runs(view.hand), 3000))
    assert len(found) == 3000
    assert [p for p in found if isinstance(judge_play(where.rules, view, "run", p, -1), r5.Refusal)] == []


def test_oklahoma_ace_low_holds_for_lay_offs_and_takes() -> None:
    melds = "1 [2s=2h 3h 4h], 1 [2d 3d 4d]"
    where = position("4c / Ah Ad 8c Kd", melds=melds)
    assert legal(where, "lay") == {"1: lay Ad on m2"}
    assert why_not(where, "1: lay Ah on m1") == "oklahoma.ace-low"
    taking = position("4c / 8c Kd", melds=melds, pile="6s Ah", more="")
    assert why_not(taking, "1: take Ah with Ah on m1") == "oklahoma.ace-low"
    assert legal(taking, "take") == set()


def test_oklahoma_ace_low_holds_in_a_run_of_all_thirteen() -> None:
    where = position("4c / Ah 8c Kd", melds="1 [2s=2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh]")
    assert legal(where, "lay") == set()
    assert why_not(where, "1: lay Ah on m1") == "oklahoma.ace-low"
    above = position("4c / Kh Ah 8c Kd", melds="1 [2s=2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh]")
    assert legal(above, "lay") == {"1: lay Kh on m1"}
    assert why_not(above, "1: lay Kh Ah on m1") == "oklahoma.ace-low"
    below = position("4c / 2h 2s 8c Kd", melds="1 [3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah]")
    assert legal(below, "lay") == {"1: lay 2h on m1"}
    assert why_not(below, "1: lay 2s=2h on m1") == "oklahoma.ace-low"


@pytest.mark.parametrize(
    "action", ["meld {9s 9s 9h 9d 9c}", "meld {9s 9s 9h 9d 2c=9}", "lay 9s on m1", "lay 2c=9 on m1", "lay 9s 9s on m2"]
)
def test_oklahoma_group_closed_at_four(action: str) -> None:
    where = position("4c / 9s 9s 9h 9d 9c 2c Kd", melds="1 {9h 2d=9 2d=9 2s=9}, 1 {9d 9c 2h=9}")
    assert why_not(where, f"1: {action}") == "oklahoma.group-closed"


@pytest.mark.parametrize(
    ("hand", "discards"),
    [
        ("Qs Kd", {"Kd"}),
        ("Qs Qs Kd", {"Kd"}),
        ("Qs Qh", {"Qh"}),
        ("Qs Qs", {"Qs"}),
        ("Qs", {"Qs"}),
    ],
)
def test_oklahoma_queen_goes_last(hand: str, discards: set[str]) -> None:
    where = position(f"4c / {hand}")
    assert legal(where, "discard") == {f"1: discard {card}" for card in discards}
    assert why_not(where, "1: discard Qs") == ("" if "Qs" in discards else "oklahoma.queen")


def test_oklahoma_queen_and_a_lone_card_taken_strand() -> None:
    where = position("4c / Qs 8h 8c", pile="8d", more="")
    assert legal(where, "take") == {"1: take 8d with {8h 8d 8c}"}
    assert why_not(where, "1: take 8d with {8h 8d 8c}") == ""
    offered = position("4c / Qs", pile="8d", more='phase = "offer"')
    assert why_not(offered, "1: take 8d") == "turn.no-stranding"


def test_oklahoma_queen_just_taken_is_refused_as_the_queen() -> None:
    where = after(position("4c / 5c", pile="Qs", more='phase = "offer"'), "1: take Qs")
    assert why_not(where, "1: discard Qs") == "oklahoma.queen"
    alone = after(position("4c / Qs", pile="Qs", more='phase = "offer"'), "1: take Qs")
    assert legal(alone) == {"1: discard Qs"}


def test_oklahoma_queen_two_of_them_and_a_pile() -> None:
    where = position("4c / Qs Qs 8h 8c", pile="3s 8d", more="")
    assert legal(after(where, "1: take 8d with {8h 8d 8c}"), "discard") == {"1: discard 3s"}
