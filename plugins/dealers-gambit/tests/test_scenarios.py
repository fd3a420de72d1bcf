"""Every scenario holds, each as a test of its own; those with a plugin that is not installed here are left out."""

from __future__ import annotations

import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from rummy500.notation.check import run_scenario
from rummy500.notation.scenario import Scenario, parse_scenarios

NAME = "dealers-gambit"
FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))
INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}


def scenarios(file: Path) -> list[tuple[Scenario, list[str]]]:
    """The scenarios of a file, each with the plugins that it names."""
    text = file.read_text("utf-8")
    tables = tomllib.loads(text)["scenario"]
    named = [table["position"]["rules"].get("plugins", []) for table in tables]
    return list(zip(parse_scenarios(text), named, strict=True))


SCENARIOS = [
    pytest.param(
        scenario,
        id=f"{file.stem}: {scenario.title}",
        marks=pytest.mark.skipif(not INSTALLED.issuperset(named), reason=f"needs {', '.join(named)}"),
    )
    for file in FILES
    for scenario, named in scenarios(file)
]


def test_there_are_scenarios() -> None:
    assert len(SCENARIOS) >= 90
    assert any(NAME in named for file in FILES for _, named in scenarios(file))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario(scenario: Scenario) -> None:
    failure = run_scenario(scenario)
    assert failure is None, str(failure)
