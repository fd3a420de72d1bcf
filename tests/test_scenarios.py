"""Tests that pytest collects and runs every scenario of the project (`pytest_rummy500`)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rummy500.notation.scenario import parse_scenarios

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "scenarios"
FOLDERS = [FOLDER, *(file.parent / "tests" / "scenarios" for file in sorted(ROOT.glob("plugins/*/pyproject.toml")))]


def test_this_suite_collects_scenarios(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.pluginmanager.has_plugin("pytest_rummy500")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parents[1].name)
def test_every_file_is_collected_and_each_scenario_has_a_title_of_its_own(folder: Path) -> None:
    files = sorted(folder.iterdir())
    assert len(files) > 1
    assert [file.name for file in files if not file.name.endswith(".scenario.toml")] == []
    for file in files:
        data = tomllib.loads(file.read_text("utf-8"))
        titles = [table["title"] for table in data.get("scenario", [data])]
        assert len(set(titles)) == len(titles), file.name


def test_each_scenario_of_the_core_names_its_rule_and_tries_or_expects_something() -> None:
    for file in FOLDER.iterdir():
        for scenario in parse_scenarios(file.read_text("utf-8")):
            assert scenario.rule, scenario.title
            assert scenario.steps or scenario.expect.table, scenario.title
