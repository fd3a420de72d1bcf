"""Measure rummy500 beside other engines that its users could choose, in one run.

    uv run --group peers python -m benchmarks.peers          (about ten minutes)
    uv run --group peers python -m benchmarks.peers --quick
    uv run --group peers python -m benchmarks.peers --only classic openspiel --json run.json
    uv run --group peers python -m benchmarks.peers --check
    uv run --group peers python -m benchmarks.peers --compiled      (rows of the compiled build, built first)

Uniform random play, one thread, CPU time. One decision is: list the legal actions, choose one, apply it; outcomes of
chance are no decisions. It prints tables in Markdown: the targets and whether they are met, then the measurements. A
peer that is not installed is left out, with a note. Beside each figure is a calibration loop, one
`frozenset & frozenset` of thirteen cards, so that figures of different days compare.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import attrs
from benchmarks.contestants import (
    of_chess,
    of_compiled,
    of_limit,
    of_openspiel,
    of_pettingzoo,
    of_rlcard,
)
from benchmarks.fresh import compose_cost, import_cost
from benchmarks.games import games
from benchmarks.measuring import Contestant, Spread, measure
from benchmarks.report import Run, data, markdown
from benchmarks.sources import ROOT, environment
from benchmarks.wanted import verdicts

from rummy500 import COMPILED

#: Peers by the name of their package on PyPI.
PEERS: Final[dict[str, Callable[[], tuple[Contestant, ...]]]] = {
    "open-spiel": of_openspiel.contestants,
    "rlcard": of_rlcard.contestants,
    "pettingzoo": of_pettingzoo.contestants,
    "chess": of_chess.contestants,
}
_PACKAGES: Final = ("rummy500", "attrs", *PEERS, "numpy")


@attrs.frozen
class Amount:
    """The amount of measuring.

    Attributes:
        rounds: the number of rounds.
        seconds: approximate CPU time of each contestant in a round.
        processes: the number of fresh processes for costs that are paid once.
    """

    rounds: int
    seconds: float
    processes: int


FULL: Final = Amount(rounds=9, seconds=0.5, processes=15)
QUICK: Final = Amount(rounds=3, seconds=0.05, processes=3)


def gather(compiled: Mapping[str, str] | None) -> tuple[tuple[Contestant, ...], tuple[str, ...]]:
    """List the contestants, with the compiled engine if a process can import it, and the peers left out."""
    found, missing = list(of_compiled.own_rows()), list[str]()
    if compiled is not None:
        found += of_compiled.contestants(compiled)
    for package, contestants in PEERS.items():
        try:
            found += contestants()
        except ImportError as error:
            missing.append(f"{package}: not installed ({error}); the dependency group `peers` brings it")
    try:
        found += of_limit.contestants()
    except ImportError as error:
        missing.append(f"{of_limit.LIMIT}: {error}")
    return tuple(found), tuple(missing)


def run(
    only: Sequence[str],
    amount: Amount,
    compiled: Mapping[str, str] | None,
    report_progress: Callable[[str], None],
) -> Run:
    """Measure.

    Args:
        only: texts that select contestants by name; without any also what is paid once: loading and `compose`.
        amount: the amount of measuring.
        compiled: the variables of a process that imports the compiled wheel, for rows of its own.
        report_progress: is called with a text after each step.

    Raises:
        ValueError: if no contestant is selected.
    """
    everybody, left_out = gather(compiled)
    contestants = tuple(each for each in everybody if not only or any(text in each.name for text in only))
    if not contestants:
        raise ValueError(
            f"nobody is called {' or '.join(only)}; there are {', '.join(each.name for each in everybody)}"
        )
    report_progress("fresh processes")
    loading = None if only else import_cost(amount.processes)
    composed = [] if only else [game for game in games().values() if not game.views]
    composing = tuple(compose_cost(game, amount.processes) for game in composed)
    measured = measure(contestants, rounds=amount.rounds, seconds=amount.seconds, report_progress=report_progress)
    report_progress("weighing states")
    weights = {each.name: each.weigh() for each in contestants if each.weigh is not None}
    about = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        "engine": "compiled" if COMPILED else "pure Python",
        "versions": {name: found for name in _PACKAGES if (found := _version(name))},
        "rounds": amount.rounds,
        "seconds_a_round": amount.seconds,
        "calibration_ns": Spread.of(one.calibration for each in measured for one in each.plain),
    }
    judged = verdicts(measured, weights, loading, composing, compiled=COMPILED)
    return Run(about, measured, weights, loading, composing, judged, left_out)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status is 0, or 1 with --check for a figure below what is held."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="TEXT",
        help="only contestants with a TEXT in the name, and nothing that is paid once",
    )
    parser.add_argument("--quick", action="store_true", help="a short run; its figures are rough")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every round to FILE")
    parser.add_argument(
        "--check", action="store_true", help="exit with 1 if a figure that was measured is below what is held"
    )
    parser.add_argument("--compiled", action="store_true", help="build the compiled wheel, for rows of its own")
    given = parser.parse_args(arguments)

    def report_progress(text: str) -> None:
        print(text, file=sys.stderr)

    with tempfile.TemporaryDirectory() as folder:
        try:
            compiled = None
            if given.compiled:
                report_progress("building the compiled wheel")
                compiled = environment(ROOT, "compiled", Path(folder))
            found = run(given.only, QUICK if given.quick else FULL, compiled, report_progress)
        except (ValueError, FileNotFoundError, subprocess.CalledProcessError) as error:
            parser.error(str(error))
    if given.json is not None:
        given.json.write_text(json.dumps(data(found), indent=2) + "\n", "utf-8")
    print(markdown(found), end="")
    return int(given.check and any(each.holds is False for each in found.verdicts))


if __name__ == "__main__":
    sys.exit(main())
