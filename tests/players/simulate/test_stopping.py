"""Tests of simulations that stop: players that hang or answer nonsense are named, Ctrl-C saves finished matches."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.players.simulate.test_workers import alive, soon
from tests.players.simulate.troublesome import answers, hangs_at, raises_at

import rummy500 as r5
from rummy500.players import PlayerError
from rummy500.simulate import MatchFailedError, MatchResult, WorkersBrokeError, each_match, simulate, simulate_match

RULES = r5.compose("classic", seats=3, options={"match.target": 60})
NAMES = ("medium", "random")

# ---------------------------------------------------------------- a limit of seconds


@pytest.mark.parametrize("given", [{"workers": 1}, {"workers": 2}, {"executor": partial(ThreadPoolExecutor, 2)}])
def test_a_player_that_takes_too_long_is_named(tmp_path: Path, given: dict[str, Any]) -> None:
    try:
        results = each_match(RULES, [hangs_at(tmp_path, 6, 2), "random"], matches=9, seed=6, max_seconds=3, **given)
        assert [next(results).number for _ in range(2)] == [0, 1]
        with pytest.raises(MatchFailedError) as told:
            next(results)
    finally:
        (tmp_path / "released").touch()
    seat = told.value.seat
    assert (told.value.number, told.value.seed, told.value.players[seat]) == (2, 6, "hangs")
    assert told.value.what == f"PlayerError: the player of seat {seat} took longer than 3 seconds over a decision"
    assert f"; seat {seat} (hangs) was asked last; simulate_match(rules, players, seed=6, number=2)" in str(told.value)


def test_a_late_decision_is_an_error() -> None:
    with pytest.raises(PlayerError, match="took longer than 1e-09 seconds"):
        simulate_match(RULES, NAMES, seed=1, number=0, max_seconds=1e-9)


def test_a_limit_that_nobody_reaches_changes_nothing() -> None:
    alone = simulate(RULES, NAMES, matches=5, seed=4, workers=1)
    for workers in (1, 2):
        assert simulate(RULES, NAMES, matches=5, seed=4, workers=workers, max_seconds=math.inf) == alone


def test_an_error_within_a_time_limit_is_raised_unchanged() -> None:
    for limit in (None, 300):
        with pytest.raises(ZeroDivisionError, match="by nought"):
            simulate_match(RULES, [answers(ZeroDivisionError("by nought"))], seed=1, number=0, max_seconds=limit)


@pytest.mark.parametrize("limit", [0, -1, math.nan])
def test_a_limit_that_is_none(limit: float) -> None:
    for call in (partial(simulate, matches=1), partial(simulate_match, number=0)):
        with pytest.raises(ValueError, match="more than 0 seconds"):
            call(RULES, NAMES, seed=1, max_seconds=limit)


# ---------------------------------------------------------------- what a player does


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (SystemExit(3), "ended in PlayerError: the player of seat {seat} would end the program: SystemExit(3); "),
        ("draw", "ended in PlayerError: the player of seat {seat} returned 'draw'; a player returns one of its legal"),
        (None, "ended in PlayerError: the player of seat {seat} does not act on its turn; "),
    ],
)
def test_what_a_player_does_ends_in_the_same_error_with_any_number_of_workers(answer: object, words: str) -> None:
    told: list[str] = []
    for workers in (1, 2):
        with pytest.raises(MatchFailedError) as failed:
            simulate(RULES, [answers(answer)], matches=3, seed=6, workers=workers)
        told.append(str(failed.value))
        assert f"match 0 of seed 6 (answers, answers, answers) {words.format(seat=failed.value.seat)}" in told[-1]
    assert told[0] == told[1]


class AtOnce(Executor):
    """An executor that plays each share when it is submitted.

    If Ctrl-C comes after some of them, it does not play the first; its worker may end, too, in one of them.
    """

    def __init__(self, *, interrupted_after: int | None = None, ends: tuple[int, Exception] | None = None) -> None:
        self.shares: list[range] = []
        self.futures: list[Future[Any]] = []
        self.interrupted_after = interrupted_after
        self.ends = ends

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        if len(self.shares) == self.interrupted_after:
            raise KeyboardInterrupt
        future: Future[Any] = Future()
        if self.ends is not None and len(self.shares) == self.ends[0]:
            future.set_exception(self.ends[1])
        elif self.shares or self.interrupted_after is None:
            future.set_result(fn(*args, **named))
        self.shares.append(range(args[1], args[2]))
        self.futures.append(future)
        return future


def test_nothing_is_played_after_a_match_that_has_failed() -> None:
    player, executor = raises_at(LookupError("no card"), 6, 20), AtOnce()
    with pytest.raises(MatchFailedError, match="match 20 of seed 6"):
        simulate(RULES, [player], matches=20_000, seed=6, max_turns=1, executor=executor, workers=2)
    # Those that were under way together with it, and no more: 16 shares of 4 matches, the first of them with match 20.
    assert executor.shares == [range(first, first + 4) for first in range(0, 84, 4)]


# ---------------------------------------------------------------- Ctrl-C


def test_matches_that_are_finished_ahead_of_others_come_after_ctrl_c() -> None:
    executor = AtOnce(interrupted_after=4)
    results = each_match(RULES, NAMES, matches=400, seed=1, max_turns=1, executor=executor, workers=4)
    found: list[MatchResult] = []
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - what comes before it counts
        for result in results:
            found.append(result)  # noqa: PERF402 - one by one: the last one raises
    first, *others = executor.shares
    assert [result.number for result in found] == [number for share in others for number in share]
    assert found[0] == simulate_match(RULES, NAMES, seed=1, number=first.stop, max_turns=1)
    assert executor.futures[0].cancelled()  # the caller's executor plays no more of it


@pytest.mark.parametrize(
    ("error", "named"),
    [
        (BrokenExecutor("all are lost"), "match 2 of seed 1: BrokenExecutor: all are lost; simulate_match("),
        (OSError("this one is lost"), "match 2 of seed 1: OSError: this one is lost; simulate_match("),
    ],
    ids=["all are lost", "one is lost"],
)
def test_matches_that_are_finished_ahead_of_one_whose_worker_ends_come_before_the_error(
    error: Exception, named: str
) -> None:
    results = each_match(RULES, NAMES, matches=9, seed=1, max_turns=1, executor=AtOnce(ends=(2, error)), workers=1)
    found: list[MatchResult] = []
    with pytest.raises(WorkersBrokeError) as broke:  # noqa: PT012 - what comes before it counts
        for result in results:
            found.append(result)  # noqa: PERF402 - one by one: the last one raises
    assert named in str(broke.value)
    assert broke.value.__cause__ is error
    assert [result.number for result in found] == [0, 1, 3, 4, 5, 6, 7, 8]


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="asks the system whether processes are there")
def test_an_interrupt_of_the_program_alone_ends_workers_that_hang(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import signal\n"
        "from pathlib import Path\n"
        "from tests.players.simulate.troublesome import hangs_at\n"
        "import rummy500 as r5\n"
        "from rummy500.simulate import simulate\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"    hangs = hangs_at(Path({str(tmp_path)!r}), 1, *range(64))\n"
        "    simulate(r5.compose('classic'), [hangs], matches=64, seed=1, workers=2, max_seconds=1000)\n"
    )
    paths = (Path(r5.__file__).parents[1], Path(__file__).parents[3])
    with subprocess.Popen(
        [sys.executable, str(program)],
        env={"PYTHONPATH": os.pathsep.join(map(str, paths))},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            soon(lambda: len(hanging(tmp_path)) == 2)
            workers = hanging(tmp_path)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=240)
        finally:
            (tmp_path / "released").touch()
            process.kill()
    assert process.returncode == -signal.SIGINT
    assert err.splitlines()[-1] == "KeyboardInterrupt"
    soon(lambda: not any(alive(worker) for worker in workers))


def hanging(folder: Path) -> list[str]:
    """List the processes in which a player hangs."""
    return [file.name.removeprefix("hangs-") for file in folder.iterdir() if file.name.startswith("hangs-")]
