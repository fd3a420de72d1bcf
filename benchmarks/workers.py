"""Measure how much faster many processes play than one: wall time of a simulation, round by round.

Each round plays the same matches in this process, in one process beside it, and in several; the order changes from
round to round. The processes have started before the first round, so that the ratio is that of a long simulation; what
it costs to start them is a row of its own. It wants a quiet machine with as many processors as there are workers:
another program on one of them takes its part from the several, not from the one.

Run it with `uv run python benchmarks/workers.py`; `--json` gives data. The bound of the project is 1.8 for two workers.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Final

import rummy500 as r5
from rummy500.simulate import Simulation, simulate

BOUND: Final = 1.8
PLAYERS: Final = ("greedy", "random")


def processes(workers: int) -> Executor:
    """Processes that start anew, as those that `simulate` starts itself."""
    ways = multiprocessing.get_all_start_methods()
    return ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("forkserver" if "forkserver" in ways else "spawn")
    )


def timed(play: Callable[[], Simulation]) -> tuple[float, Simulation]:
    """Wall seconds of a simulation, and its results."""
    began = time.perf_counter()
    found = play()
    return time.perf_counter() - began, found


def load() -> float:
    """Return the load of the machine in the last minute, 0 if unknown."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def main() -> int:
    """Measure and print a table or JSON; 1 if the results were not the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    rules = r5.compose(chosen.preset, seats=chosen.seats)
    load_before = load()

    def play(matches: int, executor: Executor | None, workers: int) -> Simulation:
        return simulate(rules, PLAYERS, matches=matches, seed=1, executor=executor, workers=workers)

    started, _ = timed(lambda: play(chosen.workers, None, chosen.workers))
    with processes(1) as one, processes(chosen.workers) as several:
        ways: dict[str, Callable[[int], Simulation]] = {
            "here": lambda matches: play(matches, None, 1),
            "one": lambda matches: play(matches, one, 1),
            "several": lambda matches: play(matches, several, chosen.workers),
        }
        for way in ways.values():
            way(32 * chosen.workers)
        seconds: dict[str, list[float]] = {name: [] for name in ways}
        found: list[Simulation] = []
        for number in range(chosen.rounds):
            order = list(ways) if number % 2 == 0 else list(reversed(ways))
            for name in order:
                took, results = timed(lambda way=ways[name]: way(chosen.matches))
                seconds[name].append(took)
                found.append(results)
    same = all(results == found[0] for results in found)
    ratios = [alone / together for alone, together in zip(seconds["one"], seconds["several"], strict=True)]
    to_here = [here / together for here, together in zip(seconds["here"], seconds["several"], strict=True)]

    if chosen.json:
        data = {
            "python": sys.version.split()[0],
            "processors": os.cpu_count(),
            "load_before": load_before,
            "preset": chosen.preset,
            "seats": chosen.seats,
            "matches": chosen.matches,
            "workers": chosen.workers,
            "seconds": seconds,
            "ratios_to_one_process": ratios,
            "ratios_to_this_process": to_here,
            "start_seconds": started,
            "same_results": same,
        }
        json.dump(data, sys.stdout, indent=2)
        print()
        return 0 if same else 1
    print(
        f"{chosen.matches} matches of {chosen.preset} with {chosen.seats} seats, {chosen.rounds} rounds, "
        f"{os.cpu_count()} processors, load before {load_before:.1f}"
    )
    print(f"{'wall time':28}{'median':>9}{'least':>9}{'most':>9}")
    names = {"here": "this process", "one": "1 process", "several": f"{chosen.workers} processes"}
    for name, taken in seconds.items():
        print(row(names[name], taken, "s"))
    print(row(f"{chosen.workers} to 1, round by round", ratios, " "))
    print(row(f"{chosen.workers} to this process", to_here, " "))
    print(f"starting {chosen.workers} processes and a match each: {started:.2f} s")
    print(f"results {'the same' if same else 'DIFFER'}; the bound for two processes is {BOUND}")
    return 0 if same else 1


def row(name: str, values: list[float], unit: str) -> str:
    """A line of the table."""
    return f"{name:28}" + "".join(
        f"{value:8.2f}{unit}" for value in (statistics.median(values), min(values), max(values))
    )


if __name__ == "__main__":
    sys.exit(main())
