"""The laws of 5/10/15 are seen to fail: each on rules in which the values are not what they should be."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import Place
from rummy500.rules import alter
from rummy500.rules.points import PointTable
from rummy500.testing import Law, check_laws
from rummy500_five_ten_fifteen.laws import LAWS

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
RULES = r5.compose("family", ["five-ten-fifteen"], {"meld.run-min": 3}, seats=3)


def with_values(wrong: dict[tuple[str, str], int]) -> r5.Rules:
    """The rules with other points for some cards at some places."""

    def points(card: int, role: int, place: Place) -> int:
        return wrong.get((r5.card_text(card), place), RULES.scoring.points.piece(card + 64 * role, place))

    return alter(RULES, points=PointTable(points))


def found(law: Law[Any], rules: r5.Rules, hands: int = 4) -> list[str]:
    return [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]


@pytest.mark.parametrize("card", ["2s", "9d", "Th", "Kc", "Ah", "*"])
@pytest.mark.parametrize("place", ["hand", "group", "run", "low"])
def test_what_cards_count_is_broken_by_another_value(card: str, place: str) -> None:
    told = found(LAW["what cards count"], with_values({(card, place): 7}), hands=1)
    assert "should count" in "".join(told)


def test_aces_by_use_is_broken_by_aces_of_one() -> None:
    assert found(LAW["aces by use"], attrs.evolve(RULES, options={**RULES.options, "score.ace": "one"}), hands=1)


@pytest.mark.parametrize(("card", "place"), [("Ah", "low"), ("Ad", "run"), ("6s", "group"), ("9s", "hand")])
def test_a_table_that_is_made_is_broken_by_another_value(card: str, place: str) -> None:
    told = found(LAW["a table that is made"], with_values({(card, place): 7}), hands=1)
    assert "the score" in "".join(told)


@pytest.mark.parametrize("place", ["hand", "group", "run"])
def test_melded_and_held_is_broken_by_another_value(place: str) -> None:
    wrong = {(rank + suit, place): 6 for rank in "3456789" for suit in "shdc"}
    told = found(LAW["melded and held"], with_values(wrong), hands=8)
    assert "the score" in "".join(told)


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(RULES, laws=LAWS, hands=4).held
