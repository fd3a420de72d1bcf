"""Tests of the growth benchmark: its positions, its fits, its search. No test asserts a time."""

from __future__ import annotations

import gc
import json
from importlib.util import find_spec
from pathlib import Path

import attrs
import pytest
from benchmarks.growth import plots, worst
from benchmarks.growth.cases import Axis, Point, Series, axes, left_out
from benchmarks.growth.costs import BOOL, LIST, MOST_LISTED, QUESTIONS, Costs, listed, spots
from benchmarks.growth.measured import Grown, Line, slope
from benchmarks.growth.positions import Layout, positions
from benchmarks.growth.report import Run, data, markdown
from benchmarks.growth.worst import Ground, calls_of, search
from benchmarks.measuring import Spread

import rummy500 as r5
from rummy500.notation.json import state_from_json, state_to_json
from rummy500.notation.position import Position

TINY = worst.Amount(climbs=1, swaps=2, sample=3, most_calls=3_000)
EVERY = {f"{axis.name}, {series.name}": series for axis in axes(quick=True) for series in axis.series}


def line_of(*points: tuple[float, float]) -> Line:
    """Make a series with given numbers of actions and costs."""
    made = tuple(Point(size, r5.compose("pagat"), Layout(5)) for size in range(len(points)))
    costs = tuple(
        Costs(actions, actions, cut=False, loops=dict.fromkeys(QUESTIONS, Spread.of([cost])))
        for actions, cost in points
    )
    return Line(Series("some", wild=False, points=made), costs)


@pytest.mark.parametrize("name", EVERY)
def test_every_position_is_one_that_can_be(name: str) -> None:
    for point in EVERY[name].points:
        for state in positions(point.rules, point.layout, 2, seed=1):
            position = Position(point.rules, state)
            assert state_from_json(state_to_json(position)).state == state


def test_the_questions_are_about_legal_actions_and_about_others() -> None:
    rules = r5.compose("pagat")
    for spot in spots(rules, positions(rules, Layout(13, 1), 3, seed=7)):
        legal = list(r5.legal_actions(rules, spot.state))
        assert spot.actions == len(legal)
        assert spot.plain == len(r5.legal_actions(rules, spot.state).plain()) <= spot.actions
        assert spot.asked
        assert set(spot.asked) <= set(legal)
        assert spot.refused
        assert not set(spot.refused) & set(legal)


@pytest.mark.skipif("oklahoma" in " ".join(left_out()), reason="needs the plugin")
def test_a_list_too_long_is_cut() -> None:
    rules = r5.compose("pagat", ["oklahoma"], options={"oklahoma.jokers": 4})
    (state,) = positions(rules, Layout(16, 8), 1, seed=7)
    assert len(listed(rules, state)) == MOST_LISTED


def test_the_slope_of_a_power_is_its_exponent() -> None:
    assert slope([(0, 1), (1, 3), (2, 5)]) == pytest.approx(2)
    line = line_of((1, 7), (10, 70), (100, 700))
    assert line.exponent(LIST) == pytest.approx(1)
    assert line_of((1, 2), (10, 200), (100, 20_000)).exponent(LIST) == pytest.approx(2)


def nothing() -> int:
    return 0


def test_calls_are_counted() -> None:
    assert calls_of(nothing, 100) == 1
    assert calls_of(lambda: (nothing(), nothing(), nothing()), 100) - calls_of(lambda: (nothing(),), 100) == 2


def test_a_generator_counts_each_time_it_resumes() -> None:
    few, many = range(10), range(30)
    more = calls_of(lambda: list(x for x in many), 100) - calls_of(lambda: list(x for x in few), 100)  # noqa: C400 - a generator is what is counted
    assert more == 20


def test_calls__callbacks_of_the_garbage_collector_are_not_counted() -> None:
    def work() -> list[list[int]]:
        return [[] for _ in range(5_000)]

    def watch(phase: str, info: dict[str, int]) -> None: ...

    alone = calls_of(work, 100)
    gc.callbacks.append(watch)
    try:
        assert calls_of(work, 100) == alone
    finally:
        gc.callbacks.remove(watch)
    assert gc.isenabled()


def test_a_search_finds_a_hand_no_cheaper_than_the_usual_one() -> None:
    ground = Ground("some", r5.compose("pagat"), Layout(9, 1))
    for question in worst.SEARCHED:
        found = search(ground, question, TINY, seed=9)
        assert 0 < found.usual.calls <= found.worst.calls <= TINY.most_calls
        assert found.worst.broken_off == (found.worst.calls == TINY.most_calls)
        assert (found.worst.loops == 0) == found.worst.broken_off


def small_run() -> Run:
    """Run one series and one search."""
    rules = r5.compose("pagat")
    points = tuple(Point(size, rules, Layout(size, 1)) for size in (4, 8))
    axis = Axis("hand-size", "A growing hand", "cards in the hand", (Series("some", wild=True, points=points),))
    rounds: list[dict[str, float]] = [dict.fromkeys(QUESTIONS, 10.0)]
    costs = tuple(Costs.of(spots(rules, positions(rules, each.layout, 1, seed=1)), rounds) for each in points)
    found = search(Ground("somewhere", rules, Layout(5, 1)), BOOL, TINY, seed=1)
    found = attrs.evolve(found, worst=attrs.evolve(found.worst, loops=20.0), usual=attrs.evolve(found.usual, loops=2.0))
    return Run({"python": "3"}, (Grown(axis, (Line(axis.series[0], costs),)),), (found,), 100.0, ("this",))


def test_a_run_is_shown_in_tables_and_as_data() -> None:
    run = small_run()
    text = markdown(run)
    assert "A growing hand: some" in text
    assert "| somewhere | bool | 0.2 | 2.0 |" in text
    assert "left out: this" in text
    told = json.loads(json.dumps(data(run)))
    assert [point["size"] for point in told["axes"][0]["series"][0]["points"]] == [4, 8]
    assert told["bad_hands"][0]["worst"]["position"]["phase"] == "play"


def test_the_same_figures_draw_the_same_plots(tmp_path: Path) -> None:
    if find_spec("matplotlib") is None:
        pytest.skip("plots need the extra `plots`")
    run = small_run()
    once, again = plots.save(run, tmp_path / "once"), plots.save(run, tmp_path / "again")
    assert [file.name for file in once] == ["hand-size.svg", "bad-hands.svg"]
    for one, other in zip(once, again, strict=True):
        assert one.read_bytes() == other.read_bytes()
        assert b"cards in the hand" in one.read_bytes() or b"somewhere" in one.read_bytes()
        assert len(one.read_bytes()) < 60_000
