"""Every rule id of rules.md §1-§6 that the core's options use has a test named after it, and a scenario."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rummy500.notation.scenario import parse_scenarios
from rummy500.options import CORE_OPTIONS

HERE = Path(__file__).parent
SCENARIOS = HERE.parent / "scenarios"

#: Taken from rules.md by hand, section by section.
RULES = (
    "deck.pack", "deck.no-jokers", "deck.enough",
    "seats",
    "deal.first-dealer", "deal.next-dealer", "deal.order", "deal.size", "deal.upcard", "deal.extra-card",
    "deal.opening-offer",
    "meld.size", "meld.group", "meld.group-suits", "meld.group-max", "meld.run", "meld.run-min", "meld.ace",
    "meld.joker", "meld.joker-role", "meld.joker-count", "meld.layoff", "meld.layoff-choice",
    "meld.layoff-after-meld", "meld.layoff-own", "meld.first-minimum", "meld.optional",
    "turn.order", "turn.parts", "turn.seat", "turn.phase", "turn.cards", "turn.no-stranding",
    "draw.stock", "draw.top", "draw.deep", "draw.deep-use", "draw.once",
    "discard.one", "discard.open", "discard.not-taken", "discard.not-drawn", "discard.displayed",
    "out.meld-or-discard", "out.discard-required",
    "stock.empty", "stock.circle", "stock.strict", "stock.reshuffle",
    "call.full", "call.layoffs", "call.top", "call.last-discard", "call.none", "call.not-own", "call.window",
    "call.race",
    "score.values", "score.ace-one", "score.hand", "score.no-bonus", "score.no-late-melds",
    "match.target", "match.highest", "match.tie", "match.margin",
)  # fmt: skip

#: What no scenario can show, with the reason.
NO_SCENARIO = {
    "deal.first-dealer": "a scenario begins in a hand: the draw for the first deal comes before",
    "deal.order": "a scenario begins after the deal",
    "match.margin": "a scenario expects scores, and the margins are their differences",
}


def names_of_tests() -> set[str]:
    """What stands between `test_` and `__` in the names of this folder's test functions."""
    names: set[str] = set()
    for file in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and "__" in node.name:
                names.add(node.name.removeprefix("test_").partition("__")[0])
    return names


def rules_of_scenarios() -> set[str]:
    """The rules that scenarios are about."""
    files = SCENARIOS.glob("*.toml")
    return {scenario.rule for file in files for scenario in parse_scenarios(file.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_a_test_named_after_it(rule: str) -> None:
    assert rule.replace(".", "_").replace("-", "_") in names_of_tests()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_a_scenario_or_a_reason(rule: str) -> None:
    assert (rule in rules_of_scenarios()) != (rule in NO_SCENARIO)


def test_the_rules_are_listed_once() -> None:
    assert len(RULES) == len(set(RULES)) == 66


def test_every_option_steers_a_listed_rule() -> None:
    assert {option.rule for option in CORE_OPTIONS.values()} <= set(RULES)


def test_every_name_before_the_underscores_is_a_rule() -> None:
    """A mis-spelt rule id in a test's name would count for nothing."""
    known = {rule.replace(".", "_").replace("-", "_") for rule in RULES}
    others = {"refusal_order", "refusal_data", "example_of_000"}
    assert names_of_tests() - known == others
