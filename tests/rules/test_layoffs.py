"""Tests of lay-offs."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rules.tables import do, legal, melds, playing, presets_with, refused, scores, table

OWN = {"meld.layoff": "own"}
AFTER = {"meld.layoff": "after-meld"}


@pytest.mark.parametrize("preset", presets_with("meld.layoff", "any"))
def test_meld_layoff__any_meld_at_either_end_of_a_run(preset: str) -> None:
    where = playing("4h 8h 9c 2c", preset, melds=["0 [5h 6h 7h]", "0 {9s 9h 9d}"])
    assert legal(where, "lay") == {"1: lay 4h on m1", "1: lay 8h on m1", "1: lay 9c on m2"}
    assert refused(where, "1: lay 2c on m1") == "meld.run"
    assert refused(where, "1: lay 2c on m2") == "meld.group"
    assert refused(where, "1: lay 8h on m3") == "meld.layoff"


def test_meld_layoff__the_card_scores_for_whoever_played_it_and_lies_before_them() -> None:
    where = do(playing("8h 2c", melds=["0 [5h 6h 7h]"]), "1: lay 8h on m1", "1: discard 2c")
    assert melds(where) == ["0 [5h 6h 7h 1:8h]"]
    assert scores(where) == (18 - 10, 8)


def test_meld_layoff__several_cards_are_one_stretch_at_one_end() -> None:
    where = playing("4h 8h 9h 2c", melds=["0 [5h 6h 7h]"])
    assert refused(where, "1: lay 8h 9h on m1") == ""
    assert refused(where, "1: lay 4h 8h on m1") == "meld.run"
    assert refused(where, "1: lay 9h on m1") == "meld.run"
    after = do(where, "1: lay 8h 9h on m1", "1: lay 4h on m1")
    assert melds(after) == ["0 [1:4h 5h 6h 7h 1:8h 1:9h]"]


def test_meld_layoff__on_what_others_have_laid_off() -> None:
    where = playing("9h 2c", melds=["0 [5h 6h 7h 1:8h]"])
    assert legal(where, "lay") == {"1: lay 9h on m1"}


def test_meld_layoff_choice__a_nine_on_the_group_does_not_extend_the_run() -> None:
    start = table(to_act=1, phase="play", hands=["Jc", "9h 2c Ks", "Th 3c"], melds=["0 [5h 6h 7h 8h]", "2 {9s 9d 9c}"])
    assert legal(start, "lay") == {"1: lay 9h on m1", "1: lay 9h on m2"}
    on_group = do(start, "1: lay 9h on m2", "1: discard 2c", "2: draw")
    assert refused(on_group, "2: lay Th on m1") == "meld.run"
    on_run = do(start, "1: lay 9h on m1", "1: discard 2c", "2: draw")
    assert refused(on_run, "2: lay Th on m1") == ""


def test_meld_layoff_choice__with_different_suits_it_must_differ_from_the_natural_cards() -> None:
    two = {"deck.packs": 2}
    where = playing("9h 9c 2c", options=two, melds=["0 {9s 9h *=9}"])
    assert refused(where, "1: lay 9h on m1") == "meld.group-suits"
    assert refused(where, "1: lay 9c on m1") == ""


def test_meld_layoff_choice__the_player_chooses_place_and_role_of_a_joker() -> None:
    where = playing("* 2c", melds=["0 [5h 6h 7h]", "0 {9s 9d 9c}"])
    assert legal(where, "lay") == {"1: lay *=4h on m1", "1: lay *=8h on m1", "1: lay *=9 on m2"}
    assert refused(where, "1: lay * on m1") == "meld.joker-role"


def test_meld_layoff_after_meld__only_once_you_have_melded_yourself() -> None:
    where = playing("8h 9s 9d 9c 2c", "north-american", melds=["0 [5h 6h 7h]"])
    assert legal(where, "lay") == set()
    assert refused(where, "1: lay 8h on m1") == "meld.layoff-after-meld"
    after = do(where, "1: meld {9s 9d 9c}")
    assert refused(after, "1: lay 8h on m1") == ""


def test_meld_layoff_after_meld__a_take_used_by_a_layoff_needs_an_earlier_meld() -> None:
    rest: dict[str, Any] = {"pile": "8h", "hands": ["Jc", "9s 9d 9c"]}
    where = table("north-american", melds=["0 [5h 6h 7h]"], **rest)
    assert refused(where, "1: take 8h with 8h on m1") == "meld.layoff-after-meld"
    assert legal(where, "take") == {"1: take 8h"}
    melded = table("north-american", melds=["0 [5h 6h 7h]", "1 {4s 4d 4c}"], **rest)
    assert refused(melded, "1: take 8h with 8h on m1") == ""


def test_meld_layoff_after_meld__a_call_needs_an_earlier_meld() -> None:
    rest: dict[str, Any] = {"pile": "8h", "to_act": 1, "last": 0, "hands": ["Jc", "9s 2c", "9d 3c"]}
    where = table("north-american", melds=["0 [5h 6h 7h]", "2 {4s 4d 4c}"], **rest)
    assert refused(where, "1: call 8h on m1") == "meld.layoff-after-meld"
    assert legal(where, "call") == {"2: call 8h on m1"}


def test_meld_layoff_after_meld__a_full_call_of_a_new_meld_needs_one_too() -> None:
    where = table(options=AFTER, pile="8h 8d 8c", last=0, hands=["Jc", "9s 2c"])
    assert refused(where, "1: call {8h 8d 8c}") == "meld.layoff-after-meld"


def test_meld_layoff_after_meld__cards_laid_off_are_no_meld_of_ones_own() -> None:
    where = playing("8h 2c", "north-american", melds=["0 [5h 6h 7h]", "0 {9s 9d 1:9c}"])
    assert refused(where, "1: lay 8h on m1") == "meld.layoff-after-meld"


def test_meld_layoff_own__only_on_your_own_melds() -> None:
    where = playing("8h 8d 2c", options=OWN, melds=["0 [5h 6h 7h]", "1 [5d 6d 7d]"])
    assert legal(where, "lay") == {"1: lay 8d on m2"}
    assert refused(where, "1: lay 8h on m1") == "meld.layoff-own"


def test_meld_layoff_own__holds_for_takes_and_calls() -> None:
    where = table(options=OWN, pile="8h", last=0, hands=["Jc", "9s 2c", "9d 3c"], melds=["1 [5h 6h 7h]"])
    assert refused(where, "1: take 8h with 8h on m1") == ""
    assert legal(where, "call") == {"1: call 8h on m1"}
    assert refused(where, "2: call 8h on m1") == "meld.layoff-own"


@pytest.mark.parametrize(
    ("preset", "value"), {"pagat": "any", "north-american": "after-meld", "classic": "any", "family": "any"}.items()
)
def test_meld_layoff__as_each_preset_has_it(preset: str, value: str) -> None:
    assert table(preset).rules.options["meld.layoff"] == value
