"""Play combinations under all laws: each is refused with a reason, or its hands are shared out and played."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import islice, zip_longest
from multiprocessing import get_context
from typing import Any, Final, Literal, get_args

import attrs

from proofs.matrix.combinations import Combination, Kind, Setup, composed_in_every_way
from proofs.matrix.hands import Tally, play_hands
from proofs.matrix.orders import order_fault
from rummy500.base.inputs import require_min

#: How many hands of one setup are played in a row, so that it is composed once for all of them.
IN_A_ROW: Final = 4
_PAIR: Final = 2
#: One hand in this many is also played in both orders of two names, side by side.
_COMPARED: Final = 10


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
    require_min(0, hands=task.hands)
    require_min(1, every=task.every, most=1 if task.most is None else task.most)
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
        new = setup.plugins not in asked
        total.add(play_hands(setup, combination.options, hands, seed=task.seed, every=task.every, of_rules=new))
        asked.add(setup.plugins)
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
    most = max(2, task.hands // IN_A_ROW)
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
