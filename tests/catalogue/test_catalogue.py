"""Tests of the catalogue: it has every rule id that code cites, and its sentences are complete, with sources."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import rummy500
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules import options
from rummy500.rules.entry import DOCUMENTS, OURS, RuleEntry
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS, DEFAULT_PRESET, CoreOption

SOURCES = Path(rummy500.__file__).parent
IDS = [entry.id for entry in CORE_ENTRIES]
#: The first part of what refuses something else than an action.
NO_RULES = ("table.", "compose.", "notation.", "wire.")
#: Here a declared sentence passes on its rule.
PASSES_ON = ("base/errors.py", "rules/scores.py")


def cited() -> Iterator[tuple[str, str | None]]:
    """List each place in the sources that cites a rule id, with the id; `None` if it is not a literal."""
    for path in sorted(SOURCES.rglob("*.py")):
        if path.relative_to(SOURCES).as_posix() in PASSES_ON:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                argument = rule_argument(node)
                if argument is not None:
                    value = argument.value if isinstance(argument, ast.Constant) else None
                    yield f"{path.relative_to(SOURCES)}:{node.lineno}", value if isinstance(value, str) else None


def rule_argument(call: ast.Call) -> ast.expr | None:
    """Return the rule id that a call passes to `Reason`, `LineKind`, `Refusal` or `ScoreLine`."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    place = {"Reason": 0, "LineKind": 0, "Refusal": 0, "ScoreLine": 2}.get(name)
    if place is None:
        return None
    named = [keyword.value for keyword in call.keywords if keyword.arg == "rule"]
    return named[0] if named else call.args[place]


def test_each_rule_id_occurs_once_and_entries_of_a_section_are_adjacent() -> None:
    assert len(IDS) == len(set(IDS))
    sections = [entry.section for entry in CORE_ENTRIES]
    starts = [section for index, section in enumerate(sections) if index == 0 or sections[index - 1] != section]
    assert len(starts) == len(set(starts)) == 8


def test_every_rule_id_cited_in_the_sources_is_in_the_catalogue() -> None:
    places = list(cited())
    assert len(places) > 40
    assert [place for place, rule in places if rule is None] == []
    known = [(place, rule) for place, rule in places if not str(rule).startswith(NO_RULES)]
    assert [(place, rule) for place, rule in known if rule not in IDS] == []


def test_every_option_steers_a_rule_of_the_catalogue() -> None:
    entries = {entry.id: entry for entry in CORE_ENTRIES}
    assert [name for name, option in CORE_OPTIONS.items() if name not in entries[option.rule].options] == []


def faults(entry: RuleEntry) -> Iterator[str]:
    """Find what is wrong with an entry: its options, its sentences, its sources, and what is marked as ours."""
    options, sources = entry.options, entry.sources
    if not set(options) <= set(CORE_OPTIONS) or len(options) != len(set(options)):
        yield "options"
    if options and entry.statement is None:
        yield "options without a statement"
    if not entry.about.endswith(".") or not entry.about[0].isupper() or "  " in entry.about:
        yield "no whole sentence"
    if not sources or not set(sources) <= {*DOCUMENTS, OURS} or list(sources) != sorted(set(sources)):
        yield "sources"
    if not set(entry.ours_for) | set(entry.partly_for) <= set(DOCUMENTS) or set(entry.ours_for) & set(entry.partly_for):
        yield "documents for which it is ours"
    if bool(entry.ours) != (OURS in sources) or (entry.ours and not entry.ours.endswith(".")):
        yield "what is ours"
    if (entry.ours_for or entry.partly_for) and not entry.ours:
        yield "ours for a document, without a sentence"
    if not entry.question.endswith("?"):
        yield "no question"


def test_each_rule_has_sentences_sources_and_options() -> None:
    assert [(entry.id, fault) for entry in CORE_ENTRIES for fault in faults(entry)] == []


def test_every_value_of_a_preset_has_words() -> None:
    values = [(name, preset.options[name]) for preset in CORE_PRESETS.values() for name in CORE_OPTIONS]
    words = [(name, value, CORE_OPTIONS[name].meaning(value)) for name, value in values]
    assert [each for each in words if each[2] == str(each[1]) or "{" in each[2]] == []


def values_of(option: CoreOption[Any]) -> list[Any]:
    """List the words of an option, and the least of its numbers."""
    numbers = () if option.least is None else (option.least, option.least + 1)
    return [*option.choices, *((0,) if option.zero else ()), *numbers]


def test_every_value_of_an_option_has_words_of_its_own() -> None:
    words = {name: [option.meaning(value) for value in values_of(option)] for name, option in CORE_OPTIONS.items()}
    assert [(name, each) for name, each in words.items() if len(each) != len(set(each))] == []


def test_an_option_names_presets_that_there_are_and_values_that_it_takes() -> None:
    each = CORE_OPTIONS.items()
    assert [name for name, option in each if not set(option.presets) <= set(CORE_PRESETS)] == []
    assert [name for name, option in each if option.default in option.presets.values()] == []
    values = [(name, value) for name, option in each for value in (option.default, *option.presets.values())]
    assert [(name, CORE_OPTIONS[name].check(value)) for name, value in values] == values


def test_the_type_of_an_option_has_exactly_its_values() -> None:
    """The type checker compares words in the source with literals, and `check` those of a caller with `choices`."""
    kinds = {name: kind for name, kind in vars(options).items() if isinstance(kind, CoreOption)}
    declared = dict(re.findall(r"^(\w+): Final = CoreOption\[(.+)\]\($", inspect.getsource(options), re.MULTILINE))
    assert list(kinds.values()) == list(CORE_OPTIONS.values())
    for name, option in kinds.items():
        values = eval(declared[name], dict(vars(options)))
        parts = get_args(values) if get_origin(values) in {Union, UnionType} else (values,)
        assert [word for part in parts for word in get_args(part)] == list(option.choices), name
        assert (int in parts, bool in parts) == (option.least is not None, option.flag), name


def test_the_default_of_an_option_is_the_value_of_the_default_preset() -> None:
    assert not any(DEFAULT_PRESET in option.presets for option in CORE_OPTIONS.values())
