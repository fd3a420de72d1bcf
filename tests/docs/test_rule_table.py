"""Tests that every rule id has an implementation and an example, and that every cited id exists."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from tests.rules.verdicts import read
from tools import workspace
from tools.pages import rules as rule_table
from tools.pages.citations import cites, citing, playing, texts
from tools.pages.rules import CORE, SETTLED, owners

from rummy500.rulebook.core import CORE_ENTRIES

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests" / "rules"


def test_no_two_plugins_add_one_rule_id() -> None:
    core = {entry.id for entry in CORE_ENTRIES}
    added = Counter(rule for name, entries in rule_table.entries().items() if name != CORE for rule in entries)
    assert [rule for rule, number in added.items() if number > 1 and rule not in core] == []


# ---------------------------------------------------------------- ids that do not exist


def test_every_name_before_the_underscores_is_a_rule() -> None:
    """A misspelt rule id in a test's name would cover no rule."""
    names: set[str] = set()
    for file in TESTS.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and "__" in node.name:
                names.add(node.name.removeprefix("test_").partition("__")[0])
    rules = {re.sub(r"[.-]", "_", rule) for rule in owners()}
    assert names - rules == {"refusal_data"}


def test_every_heading_of_verdicts_is_a_rule() -> None:
    headed = {verdict.rule for file in TESTS.glob("*.verdicts") for verdict in read(file)}
    assert headed - set(owners()) == set()


# ---------------------------------------------------------------- what implements a rule


def test_only_uncited_rules_have_listed_modules() -> None:
    for rule in SETTLED:
        assert citing(package(owners()[rule]), rule) == ()
        assert citing(package(owners()[rule]), rule, by_settings=True)


def package(plugin: str) -> Mapping[str, str]:
    """Return the modules of a plugin."""
    return playing(texts(next(iter((workspace.folders()[plugin] / "src").iterdir()))))


def test_a_rule_is_cited_whole() -> None:
    assert cites("the rule `draw.deep` says", "draw.deep")
    assert cites("as in draw.deep.", "draw.deep")
    assert not cites("the rule `draw.deep-use` says", "draw.deep")
    assert not cites("see no.draw.deep", "draw.deep")
    assert not cites("call draw.deep.er", "draw.deep")
