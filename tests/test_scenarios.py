"""Every scenario file of `tests/scenarios` holds, each scenario as a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy500.notation.check import run_scenario
from rummy500.notation.scenario import Scenario, parse_scenarios

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.glob("*.toml"))
SCENARIOS = [
    pytest.param(scenario, id=f"{file.stem}: {scenario.title}")
    for file in FILES
    for scenario in parse_scenarios(file.read_text(encoding="utf-8"))
]


def test_there_are_scenarios() -> None:
    assert len(FILES) >= 17
    assert len(SCENARIOS) >= 150


def test_each_scenario_has_a_title_of_its_own() -> None:
    names = [param.id for param in SCENARIOS]
    assert sorted(set(map(str, names))) == sorted(map(str, names))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario(scenario: Scenario) -> None:
    assert scenario.rule, "a scenario names its rule"
    assert scenario.steps or scenario.expect.table, "a scenario tries or expects something"
    failure = run_scenario(scenario)
    assert failure is None, str(failure)
