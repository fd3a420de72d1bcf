"""Tests that each benchmark runs, in runs too short to mean anything. No test asserts a time."""

from __future__ import annotations

import gc
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from benchmarks.contestants import of_fast, of_limit, of_rummy500
from benchmarks.contestants.of_compiled import Worker
from benchmarks.contestants.of_rummy500 import hand_positions, player
from benchmarks.fresh import compose_cost, import_cost
from benchmarks.measuring import Contestant, Sample, Spread, ratios
from benchmarks.report import verdict_text
from benchmarks.states import added_bytes
from benchmarks.wanted import Verdict

import rummy500 as r5
from benchmarks import hooks, instructions, peers

DECISIONS = Path(peers.__file__).with_name("decisions.py")
MODULES = {"open-spiel": "pyspiel", "rlcard": "rlcard", "pettingzoo": "pettingzoo", "chess": "chess"}


def even(figure: float) -> Spread:
    return Spread(figure, figure, figure)


# ---------------------------------------------------------------- peers


def test_a_run_without_peers_has_whole_tables_and_the_same_figures_as_data(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for module in ("pyspiel", "rlcard", "pettingzoo.classic.gin_rummy_v4", "chess"):
        monkeypatch.setitem(sys.modules, module, None)  # None makes an import fail
    file = tmp_path / "run.json"
    assert peers.main(["--rounds", "2", "--seconds", "0.001", "--only", "rummy500 pagat", "--json", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("the dependency group `peers` brings it") == len(peers.PEERS)
    for table in printed.split("\n## ")[1:]:
        rows = [line for line in table.splitlines() if line.startswith("|")]
        assert {row.count("|") for row in rows} == {rows[0].count("|")}
    row, *_ = json.loads(file.read_text("utf-8"))["contestants"]
    assert row["name"] == "rummy500 pagat"
    assert f"| {row['plain']['decisions_per_second']['median']:,.0f} |" in printed


@pytest.mark.parametrize("contestant", of_rummy500.contestants(), ids=lambda each: each.name)
def test_a_row_of_rummy500_plays_lists_and_applies(contestant: Contestant) -> None:
    assert contestant.plain(1, random.Random(1)) > 1
    assert contestant.parts is not None
    positions = contestant.parts.positions(random.Random(1))
    contestant.parts.list_all(positions)
    contestant.parts.apply_all(positions)


@pytest.mark.parametrize("package", peers.PEERS)
def test_a_peer_plays_whole_hands_in_each_mode(package: str) -> None:
    if find_spec(MODULES[package]) is None:
        pytest.skip(f"{package} comes with the dependency group `peers`")
    for contestant in peers.PEERS[package]():
        assert contestant.plain(2, random.Random(1)) > 10
        assert contestant.kept is None or contestant.kept(1, random.Random(1)) > 5


def test_positions_follow_each_other() -> None:
    rules = r5.compose("classic")
    positions = hand_positions(rules, random.Random(3))
    for (state, action), (after, _) in pairwise(positions):
        assert r5.apply(rules, state, action) == after
    assert r5.is_over(r5.apply(rules, *positions[-1]))


def test_ratios_are_taken_round_by_round() -> None:
    ours, theirs = ([Sample(1000, 10, each, 100.0) for each in seconds] for seconds in ((1, 4, 1), (2, 8, 3)))
    assert ratios(ours, theirs) == Spread(2.0, 2.0, 3.0)  # medians taken first would give 2 to 2 and never 3


def test_the_weight_of_a_state_is_its_own_new_memory() -> None:
    before, ready = bytes(100), bytes(5000)
    empty = sys.getsizeof((before, before))
    assert added_bytes([[(before, 5)]], lambda state, more: (state, bytes(more + 1))) == even(
        empty + sys.getsizeof(bytes(6))
    )
    assert added_bytes([[(before, 5)]], lambda state, _: (state, ready)) == even(empty)  # a constant
    assert added_bytes([[(before, 5)]], lambda state, _: state) == even(0)


def test_a_target_is_met_missed_or_not_measured() -> None:
    assert verdict_text(Verdict("classic", "at least", 5.0, even(3.1))) == "**missed** by 38%: wanted 5.0, got 3.1"
    assert verdict_text(Verdict("import", "at most", 60.0, even(60.0))) == "met: wanted at most 60.0, got 60.0"
    assert verdict_text(Verdict("classic", "at least", 5.0, None)) == "not measured; wanted 5.0"


def test_a_figure_below_what_is_held_is_lost_though_the_target_is_missed_anyway() -> None:
    held, lost = (Verdict("classic", "at least", 5.0, even(got), held=1.5) for got in (1.8, 1.2))
    assert (held.met, held.holds, lost.met, lost.holds) == (False, True, False, False)
    assert verdict_text(held).endswith("held is 1.5")
    assert verdict_text(lost).endswith("held is 1.5 **and lost**")
    assert Verdict("classic", "at least", 5.0, even(5.1)).holds


@pytest.mark.parametrize("contestant", of_fast.contestants(), ids=lambda each: each.name)
def test_a_row_of_fast_hands_plays_in_each_mode(contestant: Contestant) -> None:
    assert contestant.plain(1, random.Random(1)) > 1
    assert contestant.kept is None or contestant.kept(1, random.Random(1)) == contestant.plain(1, random.Random(1))


def test_the_limit_plays_the_game_of_the_rules() -> None:
    """As many decisions a hand as the engine, within what chance allows."""
    try:
        (limit,) = of_limit.contestants()
    except ImportError as error:
        pytest.skip(str(error))
    hands = 2_000
    fast = next(each for each in of_fast.contestants() if each.name == of_fast.whole("classic", 2))
    ours, theirs = fast.plain(hands, random.Random(1)), limit.plain(hands, random.Random(1))
    assert abs(ours - theirs) / theirs < 0.05


def test_the_compiled_contestant_plays_the_same_hands_as_this_process() -> None:
    worker = Worker(Path(sys.executable), os.environ)
    assert worker.engine == ("compiled" if r5.COMPILED else "pure Python")
    here = player(r5.compose("classic"))
    row = worker.row(of_rummy500.named("classic", 2), "plain")
    assert row(3, random.Random(5)) == here(3, random.Random(random.Random(5).getrandbits(32)))


# ---------------------------------------------------------------- fresh processes


def test_import_rummy500_loads_nothing_too_early() -> None:
    assert import_cost(1).early == ()


def test_compose_is_measured_in_a_process_of_its_own() -> None:
    assert compose_cost("pagat", (), 3, processes=1).first.median > 0


def test_the_smaller_benchmark_runs_as_a_file() -> None:
    command = [sys.executable, str(DECISIONS), "--rounds", "1", "--hands", "1", "--json"]
    done = subprocess.run(command, cwd=DECISIONS.parents[1], check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert [(each["preset"], each["seats"]) for each in found["cases"]][:2] == [("classic", 2), ("classic", 4)]


# ---------------------------------------------------------------- hooks and instructions


@pytest.mark.parametrize("case", hooks.PASS_THROUGH)
def test_an_answer_that_changes_nothing_plays_the_same_hands(case: str) -> None:
    assert hooks.ratio("classic", case, hands=2, rounds=1) > 0


def test_an_answer_that_changes_a_game_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "PASS_THROUGH", {"draw_count": lambda: 2})
    with pytest.raises(ValueError, match="draw_count changes the course of pagat"):
        hooks.ratio("pagat", "draw_count", hands=2, rounds=1)


@pytest.fixture
def few_hands(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(instructions, "_WARM_HANDS", 1)
    monkeypatch.setattr(instructions, "_HANDS", 2)
    yield
    gc.enable()  # a counting process switches the garbage collector off


@pytest.mark.usefixtures("few_hands")
@pytest.mark.parametrize("part", ["whole", "list draw", "list play", "apply draw", "apply discard"])
def test_each_step_of_a_part_is_done_while_instructions_are_counted(part: str) -> None:
    chosen: Any = SimpleNamespace(preset="classic", plugin=[], plain=False)
    assert instructions.work(chosen, part, 3) > 2 * instructions.work(chosen, part, 1) > 20


def test_the_output_of_valgrind_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 0, "71\n", "==12== \n==12== I   refs:      2,247,485,497\n")

    monkeypatch.setattr(subprocess, "run", run)
    assert instructions.counted([], "whole", 2) == (2_247_485_497, 71)
