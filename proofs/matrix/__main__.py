"""The whole matrix: every combination of rules is refused with a reason, or played under all laws.

    python -m proofs.matrix --json run.jsonl --workers 2

Each preset alone; every pair of installed plugins in both orders, and every plugin on every preset; every value of
every option on every preset and beside every plugin, in both orders; values of every two options of one plugin; random
triples of plugins with random values of options; and every rule of the cookbook on every preset, beside every plugin
and beside every other rule, in both orders (`proofs.matrix.combinations`). The hands of a combination are shared out
over presets, numbers of seats and orders; a fifth of them begin near their end, with few cards in hands and melds on
the table. `--plugin persian` leaves only the combinations with that plugin, `--only pairs` only a part; `--hands 0`
composes and plays none.

With `--json` each finished combination becomes a line at the end of the file. A second run with the same file leaves
out the combinations that the file has already, unless they failed or were played with other hands: after a change of
the code, begin a new file.

The laws of rules are checked once for each order of the plugins. A pair of installed plugins is also composed and
played in both orders side by side: rules, actions, states and scores are the same, except where
`proofs.matrix.orders.LATER_DECIDES` says that the plugin named later decides.

Exit status 0 if every combination is refused with a reason or played under all laws; 1 if not, and each failure is
printed with its scenario; 2 if there is no such combination.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, get_args

import attrs
from tests.laws.kit.cookbook import COOKBOOK

from proofs.matrix.combinations import (
    Combination,
    Kind,
    cookbook_combinations,
    option_combinations,
    own_combinations,
    pair_combinations,
    preset_alone_combinations,
    triple_combinations,
)
from proofs.matrix.play import IN_A_ROW, Result, Task, play_all, read_results, summary
from rummy500.base.errors import ComposeError, nearest
from rummy500_testing.available import plugins
from rummy500_testing.perft import number_from

_PROGRESS_SECONDS: Final = 60


class MatrixError(Exception):
    """Raised without a combination to play."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matrix and print the results.

    Args:
        arguments: those of the command line; `sys.argv` if left out.

    Returns:
        The exit status: 0 if no combination has failed, 1 if one has; 2, after a line with the reason, if no
        combination is chosen, or if the laws of a plugin do not load.

    Raises:
        SystemExit: with 2, for an argument that is wrong.
    """
    asked = _parser().parse_args(arguments)
    try:
        tasks = list(_tasks(asked))
        return _play(asked, tasks)
    except (MatrixError, ComposeError) as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _play(asked: argparse.Namespace, tasks: Sequence[Task]) -> int:
    """Play the combinations without a result, and report all."""
    file: Path | None = asked.json
    known = read_results(file.read_text("utf-8").splitlines()) if file is not None and file.exists() else {}
    results = [known[task.combination.name] for task in tasks if _is_done(task, known)]
    todo = [task for task in tasks if not _is_done(task, known)]
    began = told = time.monotonic()
    for done, result in enumerate(play_all(todo, asked.workers), 1):
        results.append(result)
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(attrs.asdict(result)) + "\n")
        if result.verdict == "failed":
            sys.stdout.write(f"{result.combination}: failed: {result.why}\n\n")
            sys.stdout.flush()
        elif asked.verbose:
            tail = f"refused: {result.why}" if result.why else f"{result.hands} hands, {result.seconds:.1f} s"
            sys.stdout.write(f"{result.combination}: {tail}\n")
        if time.monotonic() - told > _PROGRESS_SECONDS:
            told = time.monotonic()
            sys.stderr.write(f"{done} of {len(todo)} combinations in {told - began:.0f} s\n")
    sys.stdout.write(summary(results))
    failed = [result.combination for result in results if result.verdict == "failed"]
    sys.stdout.write(f"failed: {'; '.join(failed)}\n" if failed else "no combination failed\n")
    return 1 if failed else 0


def _is_done(task: Task, known: Mapping[str, Result]) -> bool:
    result = known.get(task.combination.name)
    return result is not None and result.is_done and (result.asked, result.seed) == (task.hands, task.seed)


def _tasks(asked: argparse.Namespace) -> Iterator[Task]:
    """List the combinations of a command line."""
    known = (*plugins(), *COOKBOOK)
    if asked.plugin is not None and asked.plugin not in known:
        raise MatrixError(f"there is no plugin {asked.plugin!r}; {nearest(asked.plugin, known)}")
    every: list[Combination] = []
    if "presets" in asked.only:
        every += preset_alone_combinations()
    if "pairs" in asked.only:
        every += pair_combinations()
    if "options" in asked.only:
        every += option_combinations()
    if "own" in asked.only:
        every += own_combinations()
    if "triples" in asked.only:
        every += triple_combinations(asked.triples, asked.seed)
    if "cookbook" in asked.only:
        every += cookbook_combinations()
    hands: dict[Kind, int] = {
        "presets": asked.hands,
        "pairs": asked.hands,
        "options": asked.option_hands,
        "own": asked.option_hands,
        "triples": asked.triple_hands,
        "cookbook": asked.hands,
    }
    mine = [combination for combination in every if asked.plugin is None or asked.plugin in combination.plugins]
    if not mine:
        raise MatrixError(f"there is no combination with the plugin {asked.plugin} in {', '.join(asked.only)}")
    for combination in mine:
        many = min(hands[combination.kind], asked.hands)
        everywhere = combination.kind in ("presets", "pairs", "cookbook")
        yield Task(combination, many, asked.seed, asked.every, None if everywhere else max(1, many // IN_A_ROW))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m proofs.matrix", description="What meets in one game: refused, or under all laws."
    )
    kinds = get_args(Kind)
    parser.add_argument("--only", nargs="+", choices=kinds, default=kinds, help="which parts; all if left out")
    parser.add_argument("--plugin", help="only the combinations with this one")
    from_none, from_one = number_from(0), number_from(1)
    parser.add_argument(
        "--hands",
        type=from_none,
        default=500,
        help="hands for each preset, pair and rule of the cookbook, and the most for any other combination",
    )
    parser.add_argument(
        "--option-hands", type=from_none, default=64, help="hands for each value of an option in a combination"
    )
    parser.add_argument("--triples", type=from_none, default=300, help="how many triples")
    parser.add_argument("--triple-hands", type=from_none, default=100, help="hands for each triple")
    parser.add_argument("--seed", type=number_from(0), default=0, help="the same seed plays the same hands")
    parser.add_argument("--every", type=from_one, default=50, help="each so many states the costly laws are asked too")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="a line for each combination is added; what it has is left out"
    )
    parser.add_argument("--verbose", action="store_true", help="a line for every combination, not only failures")
    parser.add_argument("--workers", type=from_one, default=os.cpu_count() or 1, help="how many processes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
