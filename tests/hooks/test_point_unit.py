"""Tests of `Settings.point_unit` (`score.fifths`): points are divided once, of lines by the plugin that adds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from tests.hooks.samples import plugin, refusal

import rummy500 as r5
from rummy500.hooks import JOKER, Settings
from rummy500.rules.move import FixedMinimum
from rummy500.rules.options import CORE_PRESETS
from rummy500.rules.scores import Place

TENS = 10


def in_tens(name: str = "tens", **more: Callable[..., Any]) -> SimpleNamespace:
    """Make a plugin that scores in tens, where every card counts twenty."""
    return plugin(name, settings=lambda: Settings(point_unit=TENS), card_points=lambda: 20, **more)


#: Seat 1 has melded three cards and holds one; seat 0 holds two.
MELDED = """
    hands = ["2c 3c", "9h"]
    to_act = 1
    phase = "play"
    drawn = ["9h"]
    stock = "Td"
    pile = "3d"
    melds = ["1 [5d 6d 7d]"]
"""


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_score_fifths_card_points_are_divided_on_the_table_and_in_the_hand(preset: str) -> None:
    rules = r5.compose(preset, [in_tens()])
    assert rules.scoring.unit == TENS
    assert set(rules.scoring.points.in_hand) == {2}
    pieces = [card * 65 for card in range(52)]
    assert {rules.scoring.points.piece(piece, place) for piece in pieces for place in ("group", "run", "low")} == {2}
    assert {rules.scoring.points.most(card) for card in (*range(52), JOKER)} == {2}
    assert r5.score_hand(rules, r5.parse_position(MELDED, rules=rules).state).by_seat == (-4, 4)


@pytest.mark.parametrize("points", [10, 20])
def test_score_fifths_a_first_minimum_is_counted_in_the_unit(points: int) -> None:
    tens = plugin(settings=lambda: Settings(point_unit=TENS), card_points=lambda: points)
    rules = r5.compose("classic", [tens], {"meld.first-minimum": 6})
    text = MELDED.replace('"9h"]\n    to_act', '"5d 6d 7d 9h"]\n    to_act').replace('"1 [5d 6d 7d]"', "")
    state = r5.parse_position(text, rules=rules).state
    refused = r5.why_not(rules, state, r5.parse_action("1: meld [5d 6d 7d]", state))
    assert (refused is None) == (points == 20)


def test_score_fifths_a_plugin_divides_its_own_lines() -> None:
    def lines(rules: r5.Rules, state: r5.State) -> Iterator[r5.ScoreLine]:
        yield r5.ScoreLine(state.public.match.dealer, 50 // rules.scoring.unit, "sample.rule", "line", "dealt")

    dealt = plugin(score_lines=lambda: lines)
    for plugins, points in (([dealt], 50), ([dealt, in_tens()], 5), ([in_tens(), dealt], 5)):
        rules = r5.compose("classic", plugins)
        score = r5.score_hand(rules, r5.parse_position(MELDED, rules=rules).state)
        assert [line.points for line in score.lines if line.rule == "sample.rule"] == [points]


@pytest.mark.parametrize(
    ("preset", "counts"),
    [("classic", "As (1 at the low end of a run), 2s (2 in hand), 3s (3 in hand), 4s (4 in hand)")],
)
def test_score_fifths_points_that_do_not_divide_are_refused_with_the_cards(preset: str, counts: str) -> None:
    said = refusal(plugin(settings=lambda: Settings(point_unit=5)), preset=preset)
    assert said.startswith("plugin sample: scores cannot be divided by 5, because 5 does not divide the points of")
    assert f"these cards: {counts} and 28 more." in said
    assert said.endswith("(score.fifths)")


def test_score_fifths_a_few_cards_that_do_not_divide_are_all_named() -> None:
    said = refusal(
        plugin(settings=lambda: Settings(point_unit=5), card_points=lambda card: 7 if card in (3, JOKER) else 10)
    )
    assert "these cards: 4s (7 in hand), * (7 in hand). Add" in said


@pytest.mark.parametrize(("ace", "played"), [("high", True), ("both", False), ("low", False)])
def test_score_fifths_a_place_that_no_ace_can_have_need_not_divide(ace: str, played: bool) -> None:
    def points(place: Place) -> int:
        return 1 if place == "low" else 10

    fives = plugin(settings=lambda: Settings(point_unit=5), card_points=points)
    if played:
        rules = r5.compose("classic", [fives], {"meld.ace": ace})
        assert set(rules.scoring.points.in_hand) == {2}
    else:
        assert "As (1 at the low end of a run)" in refusal(fives, options={"meld.ace": ace})


def test_score_fifths_a_unit_is_one_or_more() -> None:
    assert refusal(plugin(settings=lambda: Settings(point_unit=0))) == (
        "plugin sample: hook settings raised ValueError: point_unit must be a whole number, at least 1, not 0"
    )


def test_score_fifths_two_units_do_not_go_together() -> None:
    assert refusal(in_tens(), plugin("twenties", settings=lambda: Settings(point_unit=20))) == (
        "plugins tens and twenties do not go together: tens scores in units of 10 points, twenties in units of 20"
    )
    also = plugin("also", settings=lambda: Settings(point_unit=TENS))
    assert r5.compose("classic", [in_tens(), also]).scoring.unit == TENS


@pytest.mark.parametrize("unit_first", [True, False])
def test_score_fifths_points_of_options_are_divided_unless_the_caller_sets_them(unit_first: bool) -> None:
    sets = plugin("longer", settings=lambda: Settings(sets={"match.target": 1001, "meld.first-minimum": 50}))
    plugins = [in_tens(), sets] if unit_first else [sets, in_tens()]
    rules = r5.compose("classic", plugins)
    assert (rules.match.target, rules.melding.opening_minimum) == (101, FixedMinimum(5))
    assert rules.origin.set_by["match.target"] == rules.origin.set_by["meld.first-minimum"] == "plugin tens"
    rules = r5.compose("classic", plugins, {"match.target": 1001})
    assert (rules.match.target, rules.melding.opening_minimum) == (1001, FixedMinimum(5))
    assert rules.origin.set_by["match.target"] == "option"
    assert r5.compose("classic", [in_tens()]).melding.opening_minimum is None
