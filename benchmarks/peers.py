"""Measure rummy500 beside other engines that its users could choose, in one run.

    uv run --group peers python -m benchmarks.peers          (about ten minutes)
    uv run --group peers python -m benchmarks.peers --quick
    uv run --group peers python -m benchmarks.peers --only classic openspiel --json run.json
    uv run --group peers python -m benchmarks.peers --check
    uv run --group peers python -m benchmarks.peers --compiled      (rows of the compiled build, built first)

Uniform random play, one thread, CPU time. One decision is: list the legal actions, choose one, apply it; outcomes of
chance are no decisions. It prints tables in Markdown: the targets and whether they are met, then the measurements. A
peer that is not installed is left out, with a note.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
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
    of_rummy500,
)
from benchmarks.environments import compiled_environment
from benchmarks.fresh import Compose, compose_cost, import_cost
from benchmarks.measuring import Contestant, Spread, measure
from benchmarks.report import Run, data, markdown
from benchmarks.wanted import verdicts
from tools.workspace import folders

from rummy500 import COMPILED
from rummy500.rules.options import CORE_PRESETS

#: The dependency groups of the peers and of the plugins.
PEERS_GROUP: Final = "peers"
PLUGINS_GROUP: Final = "plugins"

#: Peers by the name of their package on PyPI.
PEERS: Final[dict[str, Callable[[], tuple[Contestant, ...]]]] = {
    "open-spiel": of_openspiel.contestants,
    "rlcard": of_rlcard.contestants,
    "pettingzoo": of_pettingzoo.contestants,
    "chess": of_chess.contestants,
}
_ROOT: Final = Path(__file__).resolve().parents[1]
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


def gather(compiled: Path | None = None) -> tuple[tuple[Contestant, ...], tuple[str, ...]]:
    """List the contestants, with the compiled engine if an interpreter has it, and the peers left out."""
    found, missing = list(of_compiled.own_rows()), list[str]()
    if compiled is not None:
        found += of_compiled.contestants(compiled)
    plugins = sorted(set(folders()) - set(of_rummy500.installed_plugins()))
    if plugins:
        missing.append(f"{', '.join(plugins)}: not installed; the dependency group `{PLUGINS_GROUP}` brings them")
    for package, contestants in PEERS.items():
        try:
            found += contestants()
        except ImportError as error:
            missing.append(f"{package}: not installed ({error}); the dependency group `{PEERS_GROUP}` brings it")
    try:
        found += of_limit.contestants()
    except ImportError as error:
        missing.append(f"{of_limit.LIMIT}: {error}")
    return tuple(found), tuple(missing)


def chosen(contestants: Sequence[Contestant], only: Sequence[str]) -> tuple[Contestant, ...]:
    """Select the contestants whose name contains one of these texts; all without texts."""
    return tuple(each for each in contestants if not only or any(text in each.name for text in only))


def composing(processes: int) -> tuple[Compose, ...]:
    """Measure `compose` for each preset and each installed plugin."""
    found = [compose_cost(preset, (), 2, processes) for preset in CORE_PRESETS]
    for name in of_rummy500.installed_plugins():
        found.append(compose_cost("classic", (name,), of_rummy500.SEATS.get(name, 2), processes))
    return tuple(found)


def run(
    only: Sequence[str],
    amount: Amount,
    *,
    once: bool = True,
    compiled: Path | None = None,
    report_progress: Callable[[str], None],
) -> Run:
    """Measure.

    Args:
        only: texts that select contestants by name; none for all.
        amount: the amount of measuring.
        once: whether to measure costs that are paid once, too: `import` and `compose`.
        compiled: an interpreter with the compiled wheel, for a row of its own; none by default.
        report_progress: is called with a text after each step.

    Raises:
        ValueError: if no contestant is selected.
    """
    everybody, left_out = gather(compiled)
    contestants = chosen(everybody, only)
    if not contestants:
        raise ValueError(
            f"nobody is called {' or '.join(only)}; there are {', '.join(each.name for each in everybody)}"
        )
    report_progress("fresh processes")
    loading = import_cost(amount.processes) if once else None
    compose = composing(amount.processes) if once else ()
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
    judged = verdicts(measured, weights, loading, compose, compiled=COMPILED)
    return Run(about, measured, weights, loading, compose, judged, left_out)


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
    parser.add_argument("--rounds", type=int, help="how many rounds")
    parser.add_argument("--seconds", type=float, help="CPU time of each contestant in a round, about")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the data, every round with it, to FILE")
    parser.add_argument(
        "--check", action="store_true", help="exit with 1 if a figure that was measured is below what is held"
    )
    parser.add_argument("--compiled", action="store_true", help="build the compiled wheel, for rows of its own")
    parser.add_argument("--compiled-python", type=Path, metavar="FILE", help="an interpreter that has that wheel")
    given = parser.parse_args(arguments)
    amount = QUICK if given.quick else FULL
    amount = attrs.evolve(amount, rounds=given.rounds or amount.rounds, seconds=given.seconds or amount.seconds)

    def report_progress(text: str) -> None:
        print(text, file=sys.stderr)

    with tempfile.TemporaryDirectory() as folder:
        try:
            compiled = given.compiled_python
            if given.compiled:
                report_progress("building the compiled wheel")
                compiled = compiled_environment(_ROOT, Path(folder), with_plugins=True)
            found = run(given.only, amount, once=not given.only, compiled=compiled, report_progress=report_progress)
        except (ValueError, FileNotFoundError, subprocess.CalledProcessError) as error:
            parser.error(str(error))
    if given.json is not None:
        given.json.write_text(json.dumps(data(found), indent=2) + "\n", "utf-8")
    print(markdown(found), end="")
    return int(given.check and any(each.holds is False for each in found.verdicts))


if __name__ == "__main__":
    sys.exit(main())
