"""The whole matrix: what meets in one game is refused with a reason or played under all laws.

    python -m rummy500.testing.matrix --json run.jsonl --workers 2

Every pair of installed plugins in both orders, every plugin on every preset, every value of every option on every
preset and beside every plugin, before and behind it, and triples of plugins with values picked at random
(`rummy500.testing.cells`). Hands are shared out over presets, numbers of seats and orders; a fifth of them begin near
their end, with few cards in hands and melds on the table. `--plugin three-deep` leaves only the cells with that plugin,
`--only pairs` only a part; `--hands 0` composes and plays none.

With `--json` each finished cell is a line at the end of the file. A run that is begun again with the same file leaves
out the cells that it has already, unless they failed, were played with other hands, or the code of the core or of a
plugin has changed since; `--part 2/3` does the second third of the cells.

The laws of rules are asked once of each order of the plugins, at the first table of a cell.

A pair is also composed and played in both orders of its names side by side: rules, actions, states and scores are the
same, except where `rummy500.testing.orders.LATER_DECIDES` says that the later name decides.

Exit status 0 if every cell is refused with a reason or played under all laws, 1 if one is not; each of those is printed
with its scenario. Exit status 2 if there is no such cell, or the file of results cannot be read or written.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import islice, zip_longest
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Literal, get_args

import attrs

from rummy500.errors import ComposeError, nearest
from rummy500.testing import cells
from rummy500.testing.bounds import at_least, number_from
from rummy500.testing.cells import Cell, Kind, Table, look_at_cell, option_cells, pair_cells, triple_cells
from rummy500.testing.orders import order_fault
from rummy500.testing.others import TOGETHER
from rummy500.testing.play import MAX_TURNS
from rummy500.testing.sources import code_hash
from rummy500.testing.stress import Job, Tally, run

_PROGRESS_SECONDS: Final = 60
#: Hands of one table in a row, so that composing it is worth the while.
_IN_A_ROW: Final = 4
_PAIR: Final = 2
#: One hand in so many is played once more, in both orders of two names side by side.
_COMPARED: Final = 10
#: The share of hands that begin near their end, where random play hardly gets.
_RIPE: Final = 0.2


class MatrixError(Exception):
    """No cell to play, or a file of results that is none."""


@attrs.frozen
class Task:
    """A cell and how it is played.

    Attributes:
        cell: the cell.
        hands: how many hands, over all its tables, 0 or more.
        seed: the seed of the run, 0 or more.
        every: each so many steps the dear laws are asked too; 1 or more.
        most: how many presets and numbers of seats are composed at most, 1 or more; `None` for all.
    """

    cell: Cell
    hands: int
    seed: int = 0
    every: int = 50
    most: int | None = None


@attrs.frozen
class Result:
    """What came of a cell.

    Attributes:
        cell: its name.
        kind: the part of the matrix that it belongs to.
        verdict: `played`, `refused` or `failed`.
        why: the reason of a refusal; of a failure what went wrong, with the scenario.
        asked: how many hands were asked for.
        hands: how many were played.
        states: how many states the laws were asked about.
        ends: how the hands ended.
        seed: the seed of the run, 0 or more.
        seconds: how long it took.
        code: the code that it was played with (`rummy500.testing.sources`).
    """

    cell: str
    kind: str
    verdict: Literal["played", "refused", "failed"]
    why: str
    asked: int
    hands: int = 0
    states: int = 0
    ends: Mapping[str, int] = attrs.field(factory=dict[str, int])
    seed: int = 0
    seconds: float = 0
    code: str = ""

    @property
    def is_done(self) -> bool:
        """Whether another run need not do it again."""
        return self.verdict != "failed"


def play_cell(task: Task) -> Result:
    """Compose a cell and play its hands under the laws; stops at the first law that is broken.

    Args:
        task: the cell, and how it is played.

    Raises:
        ValueError: if a number of the task is too small.
        ComposeError: if the laws of a plugin in play do not load.
    """
    at_least(0, hands=task.hands)
    at_least(1, every=task.every, most=1 if task.most is None else task.most)
    began = time.monotonic()
    cell = task.cell
    verdict = look_at_cell(cell, task.most)
    if verdict.fault or verdict.reason:
        how: Literal["failed", "refused"] = "failed" if verdict.fault else "refused"
        return Result(cell.name, cell.kind, how, verdict.fault or verdict.reason, task.hands, seed=task.seed)
    fault = _order_fault(task, verdict.tables)
    if fault:
        return Result(cell.name, cell.kind, "failed", fault, task.hands, seed=task.seed)
    total, asked = Tally(), set[tuple[str, ...]]()
    for table, hands in _shared(task, verdict.tables):
        job = Job(
            table.preset,
            table.seats,
            table.plugins,
            cell.options,
            range(hands),
            seed=task.seed,
            every=task.every,
            max_turns=MAX_TURNS,
            ripe=_RIPE,
            of_rules=table.plugins not in asked,
        )
        asked.add(table.plugins)
        total.add(run(job))
        if total.broken:
            break
    return Result(
        cell.name,
        cell.kind,
        "failed" if total.broken else "played",
        total.broken,
        task.hands,
        total.hands,
        total.states,
        dict(sorted(total.ends.items())),
        task.seed,
        round(time.monotonic() - began, 1),
    )


def _order_fault(task: Task, tables: Sequence[Table]) -> str:
    """The text of a cell: how play depends on the order of two plugins that come with rummy500."""
    cell = task.cell
    if not cell.both_orders or len(cell.plugins) != _PAIR or not TOGETHER.issuperset(cell.plugins):
        return ""
    places = sorted({(table.preset, table.seats) for table in tables})
    random.Random(f"{task.seed} {cell.name} orders").shuffle(places)
    hands = task.hands // _COMPARED
    for place, (preset, seats) in enumerate(places):
        mine = hands // len(places) + (place < hands % len(places))
        fault = order_fault(preset, cell.plugins, dict(cell.options), seats, hands=mine, seed=task.seed)
        if fault:
            return fault
    return ""


def _shared(task: Task, tables: Sequence[Table]) -> Iterator[tuple[Table, int]]:
    """The hands of a cell shared out over its tables; over a few of them, at random, where there are few hands.

    Each order of the plugins gets as many tables as the others, or one more.
    """
    most = max(2, task.hands // _IN_A_ROW)
    by_order: dict[tuple[str, ...], list[Table]] = {}
    for table in random.Random(f"{task.seed} {task.cell.name}").sample(tables, len(tables)):
        by_order.setdefault(table.plugins, []).append(table)
    in_turn = (table for row in zip_longest(*by_order.values()) for table in row if table is not None)
    some = list(islice(in_turn, most))
    for index, table in enumerate(some):
        hands = task.hands // len(some) + (index < task.hands % len(some))
        if hands:
            yield table, hands


def play_cells(tasks: Sequence[Task], workers: int) -> Iterator[Result]:
    """Play cells, each as it is ready.

    Args:
        tasks: the cells.
        workers: how many processes share them, 1 or more; 1 for this one alone.
    """
    if workers == 1:
        yield from map(play_cell, tasks)
        return
    # Spawned, not forked: a fork of a process with threads may hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(play_cell, task) for task in tasks]
        try:
            for future in as_completed(running):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def read_results(lines: Iterable[str]) -> dict[str, Result]:
    """The results of a file, the last of each cell.

    Args:
        lines: the lines of the file.

    Raises:
        ValueError: for a line that tells of no cell, with its number.
    """
    found: dict[str, Result] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                data: dict[str, Any] = json.loads(line)
                found[data["cell"]] = Result(**data)
            except (ValueError, TypeError, LookupError):
                raise ValueError(f"line {number} is no result of a cell") from None
    return found


def summary(results: Iterable[Result]) -> str:
    """What came of some cells, a line for each part of the matrix."""
    every = list(results)
    lines: list[str] = []
    for kind in get_args(Kind):
        mine = [result for result in every if result.kind == kind]
        if mine:
            verdicts = Counter(result.verdict for result in mine)
            told = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in ("played", "refused", "failed"))
            hands, states = sum(result.hands for result in mine), sum(result.states for result in mine)
            lines.append(f"{kind}: {len(mine)} cells, {told}; {hands} hands, {states} states\n")
    return "".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matrix and tell what came of it.

    Args:
        arguments: those of the command line; `sys.argv` if left out.

    Returns:
        The exit status: 0 if all is well, 1 if a cell has failed; 2 if no cell is chosen, if the file of results cannot
        be read or written, or if the laws of a plugin do not load, after a line that says so.

    Raises:
        SystemExit: with 2, for an argument that is wrong.
    """
    asked = _parser().parse_args(arguments)
    try:
        tasks = list(_tasks(asked))
        known = {} if asked.json is None else _results(asked.json)
        return _play(asked, tasks, known)
    except (MatrixError, ComposeError) as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _results(file: Path) -> dict[str, Result]:
    """The results of a file, none if it is new; refused are what cannot be read, and what cannot be written."""
    try:
        file.open("a").close()  # what cannot be written is told before the hours, not after
        return read_results(file.read_text("utf-8").splitlines())
    except UnicodeError:
        raise MatrixError(f"{file}: it is no text") from None
    except ValueError as error:
        raise MatrixError(f"{file}: {error}") from None
    except OSError as error:
        raise MatrixError(str(error)) from None


