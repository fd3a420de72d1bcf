"""rummy500 with its engine compiled, measured from a program whose own engine is not.

The compiled wheel is built and installed in an environment of its own, where a process plays by the same public
functions; it tells its own CPU time. So one run has both builds beside the peers.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from benchmarks.contestants.of_rummy500 import named, player
from benchmarks.measuring import Contestant

import rummy500 as r5

COMPILED_ROW: Final = f"{named('classic', 2)}, compiled"

_ROOT: Final = Path(__file__).resolve().parents[2]


def contestants(python: Path) -> tuple[Contestant, ...]:
    """The row of the compiled engine.

    Args:
        python: an interpreter that has the compiled wheel.

    Raises:
        ValueError: if what it imports is not compiled.
    """
    # The source of this checkout does not stand in the place of the wheel.
    worker = Worker(python, {name: value for name, value in os.environ.items() if name != "PYTHONPATH"})
    if worker.engine != "compiled":
        raise ValueError(f"{python} imports no rummy500 that is compiled")
    note = "the compiled wheel in a process of its own, by the same functions and its own CPU time"
    return (Contestant(COMPILED_ROW, worker.play, kept=worker.play, note=note, clock=worker.clock),)


class Worker:
    """A process that plays hands with what its interpreter imports; it ends when nobody has use for it any more.

    Args:
        python: the interpreter.
        environment: the environment variables of the process.

    Attributes:
        engine: `compiled`, `pure Python`, or nothing if it cannot import rummy500.
    """

    def __init__(self, python: Path, environment: Mapping[str, str]) -> None:
        process = subprocess.Popen(
            [str(python), "-m", "benchmarks.contestants.of_compiled"],
            cwd=_ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        weakref.finalize(self, process.communicate)
        self._process = process
        self._seconds = 0.0
        self.engine = self._ask("engine")

    def play(self, hands: int, rng: random.Random) -> int:
        """Play so many hands; the decisions made."""
        decisions, seconds = self._ask(f"{hands} {rng.getrandbits(32)}").split()
        self._seconds += float(seconds)
        return int(decisions)

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
    play = player(r5.compose("classic"))
    for line in sys.stdin:
        if line.strip() == "engine":
            print("compiled" if r5.COMPILED else "pure Python", flush=True)
            continue
        hands, seed = map(int, line.split())
        began = time.process_time()
        decisions = play(hands, random.Random(seed))
        print(decisions, time.process_time() - began, flush=True)


if __name__ == "__main__":
    work()
