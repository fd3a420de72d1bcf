"""rummy500 compiled, measured from a program whose own rummy500 is not.

A process imports the compiled wheel, plays by the same public functions, and reports its own CPU time. So one run has
both builds of each row beside the peers.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping
from typing import Final

from benchmarks.contestants import of_fast, of_learn, of_rummy500
from benchmarks.measuring import Contestant, Mode, Play
from benchmarks.sources import ROOT

import rummy500 as r5


def compiled(row: str) -> str:
    """The row of the compiled build beside another."""
    return f"{row}, compiled"


COMPILED_ROW: Final = compiled(of_rummy500.named("classic", 2))


def own_rows() -> tuple[Contestant, ...]:
    """Every row of rummy500 in the interpreter that asks; those of rummy500-learn where its environments run."""
    try:
        learn = of_learn.contestants()
    except ImportError:
        learn = ()
    return (*of_rummy500.contestants(), *of_fast.contestants(), *learn)


def contestants(environment: Mapping[str, str]) -> tuple[Contestant, ...]:
    """A row of the compiled build beside each row of rummy500.

    Args:
        environment: the variables of a process that imports the compiled wheel.

    Raises:
        ValueError: if what it imports is not compiled.
    """
    worker = Worker(environment)
    if worker.engine != "compiled":
        raise ValueError(f"{environment['PYTHONPATH']} has no rummy500 that is compiled")
    note = "the compiled wheel in a process of its own, by the same functions and its own CPU time"
    rows: list[Contestant] = []
    for each in own_rows():
        plain = worker.row(each.name, "plain")
        kept = plain if each.kept is each.plain else worker.row(each.name, "kept") if each.kept else None
        rows.append(Contestant(compiled(each.name), plain, kept, note=note, clock=worker.clock))
    return tuple(rows)


class Worker:
    """A process that plays hands with what its interpreter imports; it ends when nobody has use for it any more.

    Args:
        environment: the environment variables of the process.

    Attributes:
        engine: `compiled`, `pure Python`, or nothing if it cannot import rummy500.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.contestants.of_compiled"],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        weakref.finalize(self, process.communicate)
        self._process = process
        self._seconds = 0.0
        self.engine = self._ask("engine")

    def row(self, name: str, mode: Mode) -> Play:
        """A function that plays a row of rummy500 there, in a mode."""

        def play(hands: int, rng: random.Random) -> int:
            decisions, seconds = self._ask(f"{hands} {rng.getrandbits(32)} {mode} {name}").split()
            self._seconds += float(seconds)
            return int(decisions)

        return play

    def clock(self) -> float:
        """The CPU seconds for which it has played."""
        return self._seconds

    def _ask(self, line: str) -> str:
        if self._process.stdin is None or self._process.stdout is None:
            raise ValueError("the process has no pipes")
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:  # it has ended: what it wrote to stderr says why
            return ""
        return self._process.stdout.readline().strip()


def work() -> None:
    """Answer each line until there are no more, in the process."""
    rows: dict[str, Contestant] = {}
    for line in sys.stdin:
        if line.strip() == "engine":
            print("compiled" if r5.COMPILED else "pure Python", flush=True)
            continue
        rows = rows or {each.name: each for each in own_rows()}
        hands, seed, mode, name = line.strip().split(" ", 3)
        play = rows[name].play("plain" if mode == "plain" else "kept")
        if play is None:
            raise ValueError(f"{name} has no mode {mode}")
        began = time.process_time()
        decisions = play(int(hands), random.Random(int(seed)))
        print(decisions, time.process_time() - began, flush=True)


if __name__ == "__main__":
    work()
