"""Tests of workers: results do not depend on them, one that ends is named, errors are clear."""

from __future__ import annotations

import multiprocessing
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, TypeVar, cast

import pytest
from tests.players.simulate.troublesome import (
    PickyError,
    TwoAtOnce,
    dies_at_once,
    hangs_at,
    killed_at,
    never_starts,
    notes_process,
    outlives_a_broken_executor,
    picky_at,
    raises_at,
)

import rummy500 as r5
from rummy500.hooks import PluginInfo, Settings, hookimpl
from rummy500.players import RandomPlayer
from rummy500.simulate import (
    Entrant,
    MatchFailedError,
    MatchResult,
    SendError,
    WorkersBrokeError,
    duel,
    each_match,
    simulate,
    simulate_match,
)

RULES = r5.compose("classic", seats=3, options={"match.target": 60})
NAMES = ("medium", "random")

T = TypeVar("T")


def pool(workers: int = 2, how: str = "forkserver", start: Callable[[], object] | None = None) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context(how), initializer=start)


class Making:
    """Makes executors, and records them."""

    def __init__(self, make: Callable[[], Executor]) -> None:
        self.make = make
        self.made: list[Executor] = []

    def __call__(self) -> Executor:
        self.made.append(self.make())
        return self.made[-1]


# ---------------------------------------------------------------- the same results


@pytest.mark.parametrize("workers", [3, None])
def test_results_do_not_depend_on_the_number_of_workers(workers: int | None) -> None:
    alone = simulate(RULES, NAMES, matches=8, seed=4, workers=1)
    assert simulate(RULES, NAMES, matches=8, seed=4, workers=workers) == alone


@pytest.mark.parametrize("make", [partial(ThreadPoolExecutor, 2), partial(pool, how="spawn")])
def test_results_do_not_depend_on_the_executor(make: Callable[[], Executor]) -> None:
    rules = r5.compose("pagat", seats=4, options={"match.target": 60})
    alone = list(each_match(rules, NAMES, matches=5, seed=2, workers=1))
    with make() as executor:
        assert list(each_match(rules, NAMES, matches=5, seed=2, executor=executor)) == alone
        assert executor.submit(sum, (1, 2)).result() == 3  # the caller may go on using its executor
    making = Making(make)
    assert list(each_match(rules, NAMES, matches=5, seed=2, executor=making)) == alone
    [made] = making.made
    with pytest.raises(RuntimeError, match="shutdown"):
        made.submit(sum, (1, 2))


def test_a_plugin_that_is_passed_as_an_object_plays_in_workers() -> None:
    rules = r5.compose("classic", plugins=[TwoAtOnce()], options={"match.target": 60}, seats=3)
    alone = simulate(rules, NAMES, matches=6, seed=1, workers=1)
    assert simulate(rules, NAMES, matches=6, seed=1, workers=2) == alone
    assert simulate(RULES, NAMES, matches=6, seed=1, workers=2) != alone


def test_as_many_processes_play_as_asked_for_and_no_more_than_matches(tmp_path: Path) -> None:
    simulate(RULES, [notes_process(tmp_path)], matches=2, seed=1, workers=5)
    processes = {int(file.name) for file in tmp_path.iterdir()}
    assert 1 <= len(processes) <= 2
    assert os.getpid() not in processes
    simulate(RULES, [notes_process(tmp_path)], matches=2, seed=1, workers=1)
    assert (tmp_path / str(os.getpid())).exists()


def test_who_stops_listening_ends_the_workers() -> None:
    before = set(multiprocessing.active_children())
    results = each_match(RULES, NAMES, matches=1000, seed=1, workers=2)
    assert next(results).number == 0
    cast("Any", results).close()
    assert set(multiprocessing.active_children()) <= before


# ---------------------------------------------------------------- workers that end


