"""Every pair of installed plugins: refused with a reason, or random hands under all laws.

    python -m rummy500.testing.pairs --hands 1000

Both orders of each pair are played; hands are shared out over presets and the numbers of seats that the pair allows.
`--plugin three-deep` plays only the pairs with that one. Exit status 1 if a law is broken, or a pair is refused in one
order only.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from itertools import combinations

from rummy500.compose import FEWEST_SEATS, MOST_SEATS, compose
from rummy500.errors import ComposeError
from rummy500.plugging.discover import installed
from rummy500.presets import CORE_PRESETS
from rummy500.testing.play import MAX_TURNS
from rummy500.testing.stress import Kind, Tally, jobs, stress


def pair_refusal(first: str, second: str) -> str:
    """Why two plugins cannot be played together in this order, with any preset and any number of seats.

    Args:
        first: the name of the plugin that comes first.
        second: the name of the other.

    Returns:
        The reason, empty if they can.
    """
    why = ""
    for preset in CORE_PRESETS:
        for seats in range(MOST_SEATS, FEWEST_SEATS - 1, -1):
            try:
                compose(preset, (first, second), seats=seats)
            except ComposeError as error:
                why = str(error)
            else:
                return ""
    return why


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and tell.

    Args:
        arguments: those of the command line; `sys.argv` if left out.

    Returns:
        The exit status.
    """
    asked = _parser().parse_args(arguments)
    failed = 0
    for first, second in combinations(sorted(installed()), 2):
        if asked.plugin not in (None, first, second):
            continue
        refusals = pair_refusal(first, second), pair_refusal(second, first)
        if all(refusals):
            sys.stdout.write(f"{first} + {second}: refused: {refusals[0]}\n")
        elif any(refusals):
            failed += 1
            sys.stdout.write(f"{first} + {second}: refused in one order only: {''.join(refusals)}\n")
        else:
            begun = time.monotonic()
            total = _played((first, second), asked)
            seconds = time.monotonic() - begun
            sys.stdout.write(f"{first} + {second}: {total.hands} hands, {total.states} states, {seconds:.0f} s\n")
            if total.broken:
                failed += 1
                sys.stdout.write(f"{total.broken}\n")
        sys.stdout.flush()
    return 1 if failed else 0


def _played(pair: tuple[str, str], asked: argparse.Namespace) -> Tally:
    """What came of the hands of a pair, half of them in the other order."""
    total = Tally()
    for named, hands in ((pair, asked.hands - asked.hands // 2), (pair[::-1], asked.hands // 2)):
        todo = jobs(hands, tuple(CORE_PRESETS), Kind(named), seed=asked.seed, every=asked.every, max_turns=MAX_TURNS)
        for tally in stress(tuple(todo), asked.workers).values():
            total.add(tally)
    return total


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rummy500.testing.pairs", description="Every pair of installed plugins under the laws."
    )
    parser.add_argument("--hands", type=int, default=1000, help="hands for each pair")
    parser.add_argument("--plugin", help="only the pairs with this one")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=50, help="each so many states the dear laws are asked too")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
