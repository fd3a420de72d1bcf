"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import Place
from rummy500.rules.rules import alter
from rummy500.rules.scores import PointTable
from rummy500_testing import Law, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
RULES = r5.compose("family", ["five-ten-fifteen"], {"meld.run-min": 3}, seats=3)


def with_values(wrong: dict[tuple[str, str], int]) -> r5.Rules:
    """Change the points of some cards at some places in the rules."""

    def points(card: int, role: int, place: Place) -> int:
        return wrong.get((r5.card_text(card), place), RULES.scoring.points.piece(card + 64 * role, place))

    return alter(RULES, points=PointTable(points))


def found(law: Law[Any], rules: r5.Rules, hands: int = 4) -> list[str]:
    return [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]


@pytest.mark.parametrize("card", ["2s", "9d", "Th", "Kc", "Ah", "*"])
@pytest.mark.parametrize("place", ["hand", "group", "run", "low"])
def test_what_cards_count_is_broken_by_another_value(card: str, place: str) -> None:
    told = found(LAW["card values"], with_values({(card, place): 7}), hands=1)
    assert "should count" in "".join(told)


def test_aces_by_use_is_broken_by_aces_of_one() -> None:
    assert found(LAW["score.ace gives way"], alter(RULES, options={**RULES.options, "score.ace": "one"}), hands=1)


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(RULES, laws=LAWS, hands=4).passed
