"""The whole matrix: every combination of rules is refused with a reason, or played under all laws.

    python -m tests.kit.matrix --json run.jsonl --workers 2

Each preset alone; every pair of installed plugins in both orders, and every plugin on every preset; every value of
every option on every preset and beside every plugin, in both orders; random triples of plugins with random values of
options; and every rule of the cookbook on every preset, beside every plugin and beside every other rule, in both orders
(`tests.kit.combinations`). The hands of a combination are shared out over presets, numbers of seats and orders; a fifth
of them begin near their end, with few cards in hands and melds on the table. `--plugin persian` leaves only the
combinations with that plugin, `--only pairs` only a part; `--hands 0` composes and plays none.

With `--json` each finished combination becomes a line at the end of the file. A second run with the same file leaves
out the combinations that the file has already, unless they failed, were played with other hands, or the code of the
core or of a plugin has changed since. `--part 2/3` plays the second third of the combinations.

The laws of rules are checked once for each order of the plugins. A pair of installed plugins is also composed and
played in both orders side by side: rules, actions, states and scores are the same, except where
`tests.kit.orders.LATER_DECIDES` says that the plugin named later decides.

Exit status 0 if every combination is refused with a reason or played under all laws; 1 if not, and each failure is
printed with its scenario; 2 if there is no such combination, or if the file of results cannot be read or written.
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
from tests.kit.code_hash import code_hash
from tests.kit.combinations import (
    Combination,
    Kind,
    Setup,
    composed_in_every_way,
    cookbook_combinations,
    option_combinations,
    pair_combinations,
    preset_alone_combinations,
    triple_combinations,
)
from tests.kit.cookbook import COOKBOOK
from tests.kit.hands import Job, Tally, play_hands
from tests.kit.orders import order_fault

from rummy500.errors import ComposeError, nearest
from rummy500.inputs import at_least
from rummy500_testing.available import plugins
from rummy500_testing.perft import number_from
from rummy500_testing.play import MAX_TURNS

_PROGRESS_SECONDS: Final = 60
#: How many hands of one setup are played in a row, so that it is composed once for all of them.
_IN_A_ROW: Final = 4
_PAIR: Final = 2
#: One hand in this many is also played in both orders of two names, side by side.
_COMPARED: Final = 10
#: The share of hands that begin close to their end, which random play rarely reaches.
_LATE_SHARE: Final = 0.2


class MatrixError(Exception):
    """Raised without a combination to play, or for a file that has no results."""


@attrs.frozen
class Task:
    """A combination and the settings of its play.

    Attributes:
        combination: the combination.
        hands: the number of hands over all its setups, 0 or more.
        seed: the seed of the run, 0 or more.
        every: costly laws check one state in this many; 1 or more.
        most: the most presets and numbers of seats to compose, 1 or more; `None` for all.
    """

    combination: Combination
    hands: int
    seed: int = 0
    every: int = 50
    most: int | None = None


@attrs.frozen
class Result:
    """The result of a combination.

    Attributes:
        combination: its name.
        kind: the part of the matrix that it belongs to.
        verdict: `played`, `refused` or `failed`.
        why: the reason of a refusal; for a failure the fault, with the scenario.
        asked: the number of hands asked for.
        hands: the number of hands played.
        states: the number of states that the laws checked.
        ends: how the hands ended.
        seed: the seed of the run, 0 or more.
        seconds: the duration.
        code: the code that it was played with (`tests.kit.code_hash`).
    """

    combination: str
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
        """Return whether another run can leave it out."""
        return self.verdict != "failed"


def play(task: Task) -> Result:
    """Compose a combination and play its hands under the laws; stops at the first law that is broken.

    Args:
        task: the combination and its settings.

    Raises:
        ValueError: if a number of the task is too small.
        ComposeError: if the laws of a plugin in play do not load.
    """
    at_least(0, hands=task.hands)
    at_least(1, every=task.every, most=1 if task.most is None else task.most)
    began = time.monotonic()
    combination = task.combination
    verdict = composed_in_every_way(combination, task.most)
    if verdict.fault or verdict.reason:
        how: Literal["failed", "refused"] = "failed" if verdict.fault else "refused"
        why = verdict.fault or verdict.reason
        return Result(combination.name, combination.kind, how, why, task.hands, seed=task.seed)
    fault = _order_fault(task, verdict.setups)
    if fault:
        return Result(combination.name, combination.kind, "failed", fault, task.hands, seed=task.seed)
    total, asked = Tally(), set[tuple[str, ...]]()
    for setup, hands in _shared(task, verdict.setups):
        job = Job(
            setup.preset,
            setup.seats,
            setup.plugins,
            combination.options,
            range(hands),
            seed=task.seed,
            every=task.every,
            max_turns=MAX_TURNS,
            late=_LATE_SHARE,
            of_rules=setup.plugins not in asked,
        )
        asked.add(setup.plugins)
        total.add(play_hands(job))
        if total.broken:
            break
    return Result(
        combination.name,
        combination.kind,
        "failed" if total.broken else "played",
        total.broken,
        task.hands,
        total.hands,
        total.states,
        dict(sorted(total.ends.items())),
        task.seed,
        round(time.monotonic() - began, 1),
    )


def _order_fault(task: Task, setups: Sequence[Setup]) -> str:
    """Return how play depends on the order of a combination's two plugins; empty if it does not."""
    combination = task.combination
    if not combination.both_orders or len(combination.plugins) != _PAIR or combination.kind == "cookbook":
        return ""
    places = sorted({(setup.preset, setup.seats) for setup in setups})
    random.Random(f"{task.seed} {combination.name} orders").shuffle(places)
    hands = task.hands // _COMPARED
    for place, (preset, seats) in enumerate(places):
        mine = hands // len(places) + (place < hands % len(places))
        fault = order_fault(preset, combination.plugins, dict(combination.options), seats, hands=mine, seed=task.seed)
        if fault:
            return fault
    return ""


