"""Measure and plot how the cost of rummy500's functions grows with the position.

    uv run --extra plots python -m benchmarks.growth --plots docs/performance --json growth.json   (ten minutes)
    uv run python -m benchmarks.growth --quick

Along each axis (hand size, pile length, jokers, Oklahoma's wild cards, seats, plugins) it measures the whole list of
legal actions, `.plain()`, `in`, `bool`, the first action and `apply`, by CPU time beside a calibration loop, and fits
the power of the number of actions with which each grows. Then it searches for bad hands, and measures the cost of
plugins that are not in play. Times are those of a machine on which the calibration loop takes as long as in this run.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Final

import attrs
from benchmarks.growth import plots, worst
from benchmarks.growth.cases import axes, grounds, left_out
from benchmarks.growth.measured import measure
from benchmarks.growth.report import Run, data, markdown
from benchmarks.growth.worst import SEARCHED, search
from benchmarks.measuring import calibrate

from rummy500 import COMPILED
from rummy500.simulate import MissingExtraError

_SEED: Final = 7


@attrs.frozen
class Amount:
    """The amount of measuring.

    Attributes:
        rounds: the number of rounds.
        seconds: CPU time for each question at each size in a round, at least.
        count: positions at each size.
        searching: the length of the search for bad hands.
        quick: only the two ends of each series.
    """

    rounds: int
    seconds: float
    count: int
    searching: worst.Amount
    quick: bool = False


FULL: Final = Amount(rounds=5, seconds=0.004, count=4, searching=worst.FULL)
QUICK: Final = Amount(rounds=1, seconds=0.001, count=2, searching=worst.QUICK, quick=True)


def run(amount: Amount, report_progress: Callable[[str], None]) -> Run:
    """Measure everything."""
    missing = list(left_out())
    grown = measure(
        axes(quick=amount.quick),
        rounds=amount.rounds,
        seconds=amount.seconds,
        count=amount.count,
        seed=_SEED,
        report_progress=report_progress,
    )
    loop = median(calibrate() for _ in range(9))
    found: list[worst.Found] = []
    if COMPILED:
        missing.append("bad hands: the search counts calls, of which a compiled engine tells nothing")
    else:
        for ground in grounds():
            report_progress(f"bad hands: {ground.name}")
            found += [search(ground, question, amount.searching, _SEED) for question in SEARCHED]
    about = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        "engine": "compiled" if COMPILED else "pure Python",
        "rounds": amount.rounds,
        "positions": f"{amount.count} at each size",
        "calibration loop": f"{loop:.0f} ns",
    }
    return Run(about, grown, tuple(found), loop, tuple(missing))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status is always 0."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.growth", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a short run of the ends alone; its figures are rough")
    parser.add_argument("--plots", type=Path, metavar="FOLDER", help="draw plots as SVG into FOLDER (extra `plots`)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the data to FILE")
    given = parser.parse_args(arguments)
    if given.plots is not None:
        try:
            plots.check()
        except MissingExtraError as error:
            parser.error(str(error))
    found = run(QUICK if given.quick else FULL, report_progress=lambda text: print(text, file=sys.stderr))
    if given.json is not None:
        given.json.write_text(json.dumps(data(found), indent=2) + "\n", "utf-8")
    if given.plots is not None:
        plots.save(found, given.plots)
    print(markdown(found), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
