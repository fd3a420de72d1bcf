"""How many decisions a second rummy500 makes, beside a calibration loop, so that numbers of different days compare.

One decision is: list the legal actions, choose one at random, apply it. The calibration is one `frozenset & frozenset`
of thirteen cards each, timed between the rounds; a decision's cost is told in calibrations, too. The bound of the
project is 15,000 decisions a second for `classic` with two seats where the calibration takes 400 ns: 166.7
calibrations a decision.

Run it with `uv run python benchmarks/decisions.py`; `--json` gives data.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
import timeit
from typing import Final

import rummy500 as r5

BOUND: Final = 1e9 / 15_000 / 400
CASES: Final = (
    ("classic", 2), ("classic", 4), ("pagat", 2), ("pagat", 4), ("pagat", 8), ("north-american", 2), ("family", 2),
    ("family", 5),
)  # fmt: skip


def calibrate() -> float:
    """Nanoseconds of one `frozenset & frozenset` of thirteen cards, the least of a few tries."""
    pair = {"a": frozenset(range(13)), "b": frozenset(range(5, 18))}
    number = 20_000
    return min(timeit.repeat("a & b", globals=pair, number=number, repeat=5)) / number * 1e9


def one_round(rules: r5.Rules, hands: int, seed: int) -> tuple[int, float]:
    """Play hands at random; decisions made and CPU seconds used."""
    rng = random.Random(seed)
    decisions = 0
    began = time.process_time()
    for number in range(hands):
        state = r5.deal(rules, seed=seed * hands + number)
        while not r5.is_over(state):
            legal = list(r5.legal_actions(rules, state))
            state = r5.apply(rules, state, legal[int(rng.random() * len(legal))])
            decisions += 1
    return decisions, time.process_time() - began


def measure(preset: str, seats: int, *, rounds: int, hands: int) -> dict[str, float | str | int]:
    """One case: medians over rounds, the calibration taken beside each."""
    rules = r5.compose(preset, seats=seats)
    one_round(rules, hands, seed=0)
    rates: list[float] = []
    costs: list[float] = []
    for number in range(1, rounds + 1):
        before = calibrate()
        decisions, seconds = one_round(rules, hands, seed=number)
        rates.append(decisions / seconds)
        costs.append(seconds / decisions * 1e9 / ((before + calibrate()) / 2))
    return {
        "preset": preset,
        "seats": seats,
        "decisions_per_second": round(statistics.median(rates)),
        "calibrations_per_decision": round(statistics.median(costs), 1),
        "least": round(min(costs), 1),
        "most": round(max(costs), 1),
    }


def main() -> None:
    """Measure every case and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    rows = [measure(preset, seats, rounds=chosen.rounds, hands=chosen.hands) for preset, seats in CASES]
    if chosen.json:
        json.dump(
            {"python": sys.version.split()[0], "calibration_ns": calibrate(), "cases": rows}, sys.stdout, indent=2
        )
        return
    print(f"{'preset':16}{'seats':>6}{'decisions/s':>13}{'calibrations each':>19}{'(least-most)':>16}")
    for row in rows:
        spread = f"({row['least']}-{row['most']})"
        print(
            f"{row['preset']:16}{row['seats']:>6}{row['decisions_per_second']:>13,}"
            f"{row['calibrations_per_decision']:>19}{spread:>16}"
        )
    print(f"calibration {calibrate():.0f} ns; the bound for classic with two seats is {BOUND:.1f}")


if __name__ == "__main__":
    main()
