"""Tests of the growth benchmark: its positions, its fits, its search. No test asserts a time."""

from __future__ import annotations

import gc
import json
from pathlib import Path

import pytest
from benchmarks.growth.__main__ import main
from benchmarks.growth.cases import Point, Series, axes, left_out
from benchmarks.growth.costs import LIST, MOST_LISTED, QUESTIONS, Costs, listed
from benchmarks.growth.measured import Line, slope
from benchmarks.growth.positions import Layout, positions
from benchmarks.growth.worst import calls_of
from benchmarks.measuring import Spread

import rummy500 as r5
from rummy500.notation.json import state_from_json, state_to_json
from rummy500.notation.position import Position

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


# A question that is interrupted while it closes a generator drops the error and goes on to its end.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.slow
def test_a_short_run_is_shown_in_tables_and_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--json", str(tmp_path / "growth.json")]) == 0
    told = json.loads((tmp_path / "growth.json").read_text("utf-8"))
    assert all(hand["worst"]["calls"] >= hand["usual"]["calls"] > 0 for hand in told["bad_hands"])
    shown = capsys.readouterr().out
    assert all(axis["name"] in shown for axis in told["axes"])
