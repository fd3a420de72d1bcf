"""Tests of `match.partnership` beside its laws and scenarios: its seats, its deal, and what `explain` says."""

from __future__ import annotations

import re

import pytest

import rummy500 as r5

THREE = {"partnership.sides": "three"}


@pytest.mark.parametrize("seats", [2, 3, 5, 7, 8])
def test_match_partnership_is_for_four_or_six(seats: int) -> None:
    with pytest.raises(r5.ComposeError, match=f"plugin partnership is played by 4 or 6 seats, not {seats}"):
        r5.compose("classic", ["partnership"], seats=seats)


def test_match_partnership_has_three_sides_only_with_six() -> None:
    refusal = "option partnership.sides can be three only with 6 seats"
    with pytest.raises(r5.ComposeError, match=f"^{re.escape(refusal)}$"):
        r5.compose("classic", ["partnership"], THREE, seats=4)


@pytest.mark.parametrize("preset", ["pagat", "north-american", "classic", "family"])
@pytest.mark.parametrize("sides", ["two", "three"])
def test_match_partnership_deals_six_seven_cards_each_of_two_packs(preset: str, sides: str) -> None:
    rules = r5.compose(preset, ["partnership"], {"partnership.sides": sides}, seats=6)
    assert (rules.deal.hand_size, rules.deal.packs) == (7, 2)
    assert all(one != other for one, other in zip(rules.sides, (*rules.sides[1:], rules.sides[0]), strict=True))


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (4, {}, "Partners sit opposite each other and play against the other pair."),
        (6, {}, "Two sides of three play. Every other player is your partner."),
        (6, THREE, "Three sides of two play. Partners sit opposite each other."),
    ],
)
def test_explain_tells_who_plays_whom(seats: int, options: dict[str, str], sentence: str) -> None:
    found = {one.rule: one for one in r5.explain(r5.compose("pagat", ["partnership"], options, seats=seats))}
    assert found["match.partnership"].text.startswith(sentence)
    assert found["match.target"].set_by == "plugin partnership"