def test_a_worker_that_ends_is_named_and_finished_results_are_kept() -> None:
    player = killed_at(9, 5, 7)
    results = each_match(RULES, [player, "random"], matches=30, seed=9, workers=2)
    found: list[MatchResult] = []
    with pytest.raises(WorkersBrokeError) as broke:  # noqa: PT012 - what comes before it counts
        for result in results:
            found.append(result)  # noqa: PERF402 - one by one: the last one raises
    numbers = [result.number for result in found]
    assert numbers == sorted(numbers)
    assert not {5, 7} & set(numbers)
    assert found == [simulate_match(RULES, [player, "random"], seed=9, number=number) for number in numbers]
    named = re.search(r"in match (\d+)(?: or a later one up to (\d+))? of seed 9: BrokenProcessPool", str(broke.value))
    assert named is not None
    first, last = int(named[1]), int(named[2] or named[1])
    assert first <= 5 <= last or first <= 7 <= last
    assert not set(range(first)) - set(numbers)  # the first that is named is the first that is not finished
    assert f"simulate_match(rules, players, seed=9, number={first}) plays match {first}" in str(broke.value)
    assert isinstance(broke.value.__cause__, BrokenExecutor)


def test_a_deal_whose_worker_ends_is_named() -> None:
    told = r"in deal 0.* of seed 9: .*; duel\(rules, players, deals=1, seed=9, first=0, workers=1\) plays deal 0"
    with pytest.raises(WorkersBrokeError, match=told):
        duel(RULES, [dies_at_once(), "random"], deals=2, seed=9, workers=2)


def test_an_executor_that_was_made_and_breaks_is_closed() -> None:
    making = Making(pool)
    with pytest.raises(WorkersBrokeError):
        simulate(RULES, [killed_at(5, 3)], matches=8, seed=5, executor=making, workers=2)
    [made] = making.made
    with pytest.raises(RuntimeError):
        made.submit(sum, (1, 2))


def test_a_worker_that_outlives_a_broken_executor_is_not_waited_for(tmp_path: Path) -> None:
    players = [hangs_at(tmp_path, 9, 0), killed_at(9, 1, pause=1)]
    make = partial(pool, start=outlives_a_broken_executor)
    before = set(multiprocessing.active_children())
    with pytest.raises(WorkersBrokeError, match="one has ended in match 0 or a later one up to 1 of seed 9"):
        simulate(RULES, players, matches=8, seed=9, executor=make, workers=2)
    assert not (tmp_path / "released").exists()
    assert set(multiprocessing.active_children()) <= before


def test_workers_that_do_not_start() -> None:
    with pytest.raises(WorkersBrokeError, match=r"no worker starts, or .*: BrokenProcessPool"):
        simulate(RULES, NAMES, matches=4, seed=1, executor=partial(pool, start=never_starts))


def test_a_program_without_a_main_guard_gets_advice(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import rummy500 as r5\n"
        "from rummy500.simulate import simulate\n"
        "print(simulate(r5.compose('classic'), ['random'], matches=4, seed=1, workers=2).table())\n"
    )
    source = str(Path(r5.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, str(program)],
        env={"PYTHONPATH": f"{source}{os.pathsep}{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 1
    told = [line for line in done.stderr.splitlines() if "WorkersBrokeError: no worker starts" in line]
    assert len(told) == 1
    assert "if __name__ == '__main__':" in told[0]


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="asks the system whether processes are there")
def test_workers_end_with_a_program_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from pathlib import Path\n"
        "from tests.players.simulate.troublesome import notes_process\n"
        "import rummy500 as r5\n"
        "from rummy500.simulate import simulate\n"
        "if __name__ == '__main__':\n"
        f"    notes = notes_process(Path({str(tmp_path)!r}))\n"
        "    simulate(r5.compose('classic'), [notes], matches=100_000, seed=1, workers=2)\n"
    )
    paths = (Path(r5.__file__).parents[1], Path(__file__).parents[3])
    with subprocess.Popen(
        [sys.executable, str(program)], env={"PYTHONPATH": os.pathsep.join(map(str, paths))}
    ) as process:
        workers = soon(lambda: [file.name for file in tmp_path.iterdir() if file.name.isdigit()])
        process.kill()
    soon(lambda: not any(alive(worker) for worker in workers))


