"""Every rule id has an implementation, a test and a scenario; nothing cites an id that does not exist."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import attrs
import pytest
from tools import rule_table, workspace
from tools.rule_table import COMMAND, CORE, PAGE, Row, cites, known, looks_like_an_id, owners, rows, sections

from rummy500.catalogue import CORE_CATALOGUE
from rummy500.options import CORE_OPTIONS

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests" / "rules"
#: A source distribution has the core alone.
WORKSPACE = pytest.mark.skipif(not workspace.folders(), reason="the plugins are not here")
ROWS = [pytest.param(row, id=row.id, marks=() if row.owner == CORE else WORKSPACE) for row in rows()]
PLUGINS = [pytest.param(name, marks=WORKSPACE) for name in known()["plugins"]]


@WORKSPACE
def test_the_page_is_as_it_is_generated() -> None:
    text = rule_table.page()
    assert PAGE.read_text("utf-8") == text, f"docs/rules/table.md is out of date; this updates it: {COMMAND}"
    assert "**missing**" not in text


@pytest.mark.parametrize("row", ROWS)
def test_a_rule_is_implemented_tested_and_shown(row: Row) -> None:
    assert list(row.gaps()) == []


@pytest.mark.parametrize("name", PLUGINS)
def test_a_plugin_of_the_sources_is_there_with_its_rules(name: str) -> None:
    assert name in workspace.folders()
    assert set(known()["plugins"][name]) <= set(rule_table.entries()[name])


@WORKSPACE
def test_every_plugin_that_is_there_is_listed() -> None:
    assert set(workspace.folders()) <= set(known()["plugins"])


def test_every_entry_is_of_a_listed_rule() -> None:
    assert [rule for told in rule_table.entries().values() for rule in told if rule not in owners()] == []


def test_the_core_has_entries_for_its_own_rules_only() -> None:
    assert sorted(entry.id for entry in CORE_CATALOGUE) == sorted(
        rule for rule, owner in owners().items() if owner == CORE
    )


def test_a_rule_stands_once() -> None:
    listed = Counter(rule for ids in sections().values() for rule in ids)
    brought = Counter(rule for ids in known()["plugins"].values() for rule in ids)
    assert set(listed.values()) == set(brought.values()) == {1}
    assert set(brought) <= set(listed)


def test_every_option_steers_a_listed_rule() -> None:
    assert {option.rule for option in CORE_OPTIONS.values()} <= set(owners())


# ---------------------------------------------------------------- ids that do not exist


def test_nothing_cites_a_rule_that_does_not_exist() -> None:
    assert list(rule_table.strays()) == []


def test_every_name_before_the_underscores_is_a_rule() -> None:
    """A mis-spelt rule id in a test's name would count for nothing."""
    names: set[str] = set()
    for file in TESTS.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and "__" in node.name:
                names.add(node.name.removeprefix("test_").partition("__")[0])
    rules = {re.sub(r"[.-]", "_", rule) for rule in owners()}
    assert names - rules == {"refusal_order", "refusal_data", "example_of_000"}


@pytest.mark.parametrize("cited", ["meld.rnu", "draw.stock-three", "oklahoma.jack", "score.5-10", "floating.away"])
def test_what_looks_like_an_id_is_looked_up(cited: str) -> None:
    assert looks_like_an_id().fullmatch(cited)
    assert cited not in owners()


@pytest.mark.parametrize(
    "name", ["match.py", "draw.toml", "meld.size.x", "rummy500.match", "state.open", "turn.to_act"]
)
def test_what_is_another_name_is_not(name: str) -> None:
    assert not looks_like_an_id().fullmatch(name)


def test_what_is_cited_is_read_from_code_and_pages() -> None:
    cited = set(rule_table.cited_names())
    assert ("src/rummy500/engine/moves/discard.py", "discard.not-taken") in cited
    assert ("docs/rules/index.md", "meld.layoff-choice") in cited
    assert {name for _, name in cited} >= set(known()["others"])


def test_what_stands_for_uncited_rules_is_needed() -> None:
    sources = ROOT / "src" / "rummy500"
    for rule, module in known()["uncited"].items():
        assert (sources / module).is_file()
        assert rule == "seats" or not cites((sources / module).read_text("utf-8"), rule)


def test_a_rule_is_cited_whole() -> None:
    assert cites("the rule `draw.deep` says", "draw.deep")
    assert cites("as in draw.deep.", "draw.deep")
    assert not cites("the rule `draw.deep-use` says", "draw.deep")
    assert not cites("see no.draw.deep", "draw.deep")
    assert not cites("call draw.deep.er", "draw.deep")


def test_gaps_are_told() -> None:
    whole = Row("a.b", "It is.", ("000",), CORE, {CORE: ("a.py",)}, ("test_a.py",), 1, "")
    assert list(whole.gaps()) == []
    for change, told in (
        ({"says": ""}, "no entry"),
        ({"modules": {"other": ("a.py",)}}, "no module"),
        ({"tests": ()}, "no test"),
        ({"scenarios": 0}, "no scenario"),
        ({"no_scenario": "it cannot be"}, "though none can be"),
    ):
        (gap,) = attrs.evolve(whole, **change).gaps()
        assert told in gap
    assert list(attrs.evolve(whole, scenarios=0, no_scenario="it cannot be").gaps()) == []
