"""Tests of the cookbook: its scenarios hold, each rule plays under all laws, and pairs compose or name why not."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from proofs.matrix.combinations import Combination, cookbook_combinations
from proofs.matrix.play import Task, play
from tests.drawn import DRAW
from tests.hooks.installing import dist_info, importable
from tests.laws.kit.cookbook import COOKBOOK

import rummy500 as r5
import rummy500_cookbook as cookbook
from rummy500.notation.scenario import parse_scenarios
from rummy500_terminal.judging import run_scenario
from rummy500_testing import check_laws

FOLDER = Path(str(cookbook.__file__)).parent
EVERY = list(cookbook_combinations())
PAIRS = [combination for combination in EVERY if combination.both_orders]
#: Thirty of them; `python -m proofs.matrix --only cookbook` plays them all.
DRAWN = random.Random(DRAW).sample(PAIRS, 30)
#: These rules are about the deal, which no scenario reaches: their docstrings have an example.
BY_DOCTEST = {"growing_hands", "leader_starts_short"}


def name(combination: Combination) -> str:
    return combination.name


@pytest.fixture(scope="module")
def _installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install every rule under its name, as scenarios need it."""
    folder = tmp_path_factory.mktemp("cookbook")
    dist_info(folder, "rummy500-cookbook", {rule: module.__name__ for rule, module in COOKBOOK.items()})
    with importable(folder):
        yield


def test_every_module_has_its_chapter() -> None:
    assert sorted(file.stem for file in FOLDER.glob("[a-z]*.py")) == sorted(cookbook.RULES)


@pytest.mark.parametrize("rule", COOKBOOK)
def test_a_plugin_is_named_after_its_module(rule: str) -> None:
    assert COOKBOOK[rule].plugin_info().name == rule


@pytest.mark.usefixtures("_installed")
@pytest.mark.parametrize("rule", sorted(set(cookbook.RULES) - BY_DOCTEST))
def test_the_scenarios_of_a_rule_hold(rule: str) -> None:
    scenarios = parse_scenarios((FOLDER / f"{rule}.scenario.toml").read_text("utf-8"))
    assert [failure for scenario in scenarios if (failure := run_scenario(scenario)) is not None] == []
    ids = {entry.id for entry in COOKBOOK[rule.replace("_", "-")].entries()}
    assert {scenario.rule for scenario in scenarios} == ids


@pytest.mark.parametrize("rule", cookbook.RULES)
def test_a_rule_cites_its_own_entries(rule: str) -> None:
    name = rule.replace("_", "-")
    cited = set(re.findall(rf'"({name}\.[a-z-]+)"', (FOLDER / f"{rule}.py").read_text("utf-8")))
    claimed = {claim for entry in COOKBOOK[name].entries() for claim in entry.claims.values()}
    assert cited == {entry.id for entry in COOKBOOK[name].entries()} | {claim for claim in claimed if "." in claim}


@pytest.mark.parametrize("rule", sorted(BY_DOCTEST))
def test_a_rule_about_the_deal_has_an_example(rule: str) -> None:
    assert ">>> " in (FOLDER / f"{rule}.py").read_text("utf-8")
    assert not (FOLDER / f"{rule}.scenario.toml").exists()


@pytest.mark.slow
@pytest.mark.parametrize("rule", COOKBOOK)
def test_a_rule_plays_under_all_laws(rule: str) -> None:
    """A hand on each of two presets, drawn for each rule."""
    alone = [combination for combination in EVERY if combination.plugins == (rule,)]
    drawn = random.Random(f"{DRAW} {rule}").sample(alone, len(alone))
    results = (play(Task(combination, 1, most=1)) for combination in drawn)
    played = list(islice((result for result in results if result.verdict != "refused"), 2))
    assert [result.why for result in played] == [""] * 2


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "points"), [("redeem-a-joker", 45), ("rearrange-a-run", 30)])
def test_a_rule_that_changes_melds_keeps_the_opening_minimum(rule: str, points: int) -> None:
    rules = r5.compose("pagat", [COOKBOOK[rule]], {"meld.first-minimum": points}, seats=3)
    check_laws(rules).require()


@pytest.mark.slow
@pytest.mark.parametrize("combination", DRAWN, ids=name)
def test_a_pair_is_refused_with_a_reason_or_plays_under_all_laws(combination: Combination) -> None:
    result = play(Task(combination, 2, most=2))
    assert result.verdict != "failed", result.why
