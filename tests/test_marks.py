"""Tests that nothing but the marks `slow` and `long` leaves a test out, and that `.ci/run` and the pages know them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SLOW = "uv run pytest -m slow -n auto"


def test_only_the_two_marks_leave_tests_out() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    assert [each for each in options["addopts"] if each.startswith(("-m", "-k", "--deselect"))] == [
        "-m=not long and not slow"
    ]


def test_slow_tests_are_run_by_ci_and_their_command_is_documented() -> None:
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert SLOW in ci
    assert f"$ {SLOW}" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert re.findall(r"--(?:ignore|deselect)\S*", ci) == [
        "--ignore=tests/{benchmarks,catalogue,docs,golden,mutation,scenarios})",  # on the other Pythons
        "--ignore-glob='*/test_laws.py'",  # of a plugin alone
    ]