def soon(found: Callable[[], T]) -> T:
    """Wait until a condition is true."""
    while True:  # each test has minutes, and ends then
        if there := found():
            return there
        time.sleep(0.05)


def alive(process: str) -> bool:
    """Return whether a process runs; a zombie has no command."""
    try:
        return Path("/proc", process, "cmdline").read_bytes() != b""
    except OSError:
        return False


# ---------------------------------------------------------------- errors in matches


def test_an_error_in_a_match_is_the_same_with_any_number_of_workers() -> None:
    told: list[str] = []
    player = raises_at(LookupError("no such\ncard"), 6, 4, 9)
    for workers in (1, 2):
        results = each_match(RULES, [player, "random"], matches=40, seed=6, workers=workers)
        assert [next(results).number for _ in range(4)] == [0, 1, 2, 3]
        with pytest.raises(MatchFailedError) as error:
            next(results)
        told.append(str(error.value))
        assert isinstance(error.value.__cause__, LookupError)
        assert (error.value.number, error.value.seed) == (4, 6)
    assert told[0] == told[1]
    assert "match 4 of seed 6 (random, raises, raises) ended in LookupError: no such card" in told[0]
    assert "simulate_match(rules, players, seed=6, number=4)" in told[0]
    with pytest.raises(LookupError):
        simulate_match(RULES, [player, "random"], seed=6, number=4)


def test_an_error_that_cannot_be_sent_is_reported() -> None:
    with pytest.raises(MatchFailedError, match="ended in PickyError: not today") as error:
        simulate(RULES, [picky_at(6, 2)], matches=5, seed=6, workers=2)
    assert error.value.__cause__ is None
    assert f"{PickyError.__module__}.PickyError: not today" in error.value.__notes__[0]


def test_a_player_that_exits_is_reported_as_an_error() -> None:
    with pytest.raises(MatchFailedError, match=r"match 1 of seed 6 .* ended in SystemExit: 3"):
        simulate(RULES, [raises_at(SystemExit(3), 6, 1)], matches=5, seed=6, workers=2)


# ---------------------------------------------------------------- what cannot be sent


def test_a_player_that_cannot_be_sent_is_named() -> None:
    class Local(RandomPlayer):
        pass

    with pytest.raises(SendError, match=r"the player Local cannot be sent to workers: .*Local.* workers=1 plays"):
        each_match(RULES, ["random", Local], matches=5, seed=6, workers=2)
    with ThreadPoolExecutor(1) as executor, pytest.raises(SendError, match="the player Local"):
        each_match(RULES, [Local], matches=5, seed=6, executor=executor)
    assert len(simulate(RULES, [Local], matches=5, seed=6, workers=1).matches) == 5


def test_a_plugin_that_cannot_be_sent_is_named() -> None:
    plugin = SimpleNamespace(
        plugin_info=hookimpl(lambda: PluginInfo("two-at-once", "a draw gives two cards")),
        settings=hookimpl(lambda: Settings(draw_count=2)),
    )
    rules = r5.compose("classic", plugins=[plugin])
    with pytest.raises(SendError, match="the plugin two-at-once, passed as an object, cannot be sent to workers"):
        simulate(rules, NAMES, matches=5, seed=6, workers=2)


def test_a_module_missing_in_a_worker_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("only_here")
    exec("from rummy500.players import RandomPlayer\nclass Mine(RandomPlayer): pass\n", module.__dict__)
    monkeypatch.setitem(sys.modules, "only_here", module)
    with pytest.raises(SendError, match=r"a worker cannot load .*: ModuleNotFoundError: No module named 'only_here'"):
        simulate(RULES, [Entrant("mine", module.Mine)], matches=5, seed=6, workers=2)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"executor": object()}, TypeError, r"client\.get_executor\(\)"),
        ({"workers": 0}, ValueError, "workers must be at least 1, not 0"),
        ({"workers": 2, "matches": 0}, ValueError, "no match to sum up"),
    ],
)
def test_wrong_use(given: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        simulate(RULES, NAMES, **cast("Any", {"matches": 3, "seed": 1, **given}))
