"""Tests of the dependency groups: the defaults of `uv run`, and the groups that commands name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GROUPS: Final = PROJECT["dependency-groups"]
#: Commands of the group `lint`, which nothing else installs.
LINTERS: Final = re.compile(r"\b(ruff (?:check|format)|mypy|pyright|lint-imports)\b")
_UV_RUN: Final = re.compile(r"uv run\b[^`\n]*")


def distributions(group: str) -> set[str]:
    """List the requirements of a group, with its included groups and the project's extras."""
    found: set[str] = set()
    for each in GROUPS[group]:
        if isinstance(each, dict):
            found |= distributions(each["include-group"])
        else:
            found |= {distribution(required) for required in (each, *of_extras(each))}
    return found


def of_extras(requirement: str) -> list[str]:
    """List the requirements of extras that the project itself names, as in `rummy500[cli,testing]`."""
    named = re.fullmatch(r"rummy500\[(.+)\]", requirement)
    extras = PROJECT["project"]["optional-dependencies"]
    return [required for extra in named[1].split(",") for required in extras[extra]] if named else []


def distribution(requirement: str) -> str:
    return re.split(r"[\[<>=~ ]", requirement)[0]


def test_linters_and_type_checkers_are_not_installed_by_default() -> None:
    (default,) = PROJECT["tool"]["uv"]["default-groups"]
    linters = distributions("lint") - distributions("test")
    assert {"ruff", "mypy", "pyright", "import-linter"} <= linters
    assert distributions(default) & linters == set()


def test_every_plugin_is_installed_by_default() -> None:
    (default,) = PROJECT["tool"]["uv"]["default-groups"]
    plugins = {f"rummy500-{file.parent.name}" for file in (ROOT / "plugins").glob("*/pyproject.toml")}
    assert plugins <= distributions(default)


def test_pip_is_declared_for_the_peer_that_calls_it() -> None:
    """On import rlcard runs `python -m pip freeze`; an environment that uv makes has no pip."""
    assert {"rlcard", "pip"} <= distributions("peers")


@pytest.mark.parametrize("file", ["CONTRIBUTING.md", ".ci/run"])
def test_commands_that_lint_name_the_group(file: str) -> None:
    commands = _UV_RUN.findall((ROOT / file).read_text("utf-8"))
    lints = [command for command in commands if LINTERS.search(command)]
    assert len(lints) >= 5
    assert [command for command in lints if "--group lint" not in command] == []
