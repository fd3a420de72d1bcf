"""Measure decisions a second of rummy500, beside a calibration loop, so that figures of different days compare.

One decision is: list the legal actions, choose one at random, apply it. The calibration is one `frozenset & frozenset`
of thirteen cards each, timed before and after each round; a decision's cost is told in calibrations, too. The bound of
the project is 15,000 decisions a second for `classic` with two seats where the calibration takes 400 ns: 166.7
calibrations a decision. The rounds of the cases are interleaved, and the same hands are played each time.

Run it with `uv run python benchmarks/decisions.py`; `--json` gives data. `python -m benchmarks.peers` has more, beside
other engines.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

if __name__ == "__main__":  # this file is run as a script: its neighbours are found from the root of the repository
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.contestants.of_rummy500 import player
from benchmarks.measuring import Sample, Spread, calibrate, sample

import rummy500 as r5

BOUND: Final = 1e9 / 15_000 / 400
CASES: Final = (
    ("classic", 2), ("classic", 4), ("pagat", 2), ("pagat", 4), ("pagat", 8), ("north-american", 2), ("family", 2),
    ("family", 5),
)  # fmt: skip


def measure(cases: Sequence[tuple[str, int]], *, rounds: int, hands: int) -> list[dict[str, Any]]:
    """Measure every case: medians over rounds, each with a calibration beside it."""
    players = {case: player(r5.compose(case[0], seats=case[1])) for case in cases}
    samples: dict[tuple[str, int], list[Sample]] = {case: [] for case in cases}
    for number in range(rounds + 1):
        for case, play in players.items():
            found = sample(play, hands, seed=number)
            if number:  # the round before the first only warms up
                samples[case].append(found)
    return [_row(preset, seats, found) for (preset, seats), found in samples.items()]


def _row(preset: str, seats: int, samples: Sequence[Sample]) -> dict[str, Any]:
    loops = Spread.of(one.loops for one in samples)
    return {
        "preset": preset,
        "seats": seats,
        "decisions_per_second": round(Spread.of(one.rate for one in samples).median),
        "calibrations_per_decision": round(loops.median, 1),
        "least": round(loops.least, 1),
        "most": round(loops.most, 1),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure every case and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    rows = measure(CASES, rounds=chosen.rounds, hands=chosen.hands)
    if chosen.json:
        about = {"python": sys.version.split()[0], "calibration_ns": calibrate(), "cases": rows}
        print(json.dumps(about, indent=2))
        return 0
    print(f"{'preset':16}{'seats':>6}{'decisions/s':>13}{'calibrations each':>19}{'(least-most)':>16}")
    for row in rows:
        spread = f"({row['least']}-{row['most']})"
        print(
            f"{row['preset']:16}{row['seats']:>6}{row['decisions_per_second']:>13,}"
            f"{row['calibrations_per_decision']:>19}{spread:>16}"
        )
    print(f"calibration {calibrate():.0f} ns; the bound for classic with two seats is {BOUND:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