def _shared(task: Task, setups: Sequence[Setup]) -> Iterator[tuple[Setup, int]]:
    """Share out the hands of a combination over its setups, or over a random few if there are few hands.

    Each order of the plugins gets as many setups as the others, or one more.
    """
    most = max(2, task.hands // _IN_A_ROW)
    by_order: dict[tuple[str, ...], list[Setup]] = {}
    for setup in random.Random(f"{task.seed} {task.combination.name}").sample(setups, len(setups)):
        by_order.setdefault(setup.plugins, []).append(setup)
    in_turn = (setup for row in zip_longest(*by_order.values()) for setup in row if setup is not None)
    some = list(islice(in_turn, most))
    for index, setup in enumerate(some):
        hands = task.hands // len(some) + (index < task.hands % len(some))
        if hands:
            yield setup, hands


def play_all(tasks: Sequence[Task], workers: int) -> Iterator[Result]:
    """Play combinations, and yield each result when it is ready.

    Args:
        tasks: the combinations.
        workers: the number of processes, 1 or more; 1 for this one alone.
    """
    if workers == 1:
        yield from map(play, tasks)
        return
    # Spawned, not forked: a fork of a process with threads may hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(play, task) for task in tasks]
        try:
            for future in as_completed(running):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def read_results(lines: Iterable[str]) -> dict[str, Result]:
    """Read the results of a file, the last of each combination.

    Args:
        lines: the lines of the file.

    Raises:
        ValueError: for a line that is not a result, with its number.
    """
    found: dict[str, Result] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                data: dict[str, Any] = json.loads(line)
                found[data["combination"]] = Result(**data)
            except (ValueError, TypeError, LookupError):
                raise ValueError(f"line {number} is not a result of a combination") from None
    return found


def summary(results: Iterable[Result]) -> str:
    """Summarise results, a line for each part of the matrix."""
    every = list(results)
    lines: list[str] = []
    for kind in get_args(Kind):
        mine = [result for result in every if result.kind == kind]
        if mine:
            verdicts = Counter(result.verdict for result in mine)
            told = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in ("played", "refused", "failed"))
            hands, states = sum(result.hands for result in mine), sum(result.states for result in mine)
            lines.append(f"{kind}: {len(mine)} combinations, {told}; {hands} hands, {states} states\n")
    return "".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matrix and print the results.

    Args:
        arguments: those of the command line; `sys.argv` if left out.

    Returns:
        The exit status: 0 if no combination has failed, 1 if one has; 2, after a line with the reason, if no
        combination is chosen, if the file of results cannot be read or written, or if the laws of a plugin do not load.

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
    """Read the results of a file, none if it is new; refuse a file that cannot be read or written."""
    try:
        file.open("a").close()  # what cannot be written is told before the hours, not after
        return read_results(file.read_text("utf-8").splitlines())
    except UnicodeError:
        raise MatrixError(f"{file}: it is not text") from None
    except ValueError as error:
        raise MatrixError(f"{file}: {error}") from None
    except OSError as error:
        raise MatrixError(str(error)) from None


def _play(asked: argparse.Namespace, tasks: Sequence[Task], known: Mapping[str, Result]) -> int:
    """Play the combinations without a result, and report all."""
    file: Path | None = asked.json
    code = code_hash()
    results = [known[task.combination.name] for task in tasks if _is_done(task, known, code)]
    todo = [task for task in tasks if not _is_done(task, known, code)]
    began = told = time.monotonic()
    for done, fresh in enumerate(play_all(todo, asked.workers), 1):
        result = attrs.evolve(fresh, code=code)
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


def _is_done(task: Task, known: Mapping[str, Result], code: str) -> bool:
    result = known.get(task.combination.name)
    if result is None or not result.is_done:
        return False
    return (result.asked, result.seed, result.code) == (task.hands, task.seed, code)


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
    if "triples" in asked.only:
        every += triple_combinations(asked.triples, asked.seed)
    if "cookbook" in asked.only:
        every += cookbook_combinations()
    hands: dict[Kind, int] = {
        "presets": asked.hands,
        "pairs": asked.hands,
        "options": asked.option_hands,
        "triples": asked.triple_hands,
        "cookbook": asked.hands,
    }
    part, parts = asked.part
    mine = [combination for combination in every if asked.plugin is None or asked.plugin in combination.plugins]
    if not mine[part - 1 :: parts]:
        where = "" if asked.plugin is None else f" with the plugin {asked.plugin}"
        raise MatrixError(f"no combination is chosen: there are {len(mine)}{where} in {', '.join(asked.only)}")
    for combination in mine[part - 1 :: parts]:
        many = min(hands[combination.kind], asked.hands)
        everywhere = combination.kind in ("presets", "pairs", "cookbook")
        yield Task(combination, many, asked.seed, asked.every, None if everywhere else max(1, many // _IN_A_ROW))


def _part(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form 2/3")
    return int(part), int(parts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.kit.matrix", description="What meets in one game: refused, or under all laws."
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
    parser.add_argument("--part", type=_part, default=(1, 1), metavar="I/N", help="only this part of the combinations")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="a line for each combination is added; what it has is left out"
    )
    parser.add_argument("--verbose", action="store_true", help="a line for every combination, not only failures")
    parser.add_argument("--workers", type=from_one, default=os.cpu_count() or 1, help="how many processes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
