"""Tests of the growth benchmark: its positions, its fits, its search. No test asserts a time."""

from __future__ import annotations

import gc
import json
import random
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import attrs
import pytest
from benchmarks.growth import __main__ as command
from benchmarks.growth import plots, worst
from benchmarks.growth.cases import Axis, Point, Series, axes, grounds, left_out
from benchmarks.growth.costs import BOOL, LIST, MOST_LISTED, PLAIN, QUESTIONS, Costs, listed, spots
from benchmarks.growth.measured import Grown, Line, slope
from benchmarks.growth.positions import Layout, positions, sort_out
from benchmarks.growth.report import Run, data, markdown, verdict
from benchmarks.growth.unused import answered
from benchmarks.growth.worst import Ground, calls_of, search, swapped
from benchmarks.measuring import Spread

import rummy500 as r5
from rummy500.cards.cards import NATURALS, cards_of
from rummy500.notation.json import state_from_json, state_to_json
from rummy500.notation.position import Position

TINY = worst.Amount(climbs=1, swaps=2, sample=3, most_calls=3_000)
EVERY = {f"{axis.name}, {series.name}": series for axis in axes(quick=True) for series in axis.series}
EVERY_GROUND = {each.name: each for each in grounds()}


def line_of(*points: tuple[float, float], wild: bool = False, cut: bool = False, wilds: int = 1) -> Line:
    """Make a series with given numbers of actions and costs of the list and `.plain()`; the last may be cut."""
    rules = r5.compose("pagat")
    layout = Layout(5, wilds if wild else 0)
    costs = tuple(
        Costs(actions, actions, cut=cut and place == len(points) - 1, loops=dict.fromkeys(QUESTIONS, Spread.of([cost])))
        for place, (actions, cost) in enumerate(points)
    )
    made = tuple(Point(size, rules, layout) for size in range(len(points)))
    return Line(Series("some", wild=wild, points=made), costs)


@pytest.mark.parametrize("name", EVERY)
def test_every_position_is_one_that_can_be(name: str) -> None:
    for point in EVERY[name].points:
        for state in positions(point.rules, point.layout, 2, seed=1):
            position = Position(point.rules, state)
            assert state_from_json(state_to_json(position)).state == state


@pytest.mark.parametrize("name", EVERY)
def test_every_position_has_the_sizes_of_its_layout(name: str) -> None:
    for point in EVERY[name].points:
        layout, wilds = point.layout, point.rules.melding.shapes.wilds
        for state in positions(point.rules, layout, 2, seed=2):
            hand = state.cards(state.public.to_act)
            assert len(hand) == layout.hand
            assert sum(card in wilds for card in hand) == layout.wild
            assert len(state.public.pile) == layout.pile
            assert sum(card in wilds for card in state.public.pile) == layout.wild_in_pile
            assert len(state.public.table) == layout.melds
            assert state.public.phase == layout.phase


@pytest.mark.parametrize("name", EVERY_GROUND)
def test_bad_hands_are_looked_for_where_a_hand_can_be(name: str) -> None:
    ground = EVERY_GROUND[name]
    (state,) = positions(ground.rules, ground.layout, 1, seed=3)
    position = Position(ground.rules, state)
    assert state_from_json(state_to_json(position)).state == state


def test_the_same_seed_gives_the_same_positions() -> None:
    rules, layout = r5.compose("pagat"), Layout(9, 1)
    assert positions(rules, layout, 3, seed=4) == positions(rules, layout, 3, seed=4)
    assert positions(rules, layout, 3, seed=4) != positions(rules, layout, 3, seed=5)


def test_a_pack_too_small_is_refused() -> None:
    rules = r5.compose("classic")
    with pytest.raises(ValueError, match="0 wild cards"):
        sort_out(rules, Layout(9, wild=1), random.Random(1))
    with pytest.raises(ValueError, match="30 cards are wanted"):
        sort_out(rules, Layout(30, pile=30), random.Random(1))


def test_cards_from_the_pile_are_known_to_all() -> None:
    rules = r5.compose("family", options={"deck.packs": 2})
    (state,) = positions(rules, Layout(12, old=2), 1, seed=6)
    seat = state.public.to_act
    assert len(cards_of(state.public.known[seat])) == len(cards_of(state.public.turn.taken)) == 10
    assert state.drawn == 0


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


