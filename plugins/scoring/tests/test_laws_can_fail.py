"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import Place
from rummy500.rules.questions import FixedMinimum
from rummy500.rules.rules import alter
from rummy500.rules.scores import PointTable
from rummy500_testing import Law, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
HUNDRED = r5.compose("classic", ["scoring"], {"scoring.ace": "hundred"}, seats=3)


def found(law: Law[Any], rules: r5.Rules, hands: int = 1) -> list[str]:
    return [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]


@pytest.mark.parametrize("ace", ["by-use", "fifteen", "twenty-five", "hundred"])
@pytest.mark.parametrize("ten_five", [False, True])
@pytest.mark.parametrize("card", ["As", "Kd", "4h", "*"])
@pytest.mark.parametrize("place", ["hand", "group", "run", "low"])
def test_the_points_of_cards_are_broken_by_another_value(ace: str, ten_five: bool, card: str, place: str) -> None:
    rules = r5.compose("pagat", ["scoring"], {"scoring.ace": ace, "scoring.ten-five": ten_five}, seats=3)

    def points(each: int, role: int, where: Place) -> int:
        return (
            7 if (r5.card_text(each), where) == (card, place) else rules.scoring.points.piece(each + 64 * role, where)
        )

    law = LAW[{"As": "an ace's points", "*": "a joker's points"}.get(card, "other cards' points")]
    assert not found(law, rules)
    assert f"points of {card} at the place {place!r}: expected" in "".join(
        found(law, alter(rules, points=PointTable(points)))
    )


@pytest.mark.parametrize("wrong", [{"target": 500}, {"opening_minimum": FixedMinimum(30)}, {"unit": 1}], ids=str)
def test_points_to_reach_is_broken_by_undivided_points(wrong: dict[str, Any]) -> None:
    pytest.importorskip("rummy500_wikipedia")  # its preset has a first minimum
    rules = r5.compose("wikipedia", ["scoring"], {"scoring.fifths": True}, seats=3)
    assert found(LAW["fifths divide the points to reach"], alter(rules, **wrong))


def test_score_ace_gives_way_is_broken_by_aces_of_one() -> None:
    told = found(LAW["score.ace gives way"], alter(HUNDRED, options={**HUNDRED.options, "score.ace": "one"}))
    assert told


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(HUNDRED, laws=LAWS, hands=4).passed
