"""Tests that nothing but the marks `slow` and `long` leaves a test out, and that session and page know them."""

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


def test_slow_tests_are_run_by_their_session_and_their_command_is_documented() -> None:
    sessions = (ROOT / "noxfile.py").read_text("utf-8")
    assert 'uv_run(session, "pytest", "-m", "slow", "-n", "auto", *session.posargs)' in sessions
    assert f"$ {SLOW}" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert re.findall(r"--(?:ignore|deselect)[^\s,]*", sessions) == [
        '--ignore-glob=*/tests/laws.py"',  # in a minute
        '--ignore={room}"',  # on the other Pythons
        '--ignore-glob=*/tests/laws.py"',  # of a plugin alone
    ]
