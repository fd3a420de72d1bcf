"""Tests of `rummy500 mutate`: each change is noticed by a scenario, by a law, or listed with its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest

from rummy500_testing_cli import mutate
from rummy500_testing_cli.mutants import Mutant

Run = Callable[..., click.testing.Result]

RULE = '''"""A bonus for whoever goes out."""

from rummy500.hooks import LineKind, PluginInfo, RuleEntry, hookimpl

POINTS = 25
TARGET = 7
OUT = LineKind("spoils.out", "out", "went out")


@hookimpl
def plugin_info():
    return PluginInfo("spoils", "25 points for going out", rules_version=3)


@hookimpl
def score_lines():
    def lines(rules, sight):
        seat = sight.public.out
        if seat >= 0:
            yield OUT(seat, POINTS)

    return lines


@hookimpl
def entries():
    return (RuleEntry("spoils.out", "Scoring", "Whoever goes out gets 25 points.", ("house",)),)
'''
SCENARIO = """format = "rummy500 scenario 1"
title = "25 points for going out"
rule = "spoils.out"
step = [{ do = "0: discard 3c" }]
[position]
rules = { preset = "classic", plugins = ["spoils"] }
to_act = 0
phase = "play"
hands = ["3c", "5d 6c"]
stock = "8d"
pile = "4h"
[expect]
hand_scores = [25, -11]
"""
#: Each change: the line, what stands there, and what takes its place.
CHANGES = {
    "by the scenarios": ("POINTS = 25", "POINTS = 24"),
    "by the laws": ("OUT(seat, POINTS)", "OUT(seat if sight.public.hand_size(1) == 2 else 9, POINTS)"),
    "by nothing": ("TARGET = 7", "TARGET = 8"),
    "in words": ("rules_version=3", "rules_version=4"),
}


@pytest.fixture
def rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a plugin in one file, with a scenario beside it, and let the changes be those above."""
    (tmp_path / "spoils.py").write_text(RULE, "utf-8")
    (tmp_path / "spoils.scenario.toml").write_text(SCENARIO, "utf-8")

    def mutants_of(file: str, code: str) -> list[Mutant]:
        assert code == RULE
        numbers = {name: RULE[: RULE.index(old)].count("\n") + 1 for name, (old, _) in CHANGES.items()}
        return [Mutant(file, number, 0, name, 0) for name, number in numbers.items()]

    def mutated(code: str, mutant: Mutant) -> str:
        return code.replace(*CHANGES[mutant.operator])

    monkeypatch.setattr(mutate, "mutants_of", mutants_of)
    monkeypatch.setattr(mutate, "mutated", mutated)
    return tmp_path / "spoils.py"


@pytest.mark.slow
def test_a_change_that_nothing_notices_is_listed_by_its_line(
    run: Run, rule: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(rule.parent)  # where Python finds the unchanged file, too
    done = run("mutate", "./spoils.py", "--scenarios", ".", "--hands", "6")
    assert done.exit_code == 1
    *survivors, last = done.output.splitlines()
    assert survivors == ["spoils.py:6", "  - TARGET = 7", "  + TARGET = 8"]
    assert last == "3 changes: 1 by the scenarios, 1 by the laws, 1 by nothing"
    assert rule.read_text("utf-8") == RULE


def test_a_rule_whose_scenarios_fail_is_not_changed(run: Run, rule: Path) -> None:
    (rule.parent / "spoils.scenario.toml").write_text(SCENARIO.replace("[25,", "[26,"), "utf-8")
    done = run("mutate", str(rule), "--scenarios", str(rule.parent), "--hands", "0")
    assert done.exit_code == 2
    assert "the scenarios fail before anything is changed: FAILED " in done.output
