"""The stages of tests that judge a mutant: first those that are fast and find most, last the slowest."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import attrs

Outcome = Literal["passed", "failed", "timeout"]

#: A mutant may take this many times the computing time of unchanged code, and some seconds more.
_PATIENCE: Final = 3
_GRACE: Final = 10
#: A mutant that fills the machine's memory is stopped.
_MEMORY: Final = 4 << 30
_PYTEST: Final = (
    "pytest", "-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist",
    "-m", "not long", "-o", "addopts=--import-mode=importlib",
)  # fmt: skip
_CHECK: Final = ("rummy500", "check")


@attrs.frozen
class Stage:
    """Some tests that run in one process.

    Attributes:
        name: the name in reports.
        tests: files and folders, relative to the project; `*` matches any name.
        by: the runner: pytest, or `rummy500 check`, which starts much faster.
    """

    name: str
    tests: tuple[str, ...]
    by: Literal["pytest", "check"] = "pytest"


#: The tests about one area only.
_OWN: Final = {
    "rules": (
        "tests/hooks/test_build_rules.py",
        "tests/hooks/test_composition.py",
        "tests/hooks/test_errors*.py",
        "tests/hooks/test_moves_in_other_phases.py",
        "tests/hooks/test_composed_again.py",
        "tests/scoring",
        "tests/rules/test_deck_and_deal.py",
    ),
    "melds": ("tests/melds",),
    "engine": ("tests/engine",),
    "scoring": (
        "tests/scoring",
        "tests/rules/test_scoring.py",
        "tests/rules/test_match.py",
        "tests/hooks/test_point_unit.py",
    ),
}
_SCENARIOS: Final = Stage("scenarios", ("tests/scenarios/*.toml",), "check")
_REST: Final = (
    Stage("scenarios of plugins", ("plugins/*/tests/scenarios/*.toml",), "check"),
    Stage("rules", ("tests/rules", "tests/melds", "tests/engine", "tests/scoring")),
    Stage("hooks, notation, players", ("tests/notation", "tests/players", "tests/test_*.py", "tests/hooks")),
    Stage("records and oracle", ("tests/golden", "tests/oracle", "plugins/*/tests/test_records.py")),
    Stage("agreement with the oracle", ("tests/agreement",)),
    Stage("plugins and laws", ("plugins/*/tests", "tests/laws", "tests/kit")),
    Stage("words", ("tests/catalogue", "tests/cli")),
)


def stages_for(area: str) -> tuple[Stage, ...]:
    """List the stages that judge the mutants of an area."""
    return (_SCENARIOS, Stage(f"tests of {area}", _OWN[area]), *_REST)


@attrs.frozen
class Judgement:
    """The result of a stage.

    Attributes:
        outcome: whether they passed, or did not end in time.
        test: the first test that failed, if pytest names one.
        seconds: the duration.
        computed: the computing time.
    """

    outcome: Outcome
    test: str
    seconds: float
    computed: float


def judge(root: Path, stage: Stage, limit: float | None = None, about: str = "") -> Judgement:
    """Run the tests of a stage on a copy of the project, until one fails.

    Args:
        root: the copy.
        stage: the tests.
        limit: the limit of computing time in seconds.
        about: a module; tests that name it run first.
    """
    files = _files(root, stage, about)
    if not files:
        return Judgement("passed", "", 0.0, 0.0)
    command = [sys.executable, "-m", *(_PYTEST if stage.by == "pytest" else _CHECK), *files]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    ended = subprocess.run(
        command,
        cwd=root,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(_paths(root)), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        preexec_fn=lambda: _confine(limit),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    computed = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if ended.returncode < 0:
        outcome: Outcome = "timeout"
    else:
        outcome = "failed" if ended.returncode else "passed"
    return Judgement(outcome, _failing(ended.stdout), time.monotonic() - began, computed)


def _files(root: Path, stage: Stage, about: str) -> list[str]:
    found = [file for name in stage.tests for file in sorted(root.glob(name))]
    if stage.by == "pytest":
        found = [test for file in found for test in (sorted(file.rglob("test_*.py")) if file.is_dir() else [file])]
    if about:
        found.sort(key=lambda file: about not in file.read_text(encoding="utf-8"))
    return [file.relative_to(root).as_posix() for file in dict.fromkeys(found)]


def limits(root: Path, stages: Sequence[Stage]) -> list[float]:
    """Compute the time limit of each stage: a multiple of the time of the unchanged copy.

    Raises:
        RuntimeError: if a test fails on the unchanged copy.
    """
    allowed: list[float] = []
    for stage in stages:
        judged = judge(root, stage)
        if judged.outcome != "passed":
            raise RuntimeError(f"{stage.name}: {judged.test or 'tests'} failed before anything was changed")
        allowed.append(judged.computed * _PATIENCE + _GRACE)
    return allowed


def _paths(root: Path) -> list[str]:
    """List the folders of the copy and its plugins, to come first on Python's path."""
    return [str(root / "src"), str(root), *(str(folder) for folder in sorted(root.glob("plugins/*/src")))]


def _confine(limit: float | None) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))


def _failing(output: str) -> str:
    """Find the first test that failed, in the output of pytest or of `rummy500 check`."""
    lines = (line for line in output.splitlines() if line.startswith(("FAILED ", "ERROR ")))
    return next(lines, "").partition(" ")[2].partition(" - ")[0].strip()
