"""Every pair of installed plugins: refused with a reason, or random hands under all laws.

    python tools/pairs.py --hands 1000

Each pair is tried in both orders where the second order composes to other rules; hands are shared out over presets and
the numbers of seats that the pair allows. Exit status 1 if a law is broken.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from itertools import combinations

from rummy500.compose import compose
from rummy500.errors import ComposeError
from rummy500.plugging.discover import installed
from rummy500.presets import CORE_PRESETS
from rummy500.testing.play import MAX_TURNS
from rummy500.testing.stress import Kind, Tally, jobs, stress


def refusal(first: str, second: str) -> str:
    """Why two plugins cannot be played together, empty if some table can."""
    why = ""
    for preset in CORE_PRESETS:
        for seats in (4, 3, 2, 5):
            try:
                compose(preset, (first, second), seats=seats)
            except ComposeError as error:
                why = why or str(error)
            else:
                return ""
    return why


def main() -> int:
    """Play and tell."""
    parser = argparse.ArgumentParser(description="Every pair of installed plugins under the laws.")
    parser.add_argument("--hands", type=int, default=1000, help="hands for each pair")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    broken = 0
    for first, second in combinations(sorted(installed()), 2):
        why, other = refusal(first, second), refusal(second, first)
        if why or other:
            print(f"{first} + {second}: refused: {why or other}")
            if not (why and other):
                print("  in one order only")
                broken += 1
            continue
        begun, total = time.monotonic(), Tally()
        for named in ((first, second), (second, first)):
            todo = list(
                jobs(asked.hands // 2, tuple(CORE_PRESETS), Kind(named), seed=asked.seed, every=50, max_turns=MAX_TURNS)
            )
            for tally in stress(todo, asked.workers).values():
                total.add(tally)
        seconds = time.monotonic() - begun
        print(f"{first} + {second}: {total.hands} hands, {total.states} states, {seconds:.0f} s", flush=True)
        if total.broken:
            print(total.broken)
            broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
