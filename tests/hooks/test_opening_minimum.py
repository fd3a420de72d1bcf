"""Tests of hook `opening_minimum`: a minimum by the score, under the laws, and minimums that change within a turn."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from tests.hooks.samples import answering, plugin
from tests.hooks.steps import do, refused

import rummy500 as r5
from rummy500.engine.match import match_with_scores
from rummy500.engine.opening_minimum import opening_is_due
from rummy500.hooks import OpeningMinimum
from rummy500.rules.move import FixedMinimum

#: Seat 0 can meld kings for 30, queens for 30, tens for 30, and nines for 27 points.
MELDS = """
to_act = 0
phase = "play"
hands = ["Ks Kh Kd Qs Qh Qd Ts Th Td 9s 9h 9d 2c", "3c 3d"]
drawn = "2c"
stock = "4c 5c 6c"
pile = "7c"
"""


def minimum_by_score() -> SimpleNamespace:
    """Make a plugin by which the first melds need 50 points, 90 from a score of 150 on, 120 from 300 on."""

    def minimum(rules: r5.Rules, view: r5.View) -> int:
        score = view.public.match.scores[view.seat]
        return 50 if score < 150 else 90 if score < 300 else 120

    return plugin("by-score", opening_minimum=lambda rule: minimum)


@pytest.mark.parametrize(("score", "due"), [(0, 50), (149, 50), (150, 90), (299, 90)])
def test_by_score__the_points_that_a_seat_needs_to_open(score: int, due: int) -> None:
    rules = r5.compose("classic", [minimum_by_score()])
    state = r5.parse_position(f"{MELDS}scores = [{score}, 10]", rules=rules).state
    assert opening_is_due(rules, r5.observe(rules, state, 0))
    assert refused(rules, do(rules, state, "0: meld {Kd Kh Ks}"), "0: discard 2c") == (
        f"You have begun your first meld: it still needs {due - 30} points before you end your turn."
        " (meld.first-minimum)"
    )


def test_by_score__a_meld_that_cannot_reach_it_is_refused() -> None:
    rules = r5.compose("classic", [minimum_by_score()])
    state = r5.parse_position(f"{MELDS}scores = [300, 10]", rules=rules).state
    assert refused(rules, state, "0: meld {Kd Kh Ks}") == (
        "Your first meld must bring 120 points in its turn, and this cannot reach them. (meld.first-minimum)"
    )


def test_the_core_answers_with_its_option() -> None:
    given: list[OpeningMinimum] = []

    def keeps(rule: OpeningMinimum) -> None:
        given.append(rule)

    assert r5.compose("classic", [plugin(opening_minimum=keeps)]).melding.opening_minimum is None
    rules = r5.compose("classic", [plugin(opening_minimum=keeps)], {"meld.first-minimum": 30})
    assert rules.melding.opening_minimum == given[1] == FixedMinimum(30)
    view = r5.observe(rules, r5.deal(rules, seed=1), 0)
    assert [rule(rules, view) for rule in given] == [0, 30]
    assert r5.compose("classic", [plugin(opening_minimum=answering(None))]).melding.opening_minimum is None


def test_each_plugin_is_given_the_minimum_so_far() -> None:
    def at_least(rule: OpeningMinimum) -> OpeningMinimum:
        return lambda rules, view: max(rule(rules, view), 60)

    rules = r5.compose("classic", [minimum_by_score(), plugin("more", opening_minimum=at_least)])
    minimum = rules.melding.opening_minimum
    assert minimum is not None
    for scores, due in (((0, 0), 60), ((300, 0), 120)):
        match = match_with_scores(rules, scores, dealer=0)
        assert minimum(rules, r5.observe(rules, r5.deal(rules, seed=1, match=match), 0)) == due
