"""Store the result of each mutant in a line, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs
from tests.mutation.survivors import Key


@attrs.frozen
class Result:
    """The result of one mutant.

    Attributes:
        area: the area that it was drawn for.
        file: its file.
        line: its line, from 1.
        column: its column, from 0.
        operator: the operator.
        occurrence: the number of the place in the file for that operator.
        where: the function around it.
        before: the line as it stands.
        after: the line as it was changed.
        outcome: `killed`, `timeout` or `survived`.
        stage: the stage that ended it; for a survivor the last one.
        test: the first test that failed.
        seconds: the duration of the judgement.
    """

    area: str
    file: str
    line: int
    column: int
    operator: str
    occurrence: int
    where: str
    before: str
    after: str
    outcome: str
    stage: str
    test: str
    seconds: float

    @property
    def key(self) -> Key:
        """Return the key of its explanation: the file, the function around it, and the line before and after."""
        return self.file, self.where, self.before, self.after


def read_results(file: Path) -> list[Result]:
    """Read the results of a file, the last of each mutant; none if there is no file yet."""
    if not file.exists():
        return []
    every = [Result(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    return list({(result.file, result.operator, result.occurrence): result for result in every}.values())


def add_result(file: Path, result: Result) -> None:
    """Append a result to a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(attrs.asdict(result)) + "\n")


def report(results: Sequence[Result], explained: Iterable[Key]) -> str:
    """Write the score of an area, with every survivor that is not explained.

    Args:
        results: the results of its mutants.
        explained: the keys of the explained survivors.
    """
    reasons = set(explained)
    survivors = [result for result in results if result.outcome == "survived"]
    killed = len(results) - len(survivors)
    share = 100 * killed / len(results) if results else 0.0
    unexplained = [result for result in survivors if result.key not in reasons]
    timeouts = sum(result.outcome == "timeout" for result in results)
    lines = [
        f"{len(results)} mutants: {killed} killed ({timeouts} by time), {len(survivors)} survived: {share:.1f} %",
        f"{len(survivors) - len(unexplained)} of the survivors are explained, {len(unexplained)} are not",
    ]
    by_stage = Counter(result.stage for result in results if result.outcome != "survived")
    lines += [f"  killed by {stage}: {killed_by}" for stage, killed_by in by_stage.most_common()]
    for result in unexplained:
        lines += [f"{result.file}:{result.line} {result.where}", f"  - {result.before}", f"  + {result.after}"]
    return "\n".join(lines)
