"""Test whether the tests notice small faults: `python -m tests.mutation.run --area melds --mutants 300 --seed 1`.

It needs cosmic-ray: `uv run --group mutation python -m tests.mutation.run ...`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import attrs
from tests.mutation.areas import AREAS, files_of
from tests.mutation.copy import changed, make_copy
from tests.mutation.results import Result, add_result, read_results, report
from tests.mutation.stages import Stage, judge, limits, stages_for
from tests.mutation.survivors import Key, read_survivors

from rummy500_testing.perft import number_from
from rummy500_testing_cli.mutants import Mutant, changed_line, in_order, mutants_of, mutated, name_at

_CHECKOUT = Path(__file__).parents[2]


def main() -> int:
    """Run the command.

    Returns:
        1 if an unexplained mutant survived, else 0.
    """
    options = _options()
    file = options.results / f"{options.area}-{options.seed}.jsonl"
    stages = stages_for(options.area)[: options.stages]
    if not options.report:
        with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
            root = Path(folder) / "copy"
            make_copy(_CHECKOUT, root, commit=options.commit, added=options.add)
            if options.again:
                judge_again(root, file, stages, {survivor.key for survivor in read_survivors()})
            else:
                judge_sample(root, file, stages, area=options.area, mutants=options.mutants, seed=options.seed)
    results = read_results(file)
    explained = {survivor.key for survivor in read_survivors()}
    _tell(f"{options.area}, seed {options.seed}: {report(results, explained)}")
    return int(any(result.outcome == "survived" and result.key not in explained for result in results))


def judge_sample(root: Path, file: Path, stages: Sequence[Stage], *, area: str, mutants: int, seed: int) -> None:
    """Judge a sample of an area's mutants, as many as are still missing, and store the result of each.

    Args:
        root: the copy of the project.
        file: where the results are kept.
        stages: the tests.
        area: the area.
        mutants: the number of mutants in all.
        seed: draws the sample.
    """
    done = {(result.file, result.operator, result.occurrence) for result in read_results(file)}
    allowed = limits(root, stages)
    for index, (mutant, code) in enumerate(sample(root, area, seed)):
        if index == mutants:
            break
        if (mutant.file, mutant.operator, mutant.occurrence) not in done:
            _keep(file, judge_one(root, area, mutant, code, stages, allowed))


def judge_again(root: Path, file: Path, stages: Sequence[Stage], explained: Collection[Key]) -> None:
    """Judge the survivors again, after tests were added; those whose line has changed are left out.

    Args:
        root: the copy of the project.
        file: where the results are kept.
        stages: the tests.
        explained: the survivors that need no other judgement.
    """
    survivors = [each for each in read_results(file) if each.outcome == "survived" and each.key not in explained]
    allowed = limits(root, stages)
    for result in survivors:
        code = (root / result.file).read_text(encoding="utf-8")
        mutant = Mutant(result.file, result.line, result.column, result.operator, result.occurrence)
        changed_code = mutated(code, mutant)
        if changed_code is None or changed_line(code, changed_code) != (result.before, result.after):
            _tell(f"{result.file}:{result.line} is no longer as it was")
        else:
            _keep(file, judge_one(root, result.area, mutant, changed_code, stages, allowed))


def sample(root: Path, area: str, seed: int) -> Iterator[tuple[Mutant, str]]:
    """List the mutants of an area in the order of a seed, each with the code of its file."""
    codes = {file: (root / file).read_text(encoding="utf-8") for file in files_of(area, root)}
    every = [mutant for file, code in codes.items() for mutant in mutants_of(file, code)]
    for mutant in in_order(every, seed):
        code = mutated(codes[mutant.file], mutant)
        if code is not None:
            yield mutant, code


def judge_one(
    root: Path, area: str, mutant: Mutant, code: str, stages: Sequence[Stage], allowed: Sequence[float]
) -> Result:
    """Write a mutant into the copy and run stage after stage, until one fails.

    Args:
        root: the copy of the project.
        area: the area that the mutant was drawn for.
        mutant: the mutant.
        code: its changed file.
        stages: the tests.
        allowed: the limit of computing time for each stage.
    """
    file = root / mutant.file
    original = file.read_text(encoding="utf-8")
    before, after = changed_line(original, code)
    began = time.monotonic()
    about = mutant.file.removeprefix("src/").removesuffix(".py").replace("/", ".")
    result = Result(
        area, mutant.file, mutant.line, mutant.column, mutant.operator, mutant.occurrence,
        name_at(original, mutant.line), before, after, "survived", stages[-1].name, "", 0.0,
    )  # fmt: skip
    with changed(file, code):
        for stage, limit in zip(stages, allowed, strict=True):
            judged = judge(root, stage, limit, about)
            if judged.outcome != "passed":
                outcome = "killed" if judged.outcome == "failed" else "timeout"
                result = attrs.evolve(result, outcome=outcome, stage=stage.name, test=judged.test)
                break
    return attrs.evolve(result, seconds=round(time.monotonic() - began, 1))


def _keep(file: Path, result: Result) -> None:
    add_result(file, result)
    _tell(f"{result.outcome}, {result.seconds} s: {result.file}:{result.line} {result.before} => {result.after}")


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.run", description=__doc__)
    parser.add_argument("--area", choices=AREAS, required=True, help="what is mutated")
    parser.add_argument("--mutants", type=int, default=300, help="how many mutants in all (300)")
    parser.add_argument("--seed", type=number_from(0), default=1, help="draws the sample (1)")
    parser.add_argument("--stages", type=int, help="run the first so many stages of tests only")
    parser.add_argument("--again", action="store_true", help="judge again those that survived and are not explained")
    parser.add_argument("--report", action="store_true", help="run nothing: report what is known")
    parser.add_argument("--commit", default="HEAD", help="what is mutated: a commit (HEAD)")
    parser.add_argument("--add", nargs="+", default=[], metavar="FILE", help="files of the checkout to lay over it")
    parser.add_argument(
        "--results",
        type=Path,
        default=Path(tempfile.gettempdir()) / "rummy500-mutation",
        metavar="FOLDER",
        help="where the results are kept; a run that was broken off goes on with them",
    )
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
