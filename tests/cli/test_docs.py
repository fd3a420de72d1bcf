"""Tests that pages show the output of the commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest

Run = Callable[..., click.testing.Result]

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "cli.md").read_text("utf-8")
BLOCKS = re.findall(r"^```console\n\$ rummy500 (.+)\n((?!\$).+\n(?:.*\n)*?)```$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_the_page_shows_the_output(run: Run, monkeypatch: pytest.MonkeyPatch, command: str, shown: str) -> None:
    """A line `...` stands for any lines."""
    monkeypatch.chdir(ROOT)
    printed = "".join(f"{line.rstrip()}\n" for line in run(*shlex.split(command)).stdout.splitlines())
    pattern = re.escape(shown).replace(re.escape("...\n"), "(?:.*\n)*")
    assert re.fullmatch(pattern, printed), printed


def test_the_page_shows_a_game_that_can_be_typed(run: Run) -> None:
    page = (ROOT / "docs/play-in-a-terminal.md").read_text("utf-8")
    found = re.search(r"^```text\n\$ rummy500 play --plain --seed 5\n(.+?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    shown = re.sub(r"^> (.+)\n", "> ", found[1], flags=re.MULTILINE)
    shown = shown.replace("Enter leaves >\n", "Enter leaves > ")
    lines = re.findall(r"^> (.+)\n", found[1], re.MULTILINE)
    args = ("play", "--plain", "--interactive", "--cards", "symbols", "--seed", "5")
    assert run(*args, typed="".join(f"{line}\n" for line in (*lines, ""))).output == shown
