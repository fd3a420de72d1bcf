"""Tests of groups that one rule makes worth more and another doubles (`meld_points_so_far`)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from proofs.agreement.variants import installed_plugins
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.fast import points
from rummy500.hooks import LinesAfter, RuleEntry, StateOrView, Unsettled, meld_points_so_far
from rummy500_cookbook import four_at_once

ACES = """
to_act = 0
phase  = "play"
hands  = ["As Ah Ad Ac 2d", "3c", "4c"]
drawn  = ["2d"]
stock  = "Td Jc"
pile   = "3s"
"""


def again() -> object:
    """Make a stranger's plugin that doubles every group."""

    def lines(
        rules: r5.Rules, sight: StateOrView, so_far: tuple[r5.ScoreLine | Unsettled, ...]
    ) -> Iterable[r5.ScoreLine]:
        for place, meld in enumerate(sight.public.table):
            if not meld.is_run:
                points = meld_points_so_far(so_far, meld.owner, place)
                yield r5.ScoreLine(meld.owner, points, "again.rule", "again", "groups count twice", meld=place)

    entry = RuleEntry("again.rule", "Scoring", "Groups count twice.", ("house",))
    return plugin("again", score_lines=lambda: LinesAfter(lines), entries=lambda: (entry,))


def scored(plugins: list[object], meld: str = "0: meld {As Ah Ad Ac}") -> r5.HandScore:
    options = {"scoring.ace": "hundred"} if "scoring" in plugins else {}
    rules = r5.compose("classic", plugins, options, seats=3)
    state = r5.parse_position(ACES, rules=rules).state
    for text in (meld, "0: discard 2d"):
        state = r5.apply(rules, state, r5.parse_action(text, rules=rules))
    assert points(rules, state) == r5.score_hand(rules, state).by_side
    return r5.score_hand(rules, state)


@pytest.mark.skipif("scoring" not in installed_plugins(), reason="the plugin is not installed")
@pytest.mark.parametrize("order", [1, -1], ids=["named last", "named first"])
@pytest.mark.parametrize("double", [four_at_once, again()], ids=["four-at-once", "a stranger's"])
def test_score_ace_hundred__a_double_of_any_plugin_doubles_the_hundred(double: object, order: int) -> None:
    score = scored(["scoring", double][::order])
    assert score.by_seat == (200, -3, -4)
    lines = [(line.points, line.rule, line.meld) for line in score.lines if line.seat == 0]
    assert lines[:2] == [(60, "score.hand", 0), (40, "score.ace-hundred", 0)]
    assert [(points, meld) for points, _, meld in lines[2:]] == [(100, 0)]


@pytest.mark.parametrize("order", [1, -1])
def test_two_doubles_of_a_group_count_it_four_times(order: int) -> None:
    assert scored([four_at_once, again()][::order]).by_seat == (240, -3, -4)


def test_a_double_counts_nothing_for_another_meld_or_another_seat() -> None:
    assert scored([four_at_once], "0: meld {As Ah Ad}").by_seat == (45 - 15, -3, -4)
    lines = (
        r5.ScoreLine(0, 10, "score.hand", "melded", "melded", meld=0),
        r5.ScoreLine(1, 20, "score.hand", "laid-off", "laid off", meld=0),
        r5.ScoreLine(0, 30, "score.hand", "melded", "melded", meld=1),
        r5.ScoreLine(0, 40, "house.rule", "bonus", "a bonus"),
        Unsettled(0),
        r5.ScoreLine(0, 5, "house.rule", "more", "more", meld=0),
    )
    assert [meld_points_so_far(lines, seat, 0) for seat in (0, 1, 2)] == [15, 20, 0]
