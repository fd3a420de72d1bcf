"""Tests of the option --seed of several commands."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Run


@pytest.mark.parametrize("command", ["laws", "perft", "play", "simulate"])
def test_the_command_line_takes_no_negative_seed(run: Run, command: str) -> None:
    done = run(command, "--seed", "-1")
    assert done.exit_code == 2
    assert "-1 is not in the range x>=0" in done.output
