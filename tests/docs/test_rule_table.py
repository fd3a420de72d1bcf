"""Tests that every rule id has an implementation and an example, and that every cited id exists."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import attrs
import pytest
from tests.rules.verdicts import read
from tools import workspace
from tools.pages import rules as rule_table
from tools.pages.citations import cites, citing, playing, texts
from tools.pages.rules import CORE, SETTLED, Row, looks_like_an_id, owners

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


@pytest.mark.parametrize("cited", ["meld.rnu", "draw.stock-three", "oklahoma.jack", "score.5-10", "floating.away"])
def test_a_text_like_an_id_is_checked(cited: str) -> None:
    assert looks_like_an_id().fullmatch(cited)
    assert cited not in owners()


@pytest.mark.parametrize(
    "name", ["match.py", "draw.toml", "meld.size.x", "rummy500.match", "state.public", "turn.to_act"]
)
def test_another_name_is_not_checked(name: str) -> None:
    assert not looks_like_an_id().fullmatch(name)


# ---------------------------------------------------------------- what implements a rule


def test_only_uncited_rules_have_listed_modules() -> None:
    for rule in SETTLED:
        assert citing(package(owners()[rule]), rule) == ()
        assert citing(package(owners()[rule]), rule, by_settings=True)


def package(plugin: str) -> Mapping[str, str]:
    """Return the modules of a plugin."""
    return playing(texts(next(iter((workspace.folders()[plugin] / "src").iterdir()))))


class Without(ast.NodeTransformer):
    """A module without a function."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef | None:
        return None if node.name == self.name else node


@pytest.mark.parametrize(
    ("rule", "function"),
    [
        ("draw.stock-two", "draw_count"),
        ("match.partnership", "sides"),
        ("match.must-go-out", "match_winners"),
        ("score.5-10-15", "card_points"),
        ("score.master-hand", "_lines"),
        ("discard.displayed", "displayed"),
        ("stock.no-deduction", "deducts"),
    ],
)
def test_a_rule_is_implemented_no_more_without_the_function_that_does(rule: str, function: str) -> None:
    whole = package(owners()[rule])
    (module,) = citing(whole, rule)
    cut = ast.unparse(Without(function).visit(ast.parse(whole[module])))
    assert function in whole[module]
    assert cites(cut, rule)
    assert citing({**whole, module: cut}, rule) == ()


CITED = "a.b"
FROM_NAMES = "from some_game.names import RULE\n"


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    return 'a.b'",
        "def f():\n    '''`a.b`: so it is.'''",
        "class C:\n    def f(self):\n        '''`a.b`: so it is.'''",
        "class C:\n    '''`a.b`.\n\n    Attributes:\n        x: it.\n    '''",
        "class C:\n    '''So.\n\n    Attributes:\n        x: it.\n\n    `a.b`.\n    '''",
        "R = 'a.b'\ndef f():\n    return R",
        FROM_NAMES + "def f():\n    return RULE",
        "R = 'a.b'\nS = {1: R}\ndef f():\n    return S[1]",
    ],
)
def test_code_that_cites_a_rule_implements_it(code: str) -> None:
    assert citing({"names.py": "RULE: Final = 'a.b'", "f.py": code}, CITED) == ("f.py",)


@pytest.mark.parametrize(
    "code",
    [
        "'''`a.b`: so it is.'''",
        "R = 'a.b'",
        "def entries() -> tuple[RuleEntry, ...]:\n    return (RuleEntry('a.b'),)",
        "def f():\n    return RuleEntry('a.b')",
        "E = RuleEntry('a.b')\ndef f():\n    return E",
        "def statement(summary) -> Statement | None:\n    '''`a.b`.'''",
        "def plugin_info() -> PluginInfo:\n    '''`a.b`.'''",
        "def settings() -> Settings:\n    '''`a.b`.'''",
        "def f(rules):\n    return rules.options['a.b']",
        "def f():\n    '''So.\n\n    Examples:\n        >>> f()\n        'a.b'\n    '''",
        "class C:\n    '''So.\n\n    Attributes:\n        x: of `a.b`.\n    '''",
        FROM_NAMES + "def f():\n    return 1",
        "from other.names import OTHER as RULE\ndef f():\n    return RULE",
    ],
)
def test_text_about_a_rule_is_no_citation(code: str) -> None:
    assert citing({"names.py": "RULE: Final = 'a.b'", "f.py": code}, CITED) == ()


def test_a_rule_is_cited_whole() -> None:
    assert cites("the rule `draw.deep` says", "draw.deep")
    assert cites("as in draw.deep.", "draw.deep")
    assert not cites("the rule `draw.deep-use` says", "draw.deep")
    assert not cites("see no.draw.deep", "draw.deep")
    assert not cites("call draw.deep.er", "draw.deep")


def test_gaps_are_reported() -> None:
    whole = Row("a.b", "It is.", ("000",), CORE, {CORE: ("a.py",)}, ("test_a.py",), 1)
    assert list(whole.gaps()) == []
    for change, told in (
        ({"says": ""}, "no entry"),
        ({"modules": {"other": ("a.py",)}}, "no module"),
        ({"tests": (), "scenarios": 0}, "no example"),
    ):
        (gap,) = attrs.evolve(whole, **change).gaps()
        assert told in gap
    assert list(attrs.evolve(whole, scenarios=0).gaps()) == list(attrs.evolve(whole, tests=()).gaps()) == []
