"""Count the machine instructions of a decision and of its parts with valgrind, with equal results in each run.

On a shared machine times differ by half from one minute to the next and hide a change of 5 %. Numbers of instructions
show it: run this before and after the change. It needs `valgrind` on the path.

    uv run python -m benchmarks.instructions
    uv run python -m benchmarks.instructions --preset pagat --parts

One process does a part once, another five times; the difference is the cost with warm caches. The garbage collector is
off. Play is random, with two seats.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import shutil
import sys
from collections.abc import Sequence
from typing import Final

from benchmarks.contestants.of_rummy500 import hand_positions
from benchmarks.measuring import Positions, instructions

import rummy500 as r5

_WARM_HANDS: Final = 150
_HANDS: Final = 40
_AGAIN: Final = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--plugin", action="append", default=[])
    parser.add_argument("--plain", action="store_true", help="list through .plain()")
    parser.add_argument("--parts", action="store_true", help="each phase's list and each action's step by themselves")
    parser.add_argument("--work", nargs=2, metavar=("PART", "TIMES"), help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.work:
        part, times = chosen.work
        print(work(chosen, part, int(times)))
        return 0
    if shutil.which("valgrind") is None:
        parser.error("valgrind is not on the path")
    parts = ["whole"]
    if chosen.parts:
        parts += [f"list {phase}" for phase in ("draw", "play")]
        parts += [f"apply {verb}" for verb in ("draw", "take", "meld", "lay", "discard")]
    print("| part | how many | instructions each |\n| --- | --- | --- |")
    given = sys.argv[1:] if arguments is None else list(arguments)
    for part in parts:
        (once, few), (again, many) = (counted(given, part, times) for times in (1, _AGAIN))
        print(f"| {part} | {few:,} | {(again - once) // (many - few) if many > few else 0:,} |")
    return 0


def counted(given: Sequence[str], part: str, times: int) -> tuple[int, int]:
    """Count the instructions and the steps of a process that does a part several times."""
    program = [sys.executable, "-m", "benchmarks.instructions", *given, "--work", part, str(times)]
    count, printed = instructions(program, os.environ)
    return count, int(printed.split()[-1])


def work(chosen: argparse.Namespace, part: str, times: int) -> int:
    """Do a part several times; return the number of steps."""
    gc.disable()
    rules = r5.compose(chosen.preset, chosen.plugin)

    def hands(number: int, rng: random.Random) -> Positions:
        return [step for _ in range(number) for step in hand_positions(rules, rng, plain_only=chosen.plain)]

    rng = random.Random(1)
    hands(_WARM_HANDS, rng)
    if part == "whole":
        # Other hands each time, so that caches of the first do not help the second.
        return sum(len(hands(_HANDS, random.Random(time))) for time in range(times))
    kind, what = part.split()
    steps = hands(_HANDS, rng)
    if kind == "list":
        states = [state for state, _ in steps if state.public.phase == what]
        for _ in range(times):
            for state in states:
                legal = r5.legal_actions(rules, state)
                list(legal.plain() if chosen.plain else legal)
        return len(states) * times
    done = [(state, action) for state, action in steps if action.verb == what]
    effect = rules.turn.moves[what].effect
    for _ in range(times):
        for state, action in done:
            effect(rules, state, action)
    return len(done) * times


if __name__ == "__main__":
    raise SystemExit(main())