def _play(asked: argparse.Namespace, tasks: Sequence[Task], known: Mapping[str, Result]) -> int:
    """Do what is not known, and tell of all."""
    file: Path | None = asked.json
    code = code_hash()
    results = [known[task.cell.name] for task in tasks if _is_done(task, known, code)]
    todo = [task for task in tasks if not _is_done(task, known, code)]
    began = told = time.monotonic()
    for done, fresh in enumerate(play_cells(todo, asked.workers), 1):
        result = attrs.evolve(fresh, code=code)
        results.append(result)
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(attrs.asdict(result)) + "\n")
        if result.verdict == "failed":
            sys.stdout.write(f"{result.cell}: failed: {result.why}\n\n")
            sys.stdout.flush()
        elif asked.verbose:
            tail = f"refused: {result.why}" if result.why else f"{result.hands} hands, {result.seconds:.1f} s"
            sys.stdout.write(f"{result.cell}: {tail}\n")
        if time.monotonic() - told > _PROGRESS_SECONDS:
            told = time.monotonic()
            sys.stderr.write(f"{done} of {len(todo)} cells in {told - began:.0f} s\n")
    sys.stdout.write(summary(results))
    failed = [result.cell for result in results if result.verdict == "failed"]
    sys.stdout.write(f"failed: {'; '.join(failed)}\n" if failed else "no cell failed\n")
    return 1 if failed else 0


