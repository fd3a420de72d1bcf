"""Tests of the oracle's 500 Throw Down, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from proofs.oracle import judge, legal
from proofs.oracle.examples import Changed, playing, position, with_verb
from proofs.oracle.variants.throw_down import ThrowDown

TWO_PACKS: Changed = {"deck.packs": 2}


def heap(pile: str, over: dict[str, str] | None = None, preset: str = "pagat", **rest: Any) -> dict[str, Any]:
    """Make a pile of tossed cards; seat 0 of three is to draw, and seat 2 tossed last."""
    usual: dict[str, Any] = {"hands": ["2c Kc", "2d Kd", "2s Ks"], "last": 2, "pile": pile, "over": over or {}}
    return position(preset, **(usual | rest))


def test_throw_down_cover_an_uncovered_card_is_on_top() -> None:
    where = heap("4d 7c Jh", {"Jh": "4d"})
    assert with_verb(legal(where, ThrowDown), "take") == {"0: take Jh", "0: take 7c"}
    assert judge(where, "0: take 4d", ThrowDown) == "draw.deep"


def test_throw_down_cover_must_meld() -> None:
    where = heap("7c 9s Jh", preset="classic", hands=["9h 9d 2c", "2d"])
    assert with_verb(legal(where, ThrowDown), "take") == {"0: take 9s with {9s 9h 9d}"}
    assert judge(where, "0: take 9s", ThrowDown) == "draw.top"


def test_throw_down_cover_collects_indirect_covers() -> None:
    """The three alone would leave nothing to discard; the six and the nine upon it do."""
    options: Changed = {"out.discard": "required"}
    chain = heap("3d 6s Jc 9h", {"6s": "3d", "9h": "6s"}, hands=["3s 3h", "2d"], options=options)
    assert judge(chain, "0: take 3d with {3s 3h 3d}", ThrowDown) is None
    clear = chain | {"over": {}}
    assert judge(clear, "0: take 3d with {3s 3h 3d}", ThrowDown) == "out.discard-required"
    other = chain | {"over": {"9h": "Jc", "6s": "Jc"}}
    assert judge(other, "0: take 3d with {3s 3h 3d}", ThrowDown) == "out.discard-required"


def test_throw_down_cover_leaves_other_cards() -> None:
    where = heap("3d 6s", hands=["3s 3h 6h 6c 2d", "2d"])
    assert judge(where, "0: take 3d with {3s 3h 3d}", ThrowDown) is None
    assert judge(where, "0: take 3d with {6s 6h 6c}", ThrowDown) == "turn.cards"


def test_draw_deep_use_holds_not_of_a_free_clear_card() -> None:
    where = heap("Th 3s", preset="family", melds=["1 [7h 8h 9h]"])
    assert judge(where, "0: take Th with Th on m1", ThrowDown) is None
    covered = where | {"over": {"3s": "Th"}}
    assert judge(covered, "0: take Th with Th on m1", ThrowDown) == "draw.deep-use"


def test_a_card_that_lies_twice_is_named_by_its_place() -> None:
    where = heap("7c 9s 7c 3h", {"3h": "7c/4"}, options=TWO_PACKS)
    assert with_verb(legal(where, ThrowDown), "take") == {"0: take 3h", "0: take 7c", "0: take 9s"}
    with pytest.raises(ValueError, match="no one card"):
        legal(where | {"over": {"3h": "7c"}}, ThrowDown)


# Calls


def test_a_caller_takes_the_covers_of_the_claimed_cards() -> None:
    where = heap("9s 3d 9d Jh 9c", {"Jh": "9s"}, options={"call": "full", "meld.first-minimum": 0})
    assert judge(where, "1: call {9s 9d 9c}", ThrowDown) is None
    top = where | {"rules": {"preset": "pagat", "options": {"call": "top"}}}
    assert judge(top, "1: call {9s 9d 9c}", ThrowDown) == "call.top"
    assert judge(top | {"over": {"Jh": "3d"}}, "1: call {9s 9d 9c}", ThrowDown) is None


def test_call_last_discard_is_the_card_tossed_last() -> None:
    where = heap("6h 3d Th", options={"call": "last-discard"}, melds=["2 [7h 8h 9h]"])
    assert with_verb(legal(where, ThrowDown), "call") == {"0: call Th on m1", "1: call Th on m1"}
    assert judge(where, "1: call 6h on m1", ThrowDown) == "call.last-discard"


def test_either_copy_can_be_claimed() -> None:
    where = heap("Th 6s Th", options=TWO_PACKS, melds=["2 [7h 8h 9h]"])
    calls = {f"{seat}: call {card} on m1" for seat in (0, 1) for card in ("Th", "Th/3")}
    assert {text for text in legal(where, ThrowDown) if " call T" in text} == calls
    assert judge(where, "1: call Th/2 on m1", ThrowDown) == "turn.cards"


# Tosses


def test_a_toss_lies_on_any_cards_of_the_pile() -> None:
    where = playing("2c 9s", pile="4d 7c Jh")
    assert legal(where, ThrowDown) == {"0: discard 2c", "0: discard 9s"}
    assert judge(where, "0: discard 9s over 4d Jh", ThrowDown) is None
    assert judge(where, "0: discard 9s over 4d 4d", ThrowDown) == "throw-down.cover"
    assert judge(where, "0: discard 9s over Kc", ThrowDown) == "throw-down.cover"
    assert judge(where, "0: discard Kc over 4d", ThrowDown) == "turn.cards"


def test_a_clear_card_taken_alone_may_not_be_tossed_back() -> None:
    where = playing("2c 4d", pile="7c", taken=["4d"])
    assert judge(where, "0: discard 4d over 7c", ThrowDown) == "discard.not-taken"
