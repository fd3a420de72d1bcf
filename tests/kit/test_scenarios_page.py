"""Tests that `docs/testing/scenarios.md` shows a failing scenario as pytest does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rummy500.notation.scenario import parse_scenarios
from rummy500_testing import LAWS
from rummy500_testing.scenarios import missing, problem

PAGE = (Path(__file__).parents[2] / "docs" / "testing" / "scenarios.md").read_text("utf-8")
(FILE,) = re.findall(r'^```toml title="[^"]+"\n(.*?)^```', PAGE, re.MULTILINE | re.DOTALL)
SHOWN = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_file_of_the_page_holds() -> None:
    scenarios = parse_scenarios(FILE)
    assert len(scenarios) == 2
    assert [problem(scenario) for scenario in scenarios] == [None, None]


def test_a_failing_step_is_shown_as_on_the_page() -> None:
    changed = FILE.replace('"2: lay Th on m1", rule = "meld.run"', '"2: lay Th on m1", rule = "meld.ace"')
    assert changed != FILE
    assert problem(parse_scenarios(changed)[0]) == SHOWN[0].strip()


def test_a_missing_plugin_is_named_as_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummy500_testing.scenarios.installed", dict)
    (scenario, _) = parse_scenarios(FILE.replace('preset = "pagat"', 'preset = "pagat", plugins = ["no-such-plugin"]'))
    assert missing(scenario) == ("plugin no-such-plugin",)
    assert ": not installed: plugin " in SHOWN[1]


def test_the_law_of_the_page_exists() -> None:
    (name,) = re.findall(r'^law = "(.+)"$', PAGE, re.MULTILINE)
    assert name in {law.name for law in LAWS}
