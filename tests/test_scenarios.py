"""Tests that pytest collects and runs every scenario of the project (`pytest_rummy500`)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rummy500.notation.scenario import parse_scenarios

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "scenarios"
#: The least number of scenarios in each folder, so that none is lost by a name that is not collected.
LEAST = {
    ".": 239,
    "plugins/add-opponents-hand": 53,
    "plugins/boathouse": 35,
    "plugins/dealers-gambit": 90,
    "plugins/displayed-discards": 29,
    "plugins/five-ten-fifteen": 25,
    "plugins/floating": 82,
    "plugins/masters-hand": 36,
    "plugins/michigan": 67,
    "plugins/must-go-out": 37,
    "plugins/oklahoma": 150,
    "plugins/partnership": 25,
    "plugins/persian": 95,
    "plugins/scoring": 58,
    "plugins/throw-down": 55,
    "plugins/wikipedia": 41,
}


def tables(folder: Path) -> list[dict[str, Any]]:
    """Read every scenario that pytest collects in a folder."""
    read = [tomllib.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.scenario.toml"))]
    return [table for data in read for table in data.get("scenario", [data])]


def scenario_folders() -> dict[str, Path]:
    """List the folders of scenarios."""
    return {name: ROOT / name / "tests" / "scenarios" for name in LEAST}


@pytest.mark.parametrize("name", scenario_folders())
def test_there_are_scenarios_and_all_are_collected(name: str) -> None:
    folder = scenario_folders()[name]
    assert len(tables(folder)) >= LEAST[name]
    assert [file.name for file in folder.iterdir() if not file.name.endswith(".scenario.toml")] == []


def test_every_plugin_has_scenarios() -> None:
    assert {f"plugins/{file.parent.name}" for file in ROOT.glob("plugins/*/pyproject.toml")} <= set(LEAST)


def test_this_suite_collects_scenarios(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.pluginmanager.has_plugin("pytest_rummy500")


@pytest.mark.parametrize("name", scenario_folders())
def test_each_scenario_of_a_file_has_a_title_of_its_own(name: str) -> None:
    for file in scenario_folders()[name].glob("*.scenario.toml"):
        data = tomllib.loads(file.read_text("utf-8"))
        titles = [table["title"] for table in data.get("scenario", [data])]
        assert len(set(titles)) == len(titles), file.name


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.name)
def test_each_scenario_names_its_rule_and_tries_or_expects_something(file: Path) -> None:
    for scenario in parse_scenarios(file.read_text("utf-8")):
        assert scenario.rule, scenario.title
        assert scenario.steps or scenario.expect.table, scenario.title
