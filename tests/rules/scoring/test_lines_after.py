"""Tests of lines of a score that depend on the lines so far (`LinesAfter`)."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest
from tests.hooks.samples import plugin, refusal

import rummy500 as r5
from rummy500.fast import points
from rummy500.hooks import LinesAfter, RuleEntry, StateOrView, Unsettled, points_so_far
from rummy500_testing import check_laws

Lines = tuple[r5.ScoreLine | Unsettled, ...]

#: Seat 0 has 30 points on the table and goes out; seat 1 holds a king and a queen.
OVER = """
to_act = 0
phase  = "over"
hands  = ["", "Kd Qd"]
stock  = "8d"
pile   = "4h"
melds  = ["0 {Ks Kh Kc}"]
turn   = { ended = "out", out = 0 }
"""


def entry(name: str) -> tuple[RuleEntry, ...]:
    return (RuleEntry(f"{name}.rule", "Scoring", "More points.", ("house",)),)


def doubling(name: str = "double") -> SimpleNamespace:
    """Make a plugin that adds to each seat what it has so far."""

    def again(rules: r5.Rules, sight: StateOrView, so_far: Lines) -> Iterable[r5.ScoreLine | Unsettled]:
        for seat in range(rules.seats):
            points = points_so_far(so_far, seat)
            yield (
                Unsettled(seat) if points is None else r5.ScoreLine(seat, points, f"{name}.rule", "again", "once more")
            )

    return plugin(name, score_lines=lambda: LinesAfter(again), entries=lambda: entry(name))


def bonus(name: str = "bonus") -> SimpleNamespace:
    """Make a plugin that gives seat 0 ten points."""
    line = r5.ScoreLine(0, 10, f"{name}.rule", "ten", "ten more")
    return plugin(name, score_lines=lambda: lambda rules, sight: [line], entries=lambda: entry(name))


def by_seat(*plugins: object) -> tuple[int, ...]:
    rules = r5.compose("classic", plugins, seats=2)
    state = r5.parse_position(OVER, rules=rules).state
    assert points(rules, state) == r5.score_hand(rules, state).by_side
    return r5.score_hand(rules, state).by_seat


def test_lines_after__see_the_lines_of_the_core_and_of_earlier_and_later_plugins() -> None:
    assert by_seat() == (30, -20)
    assert by_seat(doubling()) == (60, -40)
    assert by_seat(doubling(), bonus()) == by_seat(bonus(), doubling()) == (80, -40)


def test_lines_after__two_of_them_act_in_order_and_explain_says_so() -> None:
    last = [doubling("one"), bonus(), doubling("two")]
    assert by_seat(*last) == (160, -80)
    texts = {line.rule: line.text for line in r5.explain(r5.compose("classic", last))}
    assert texts["one.rule"] == "More points. When the points of a hand are counted, it comes before two."
    assert texts["two.rule"] == texts["bonus.rule"] == "More points."


def test_lines_after__what_hidden_cards_decide_stays_unsettled_in_a_view() -> None:
    rules = r5.compose("classic", [doubling()], seats=3)
    view = r5.observe(rules, r5.deal(rules, seed=3), 0)
    assert r5.score_hand(rules, view).partial == (1, 2)
    check_laws(rules, hands=1).require()


@pytest.mark.parametrize("ask", [r5.score_hand, points], ids=["score_hand", "points"])
def test_score_lines__that_ask_for_the_score_are_refused_with_advice(ask: Any) -> None:
    plain = plugin("greedy", score_lines=lambda: lambda rules, sight: ask(rules, sight) and [])
    after = LinesAfter(lambda rules, sight, so_far: ask(rules, sight) and [])
    for greedy in (plain, plugin("greedy", score_lines=lambda: after)):
        rules = r5.compose("classic", [greedy])
        for _ in range(2):  # the refusal leaves nothing behind
            with pytest.raises(RuntimeError) as caught:
                r5.score_hand(rules, r5.deal(rules, seed=1))
            advice = "asks for the score that it is part of: a LinesAfter gets the lines so far"
            assert str(caught.value) == f"plugin greedy: hook score_lines {advice}"
            assert type(caught.value) is RuntimeError
            assert caught.value.__notes__[0].startswith("plugin greedy (hook score_lines) raised this error in test_")


def test_lines_after__a_function_of_other_arguments_is_refused() -> None:
    after = LinesAfter(lambda rules, sight: ())  # type: ignore[arg-type, misc] # wrong on purpose
    assert refusal(plugin(score_lines=lambda: after)) == (
        "plugin sample: hook score_lines has a LinesAfter whose find must be a function of 3 arguments"
        " (rules, sight, so_far)"
    )
