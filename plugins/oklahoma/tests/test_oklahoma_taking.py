"""Tests of takes and their uses: `draw.whole-pile`, `oklahoma.opening-use`, `oklahoma.new-meld-only`."""

from __future__ import annotations

import pytest
from plugins.oklahoma.tests.oklahoma_tables import after, hand, legal, position, why_not

OPENING_USE = '"oklahoma.opening-use" = true'
NEW_MELD_ONLY = '"oklahoma.new-meld-only" = true'


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("take 9h", "draw.whole-pile"),
        ("take 9h with {9s 9h 9d}", "draw.whole-pile"),
        ("take 9h with 9h on m1", "draw.whole-pile"),
        ("take 9h with {9h 9d 9c}", "turn.cards"),
        ("take Jd", "draw.top"),
        ("take Jd with {9s 9h 9d}", "draw.deep-use"),
        ("take Jd with Jd on m2", "meld.layoff-own"),
        ("take Kd", "turn.cards"),
    ],
)
def test_draw_whole_pile_refusals_name_the_rule(action: str, rule: str) -> None:
    where = position("4c / 9s 9d Kc 5s", melds="1 [Th Jh Qh], 0 [8d 9d Td]", pile="9h Jd", more="")
    assert why_not(where, f"1: {action}") == rule


def test_draw_whole_pile_of_one_card() -> None:
    where = position("4c / 9s 9d Kc 5s", pile="9h", more="")
    assert legal(where) == {"1: draw", "1: take 9h with {9s 9h 9d}"}
    assert hand(after(where, "1: take 9h with {9s 9h 9d}"), 1) == "5s Kc"


@pytest.mark.parametrize(
    ("pile", "rule"), [("9h", "deal.opening-offer"), ("2s", "deal.opening-offer"), ("4h", "deal.opening-offer")]
)
def test_oklahoma_opening_use_asks_for_a_use(pile: str, rule: str) -> None:
    where = position("4c / 9s 9d Kc 5s", pile=pile, options=OPENING_USE, more='phase = "offer"')
    assert why_not(where, f"1: take {pile}") == rule
    uses = {"9h": {"{9s 9h 9d}"}, "2s": {"{9s 9d 2s=9}"}, "4h": set[str]()}[pile]
    assert legal(where) == {"1: pass", *(f"1: take {pile} with {use}" for use in uses)}


def test_oklahoma_opening_use_is_over_with_the_offer() -> None:
    where = position("4c Kh / 4d Kd", pile="9h", options=OPENING_USE, more='phase = "offer"')
    assert legal(after(where, "1: pass", "0: pass")) == {"1: draw"}


@pytest.mark.parametrize("options", ["", NEW_MELD_ONLY])
def test_oklahoma_opening_use_off_the_upcard_is_taken_as_it_is(options: str) -> None:
    where = position("4c / 9s 9d Kc 5s", pile="9h", options=options, more='phase = "offer"')
    assert legal(where) == {"1: pass", "1: take 9h"}
    assert why_not(where, "1: take 9h with {9s 9h 9d}") == "deal.opening-offer"


def test_oklahoma_new_meld_only_refuses_lay_offs_and_swaps() -> None:
    melds = "1 [Jh Qh *=Kh]"
    for pile, wrong in (("3s Th", "Th on m1"), ("3s Kh", "swap Kh on m1")):
        card = pile[3:]
        strict = position(
            "4c / 9s 5d Kc 5s", melds=melds, pile=pile, options=f'{NEW_MELD_ONLY}, "oklahoma.jokers" = 1', more=""
        )
        assert why_not(strict, f"1: take {card} with {wrong}") == "draw.deep-use"
        assert legal(strict) == {"1: draw"}
        mild = position("4c / 9s 5d Kc 5s", melds=melds, pile=pile, options='"oklahoma.jokers" = 1', more="")
        assert legal(mild) == {"1: draw", f"1: take {card} with {wrong}"}


def test_oklahoma_new_meld_only_leaves_the_rest_of_the_turn_free() -> None:
    options = f'{NEW_MELD_ONLY}, "oklahoma.jokers" = 1'
    where = position("4c / 9s 9d Kh 5s", melds="1 [Jh Qh *=Kh]", pile="Th 9h", options=options, more="")
    taken = after(where, "1: take 9h with {9s 9h 9d}")
    assert legal(taken, "lay") == {"1: lay Th on m1"}
    assert legal(taken, "swap") == {"1: swap Kh on m1"}