def _is_done(task: Task, known: Mapping[str, Result], code: str) -> bool:
    result = known.get(task.cell.name)
    if result is None or not result.is_done:
        return False
    return (result.asked, result.seed, result.code) == (task.hands, task.seed, code)


def _tasks(asked: argparse.Namespace) -> Iterator[Task]:
    """The cells that are asked for."""
    if asked.plugin is not None and asked.plugin not in cells.plugins():
        raise MatrixError(f"there is no plugin {asked.plugin!r}; {nearest(asked.plugin, cells.plugins())}")
    every: list[Cell] = []
    if "pairs" in asked.only:
        every += pair_cells()
    if "options" in asked.only:
        every += option_cells()
    if "triples" in asked.only:
        every += triple_cells(asked.triples, asked.seed)
    hands: dict[Kind, int] = {"pairs": asked.hands, "options": asked.option_hands, "triples": asked.triple_hands}
    part, parts = asked.part
    mine = [cell for cell in every if asked.plugin is None or asked.plugin in cell.plugins]
    if not mine[part - 1 :: parts]:
        where = "" if asked.plugin is None else f" with the plugin {asked.plugin}"
        raise MatrixError(f"no cell is chosen: there are {len(mine)}{where} in {', '.join(asked.only)}")
    for cell in mine[part - 1 :: parts]:
        many = min(hands[cell.kind], asked.hands)
        yield Task(cell, many, asked.seed, asked.every, None if cell.kind == "pairs" else max(1, many // _IN_A_ROW))


def _part(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form 2/3")
    return int(part), int(parts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rummy500.testing.matrix", description="What meets in one game: refused, or under all laws."
    )
    kinds = get_args(Kind)
    parser.add_argument("--only", nargs="+", choices=kinds, default=kinds, help="which parts; all if left out")
    parser.add_argument("--plugin", help="only the cells with this one")
    from_none, from_one = number_from(0), number_from(1)
    parser.add_argument(
        "--hands", type=from_none, default=500, help="hands for each pair, and the most for any other cell"
    )
    parser.add_argument(
        "--option-hands", type=from_none, default=64, help="hands for each value of an option in a cell"
    )
    parser.add_argument("--triples", type=from_none, default=300, help="how many triples")
    parser.add_argument("--triple-hands", type=from_none, default=100, help="hands for each triple")
    parser.add_argument("--seed", type=number_from(0), default=0, help="the same seed plays the same hands")
    parser.add_argument("--every", type=from_one, default=50, help="each so many states the dear laws are asked too")
    parser.add_argument("--part", type=_part, default=(1, 1), metavar="I/N", help="only this part of the cells")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="a line for each cell is added; what it has is left out"
    )
    parser.add_argument("--verbose", action="store_true", help="a line for every cell, not only for those that failed")
    parser.add_argument("--workers", type=from_one, default=os.cpu_count() or 1, help="how many processes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
