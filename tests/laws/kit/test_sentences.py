"""Tests that the list of sentences has every refusal, score line, label and word of all plugins and the cookbook."""

from __future__ import annotations

import ast
import random
import re
import sys
from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest
from tests.laws.kit.cookbook import COOKBOOK
from tests.laws.kit.secrecy import every_plugin

import rummy500 as r5
from rummy500.base.errors import Declared, facts_in
from rummy500_testing import random_game
from rummy500_testing.available import plugins
from rummy500_testing.laws.answers import out_of_turn
from rummy500_testing.near_misses import near_miss
from rummy500_testing.play import snapshot_of

ROOT: Final = Path(__file__).parents[3]
_CARD = r"([A2-9TJQK][shdc]|\*d?|\?\?)(/\d+)?"
#: A fact that needs no translation: a number, a rank, cards, an action in the text form.
DATA = re.compile(rf"-?\d+|m\d+|[A2-9TJQK]|\d+: .*|({_CARD}(( or | ){_CARD})*)?")


@lru_cache(maxsize=1)
def rule_sets() -> dict[str, r5.Rules]:
    """Compose rules with each plugin and each recipe of the cookbook, each in one rule set."""
    found: dict[str, r5.Rules] = {}
    for asked in every_plugin():
        rules = None if asked.plugins and set(asked.plugins) <= found.keys() else asked.rules(3)
        if rules is not None:
            found.update(dict.fromkeys(rules.plugins or ("",), rules))
    for name, module in COOKBOOK.items():
        found[name] = r5.compose(plugins=[module], seats=4)
    return found


@lru_cache(maxsize=128)
def listed(rules: r5.Rules) -> dict[str, str]:
    """Return the template of each key."""
    return {sentence.key: sentence.template for sentence in r5.sentences(rules)}


def test_sentences__all_that_modules_of_core_and_plugins_hold_are_listed() -> None:
    assert set(plugins()) < set(rule_sets())
    packages = {"rummy500", "rummy500_cookbook", *(f"rummy500_{name.replace('-', '_')}" for name in plugins())}
    held = {
        (name, each.key, each.template)
        for name, module in [*sys.modules.items()]
        if name.partition(".")[0] in packages and name != "rummy500.base.errors"
        for value in vars(module).values()
        for each in (value.values() if isinstance(value, dict) else [value])
        if isinstance(each, Declared)
    }
    templates = {(key, text) for rules in rule_sets().values() for key, text in listed(rules).items()}
    assert len({name for name, _, _ in held}) > 40
    assert [each for each in sorted(held) if each[1:] not in templates] == []


_MAKERS: Final = {"Reason", "LineKind", "HintReason", "Refusal", "ScoreLine"}
#: Code that makes sentences of its own: of parts of another, or read from a file.
_MAKES: Final = {"base/errors.py", "rules/scores.py", "notation/translation.py", "notation/json.py"}


def test_sentences__each_is_a_constant_of_its_module() -> None:
    """A refusal or a line that is made in a function is in no list."""
    found = []
    for folder in (ROOT / "src", *(ROOT / "plugins").glob("*/src"), ROOT / "packages"):
        for file in sorted(folder.rglob("*.py")):
            tree = ast.parse(file.read_text("utf-8"))
            inner = (node for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) for node in ast.walk(each))
            calls = (node for node in inner if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
            wrong = {call.lineno for call in calls if ast.unparse(call.func) in _MAKERS}
            if wrong and not file.as_posix().endswith(tuple(f"rummy500/{name}" for name in _MAKES)):
                found.append((file.name, sorted(wrong)))
    assert found == []


def test_sentences__one_key_has_one_sentence_in_core_and_plugins() -> None:
    templates: dict[str, set[str]] = defaultdict(set)
    for rules in rule_sets().values():
        for sentence in r5.sentences(rules):
            templates[sentence.key].add(sentence.template)
    assert {key: found for key, found in templates.items() if len(found) > 1} == {}


@pytest.mark.parametrize("name", ["", *plugins(), *COOKBOOK])
def test_sentences__whatever_is_read_in_play_is_listed(name: str) -> None:
    rules = rule_sets()[name]
    known, game = listed(rules), random_game(rules, random.Random(name), max_turns=12)
    said: list[r5.Refusal | r5.ScoreLine | r5.Sentence] = [*r5.score_hand(rules, game.states[-1]).lines]
    for state in game.states[::3]:
        snapshot = snapshot_of(rules, state, name)
        tried = [near_miss(rules, state, action, snapshot.rng) for action in snapshot.some(3)]
        refusals = (r5.why_not(rules, state, action) for action in (*out_of_turn(snapshot), *tried))
        said += [refusal for refusal in refusals if refusal is not None]
    for each in said:
        assert known.get(each.key) == each.template
        assert set(facts_in(each.template)) <= set(each.facts)
        words = [fact for fact in each.facts.values() if not DATA.fullmatch(fact)]
        assert [word for word in words if f"word:{word}" not in known] == [], each