def test_there_is_no_exponent_where_there_are_about_as_many_actions() -> None:
    assert line_of((10, 5), (20, 50)).exponent(LIST) is None


def test_a_cut_list_is_left_out_of_the_fit() -> None:
    assert line_of((1, 7), (10, 70), (20, 9_999), cut=True).exponent(LIST) == pytest.approx(1)


def test_positions_without_wild_cards_are_no_part_of_a_series_with_them() -> None:
    assert line_of((1, 7), (10, 70), wild=True, wilds=0).exponent(LIST) is None


def test_only_the_whole_list_may_grow_faster_than_its_actions_and_only_with_wild_cards() -> None:
    natural, wild = line_of((1, 1), (10, 100)), line_of((1, 1), (10, 100), wild=True)
    assert natural.faster(LIST)
    assert not wild.faster(LIST)
    assert wild.faster(PLAIN)
    assert "list of some" in verdict([natural])
    assert "plain of some" in verdict([wild])
    assert verdict([line_of((1, 1), (10, 10))]).startswith("Nothing but")


def nothing() -> int:
    return 0


def test_calls_are_counted() -> None:
    assert calls_of(nothing, 100) == 1
    assert calls_of(lambda: (nothing(), nothing(), nothing()), 100) - calls_of(lambda: (nothing(),), 100) == 2


def test_a_generator_counts_each_time_it_resumes() -> None:
    few, many = range(10), range(30)
    more = calls_of(lambda: list(x for x in many), 100) - calls_of(lambda: list(x for x in few), 100)  # noqa: C400 - a generator is what is counted
    assert more == 20


def test_work_without_end_is_broken_off() -> None:
    def forever() -> None:
        while True:
            nothing()

    assert calls_of(forever, 50) == 50


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


def test_a_swap_changes_one_card_and_no_number_of_wild_cards() -> None:
    rules, rng = r5.compose("pagat"), random.Random(8)
    cards = sort_out(rules, Layout(9, 1, 6, 1), rng)
    lies = Counter((*cards.hand, *cards.pile, *cards.loose))
    changed = 0
    for _ in range(50):
        other = swapped(rules, cards, rng)
        assert Counter((*other.hand, *other.pile, *other.loose)) == lies
        differ = sum(a != b for a, b in zip((*cards.hand, *cards.pile), (*other.hand, *other.pile), strict=True))
        changed += differ
        assert differ <= 1
        assert sum(card >= NATURALS for card in other.hand) == 1
        assert sum(card >= NATURALS for card in other.pile) == 1
    assert changed > 20


def test_a_search_finds_a_hand_no_cheaper_than_the_usual_one() -> None:
    ground = Ground("some", r5.compose("pagat"), Layout(9, 1))
    for question in worst.SEARCHED:
        found = search(ground, question, TINY, seed=9)
        assert 0 < found.usual.calls <= found.worst.calls <= TINY.most_calls
        assert found.worst.broken_off == (found.worst.calls == TINY.most_calls)
        assert (found.worst.loops == 0) == found.worst.broken_off


def test_an_unanswered_hook_is_not_called() -> None:
    assert answered(r5.compose("classic")) == ()
    assert answered(r5.compose("north-american")) == ("may_lay",)


def small_run() -> Run:
    """Run one series and one search."""
    rules = r5.compose("pagat")
    points = tuple(Point(size, rules, Layout(size, 1)) for size in (4, 8))
    axis = Axis("hand-size", "A growing hand", "cards in the hand", (Series("some", wild=True, points=points),))
    rounds: list[dict[str, float]] = [dict.fromkeys(QUESTIONS, 10.0)]
    costs = tuple(Costs.of(spots(rules, positions(rules, each.layout, 1, seed=1)), rounds) for each in points)
    found = search(Ground("somewhere", rules, Layout(5, 1)), BOOL, TINY, seed=1)
    found = attrs.evolve(found, worst=attrs.evolve(found.worst, loops=20.0), usual=attrs.evolve(found.usual, loops=2.0))
    return Run({"python": "3"}, (Grown(axis, (Line(axis.series[0], costs),)),), (found,), None, 100.0, ("this",))


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


def test_the_command_names_the_extra_that_plots_need(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SystemExit):
        command.main(["--plots", str(tmp_path)])
    assert "matplotlib" in capsys.readouterr().err
