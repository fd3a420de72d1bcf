"""Tests of the pages about testing: names, figures, options and links are right."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

import click
import pytest
from click.testing import CliRunner

from rummy500.hooks.specs import GROUPS
from rummy500_terminal.app import app
from rummy500_testing import available

ROOT: Final = Path(__file__).parents[2]


def test_every_command_has_a_section() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    commands = app.list_commands(click.Context(app))
    assert sorted(re.findall(r"^### ([a-z-]+)$", page, re.MULTILINE)) == sorted(commands)


@pytest.mark.parametrize(
    ("page", "before"), [("testing/laws.md", "singly or by group"), ("design/words.md", "Hooks about one subject:")]
)
def test_the_groups_of_hooks_are_those_of_the_code(page: str, before: str) -> None:
    _, _, after = (ROOT / "docs" / page).read_text("utf-8").partition(before)
    assert re.findall(r"`(\w+)`", re.split(r"[.)]", after)[0]) == list(GROUPS)


# ------------------------------------------------------- docs/testing/proof.md


def proofs() -> dict[str, str]:
    """List the commands of the page, each with the figure above it."""
    page = (ROOT / "docs" / "testing" / "proof.md").read_text("utf-8")
    found = re.findall(r"^\*\*([\d,]*)(?:[^`]|`(?!``))+?```console\n\$ (.+)$", page, re.MULTILINE)
    return {command: figure for figure, command in found}


@pytest.mark.skipif("persian" not in available.plugins(), reason="needs the plugin")
def test_the_command_of_the_plugins_laws_is_one_that_plays() -> None:
    (command,) = (command for command in proofs() if command.startswith("rummy500 laws"))
    done = CliRunner().invoke(app, [*shlex.split(command)[1:], "--hands", "1"])
    assert (done.exit_code, "every law held" in done.output) == (0, True), done.output
