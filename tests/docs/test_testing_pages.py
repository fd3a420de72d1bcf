"""Tests of the pages about testing: names, figures, options and links are right."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

import click
import pytest
from click.testing import CliRunner

from rummy500.cli.app import app
from rummy500_testing import available

ROOT: Final = Path(__file__).parents[2]
_DIRECTIVE: Final = re.compile(r"^::: ([\w.]+)\n(?:    options:\n      members: \[(.*)\]\n)?", re.MULTILINE)


def test_every_command_has_a_section() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    commands = app.list_commands(click.Context(app))
    assert sorted(re.findall(r"^## ([a-z-]+)$", page, re.MULTILINE)) == sorted(commands)


@pytest.mark.parametrize(
    ("page", "links"),
    [
        ("README.md", ["docs/write-a-house-rule.md"]),
        ("docs/index.md", ["testing/index.md", "write-a-house-rule.md"]),
        ("docs/testing/index.md", ["../write-a-house-rule.md", "new-plugin.md", "laws.md", "proof.md"]),
    ],
)
def test_the_page_of_a_tested_rule_is_linked(page: str, links: list[str]) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert [link for link in links if f"]({link})" not in text] == []


@pytest.mark.parametrize(
    ("page", "commands"),
    [
        ("docs/house-rule-recipes.md", ["pip install build", "python -m build --wheel"]),
        (
            "src/rummy500/cli/plugin_template/README.md.tmpl",
            ["pip install build twine", "python -m build", "twine upload dist/*"],
        ),
    ],
)
def test_publishing_tools_are_installed_first(page: str, commands: list[str]) -> None:
    text = (ROOT / page).read_text("utf-8").replace("$$", "$").replace("\n   ", "\n")
    assert "\n".join(f"$ {command}" for command in commands) in text


# ------------------------------------------------------- docs/testing/proof.md


def proofs() -> dict[str, str]:
    """List the commands of the page, each with the figure above it."""
    page = (ROOT / "docs" / "testing" / "proof.md").read_text("utf-8")
    found = re.findall(r"^\*\*([\d,]*)(?:[^`]|`(?!``))+?```console\n\$ (.+)$", page, re.MULTILINE)
    return {command: figure for figure, command in found}


@pytest.mark.parametrize(
    "files", ["tests/scenarios/*.toml", "plugins/*/tests/scenarios/*.toml"], ids=["core", "plugins"]
)
def test_so_many_scenarios_are_there(files: str) -> None:
    texts = [file.read_text("utf-8") for file in ROOT.glob(files)]
    scenarios = sum(len(re.findall(r"^\[\[scenario\]\]$", text, re.MULTILINE)) for text in texts)
    assert proofs()[f"rummy500 check {files}"] == str(scenarios)


@pytest.mark.skipif("persian" not in available.plugins(), reason="needs the plugin")
def test_the_command_of_the_plugins_laws_is_one_that_plays() -> None:
    (command,) = (command for command in proofs() if command.startswith("rummy500 laws"))
    done = CliRunner().invoke(app, [*shlex.split(command)[1:], "--hands", "1"])
    assert (done.exit_code, "every law held" in done.output) == (0, True), done.output
