"""Every scenario holds, each as a test of its own; those with a plugin that is not installed here are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy500.testing.folders import ScenarioCase, scenario_cases

CASES = scenario_cases(Path(__file__).parent / "scenarios")


def test_there_are_scenarios() -> None:
    assert len(CASES) >= 82


@pytest.mark.parametrize("case", CASES, ids=str)
def test_scenario(case: ScenarioCase) -> None:
    if case.missing:
        pytest.skip(f"needs {', '.join(case.missing)}")
    assert case.failure() is None
