"""`proofs/rules/table.md`, a section for each rule id.

A section lists the modules that implement the rule, the tests about it and the number of scenarios. The ids are those
of the catalogue entries of the core and of each plugin.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import attrs
from tools import workspace
from tools.pages import COMMAND, ROOT
from tools.pages.citations import cites, citing, playing, texts

from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rulebook.sheet import place_of
from rummy500.rules.entry import OURS, RuleEntry
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS, DEFAULT_PRESET, OptionValue
from rummy500_testing.available import values

PAGE: Final = ROOT / "proofs" / "rules" / "table.md"
CORE: Final = "core"
#: Rules of plugins that their settings alone implement.
SETTLED: Final = ("boathouse", "draw.stock-two", "oklahoma.new-meld-only", "score.fifths")
#: Subjects of scenarios of refused rules, beside rules and plugins.
_TOPICS: Final = ("options",)
#: Rules of the core whose id is a common word in code, with the module that implements each.
UNCITED: Final = MappingProxyType({"seats": "hooks/compose.py"})
#: Texts that look like rule ids: fields of positions, deliberate misspellings of tests, the example of a recipe.
OTHERS: Final = (
    *("turn.plays", "turn.gone", "turn.out", "match.playoff"),
    *("score.hnd", "meld.aces", "oklahoma.joker", "call.l", "deal.sizes"),
    "score.out-bonus",
)
_SOURCES: Final = ROOT / "src" / "rummy500"
#: The code whose quoted rule ids must exist.
_PYTHON: Final = ("src/**/*.py", "tests/**/*.py", "tools/**/*.py", "*s/*/src/**/*.py", "plugins/*/tests/**/*.py")
_PAGES: Final = ("*.md", "docs/**/*.md", "plugins/**/*.md", "proofs/**/*.md")
#: Modules that describe or prove rules and implement none.
_WORDS: Final = {"rulebook", "notation", "specs.py", "errors.py", "options.py"}
#: Tests that use whole lists of ids, and so are about none of them, or that invent some.
_LISTS: Final = {"test_rule_table.py"}
_SEATS: Final = 4

_HEAD: Final = f"""\
# Every rule

<!-- Written by `{COMMAND}` from the code, the tests and the scenarios: change those, not this page. -->

Is a rule played as it is written? This page has each rule id of the core and of the variants, in the order of a rule
sheet: its sentence, and the proofs. These are the documents that it is from, the modules that implement it, the tests
named after it, and the number of scenarios about it. *Ours* marks a reading of our own. If several implement a rule,
the later ones change it. The [catalogue](../../docs/rules/catalogue.md) has the options that change the rules of the
core, and the [variants](../../docs/variants/index.md) have a page each.
"""


@attrs.frozen
class Row:
    """A rule with its implementation, tests and scenarios.

    Attributes:
        id: the rule id.
        says: the sentence of the rule.
        sources: the documents with the rule, and `ours`.
        owner: `core`, or the plugin that adds it.
        modules: the modules that implement it, by owner.
        tests: the test files about it.
        scenarios: the number of scenarios about it.
    """

    id: str
    says: str
    sources: tuple[str, ...]
    owner: str
    modules: Mapping[str, tuple[str, ...]]
    tests: tuple[str, ...]
    scenarios: int

    def gaps(self) -> Iterator[str]:
        """List the missing cells of the row."""
        if not self.says:
            yield f"{self.id}: {self.owner} has no entry for it"
        if not self.modules.get(self.owner):
            yield f"{self.id}: no module of {self.owner} implements it"
        if not self.tests and not self.scenarios:
            yield f"{self.id}: no example is about it, be it a scenario, a verdict or a test"


@cache
def owners() -> Mapping[str, str]:
    """Find the owner of each rule id, in the order of a rule sheet; a plugin may replace a rule of the core."""
    found = {
        rule: (entry, owner) for owner, added in reversed(tuple(entries().items())) for rule, entry in added.items()
    }
    return {rule: owner for rule, (entry, owner) in sorted(found.items(), key=_place)}


def _place(item: tuple[str, tuple[RuleEntry, str]]) -> tuple[object, ...]:
    """Return the sort key of a rule id: its place on a sheet, a plugin's rule after the one that it replaces."""
    _, (entry, owner) = item
    return *place_of(entry), owner != CORE


def sections() -> Mapping[str, tuple[str, ...]]:
    """Group every rule id by its section."""
    found: dict[str, tuple[str, ...]] = {}
    for rule, owner in owners().items():
        section = entries()[owner][rule].section
        found[section] = (*found.get(section, ()), rule)
    return found


@cache
def entries() -> Mapping[str, Mapping[str, RuleEntry]]:
    """Collect the catalogue entries of the core and of each plugin of the repository, by rule id."""
    found: dict[str, Mapping[str, RuleEntry]] = {CORE: {entry.id: entry for entry in CORE_ENTRIES}}
    for name in workspace.folders():
        known_entries: dict[str, RuleEntry] = {}
        for given in _games(name):
            known_entries = {**{entry.id: entry for entry in _entries_of(name, given)}, **known_entries}
        found[name] = known_entries
    return found


def _entries_of(name: str, options: Mapping[str, object]) -> tuple[RuleEntry, ...]:
    return workspace.plugin(name).call("entries", {"options": options, "seats": _SEATS}) or ()


def _games(name: str) -> Iterator[Mapping[str, object]]:
    """Compose the default preset with a plugin, with each value of its options in turn."""
    mine = workspace.plugin(name).info.options
    base = {**CORE_PRESETS[DEFAULT_PRESET].options, **{option.name: option.default for option in mine}}
    yield base
    for option in mine:
        for value in values(option):
            yield {**base, option.name: value}


@cache
def rows() -> tuple[Row, ...]:
    """Make a row for each rule id."""
    counts = scenarios()
    return tuple(row_of(rule, owner, counts[rule]) for rule, owner in owners().items())


def row_of(rule: str, owner: str, count: int) -> Row:
    """Make the row of a rule with a number of scenarios."""
    entry = entries().get(owner, {}).get(rule)
    own = tuple(_modules(owner, rule))
    others = {
        name: tuple(_modules(name, rule))
        for name, known_entries in entries().items()
        if name not in (CORE, owner) and rule in known_entries
    }
    return Row(
        rule,
        entry.about if entry else "",
        entry.sources if entry else (),
        owner,
        {owner: own, **{name: modules for name, modules in others.items() if modules}},
        tuple(_tests(owner, rule)),
        count,
    )


def _modules(owner: str, rule: str) -> Iterator[str]:
    """Find the modules of the core or a plugin that cite a rule, or the listed one if none can."""
    if owner == CORE:
        if rule in UNCITED:
            yield UNCITED[rule]
            return
        folder = _SOURCES
    elif owner in workspace.folders():
        folder = next(iter((workspace.folders()[owner] / "src").iterdir()))
    else:
        return
    for module in citing(playing(texts(folder)), rule, by_settings=rule in SETTLED):
        if not _WORDS & set(module.split("/")):
            yield module


def _tests(owner: str, rule: str) -> Iterator[str]:
    """Find the test files about a rule: those with a test named after it, for a plugin's rule also with its id.

    A table of verdicts has the id as a heading.
    """
    named = rule.replace(".", "_").replace("-", "_")
    folder = ROOT / "tests" if owner == CORE else workspace.folders().get(owner, ROOT / "none") / "tests"
    for name, headed in _verdicts(folder).items():
        if rule in headed:
            yield name
    for name, text in texts(folder).items():
        file = Path(name)
        if file.name in _LISTS or not (named in text or rule in text or named in file.stem):
            continue
        if not re.search(r"^ *(async )?def test_", text, re.MULTILINE):
            continue
        is_named = re.search(rf"def test_{named}__" if owner == CORE else rf"(def |^)test_{named}", text) is not None
        # The name of a plugin is not a citation of the rule with that name.
        is_cited = owner not in (CORE, rule) and cites(text, rule)
        if is_named or is_cited or (owner != CORE and file.stem == f"test_{named}"):
            yield name


@cache
def _verdicts(folder: Path) -> Mapping[str, frozenset[str]]:
    """Find the rules that are headings in each file of verdicts."""
    return {
        file.relative_to(folder).as_posix(): frozenset(re.findall(r"^== (\S+)", file.read_text("utf-8"), re.MULTILINE))
        for file in sorted(folder.rglob("*.verdicts"))
    }


@cache
def scenarios() -> Counter[str]:
    """Count the scenarios of each rule: by their own rule, by that of a step, by an option of the rule's name."""
    found: Counter[str] = Counter()
    for _, rules, _ in rules_of_scenarios():
        found.update(rules)
    return found


def rules_of_scenarios() -> Iterator[tuple[str, set[str], Mapping[str, Any]]]:
    """Yield each scenario of the repository with the rules that it names, and with those under which it is played."""
    folders = (ROOT / "tests" / "scenarios", *ROOT.glob("plugins/*/tests/scenarios"))
    for file in sorted(file for folder in folders for file in folder.glob("*.scenario.toml")):
        data = tomllib.loads(file.read_text("utf-8"))
        for scenario in data.get("scenario", [data]):
            played = scenario.get("position", {}).get("rules", {})
            rules = {part.get("rule", "") for part in (scenario, *scenario.get("step", ()))}
            rules |= set(played.get("options", ())) & set(owners())
            yield f"{file.relative_to(ROOT).as_posix()}: {scenario['title']}", rules - {""}, played


@cache
def unplayed_values() -> tuple[tuple[str, OptionValue], ...]:
    """List each word and flag of a core option that no scenario about one of the option's rules plays."""
    about = {name: {entry.id for entry in CORE_ENTRIES if name in entry.options} for name in CORE_OPTIONS}
    found: set[tuple[str, OptionValue]] = set()
    for _, rules, played in rules_of_scenarios():
        if played.get("plugins"):
            continue  # one of them may have the last word
        preset = CORE_PRESETS.get(played.get("preset", DEFAULT_PRESET))
        options = {**(preset.options if preset else {}), **played.get("options", {})}
        found |= {(name, options[name]) for name in about if name in options and rules & about[name]}
    every = ((name, value) for name, option in CORE_OPTIONS.items() for value in values(option))
    return tuple(each for each in every if isinstance(each[1], str | bool) and each not in found)


def setting_text(name: str, value: OptionValue) -> str:
    """Write an option with its value as a file of rules has it: `discard.barred = "drawn"`."""
    return f"{name} = {json.dumps(value)}"


def gaps() -> Iterator[str]:
    """List the missing cells of the table, and the values of options without a scenario."""
    for row in rows():
        yield from row.gaps()
    for name, value in unplayed_values():
        yield f"{setting_text(name, value)}: no scenario about {CORE_OPTIONS[name].rule} plays it"


# ---------------------------------------------------------------- ids that do not exist


def strays() -> Iterator[str]:
    """List each place in code, tests, scenarios and pages that cites an unknown rule id."""
    names = {*owners(), *CORE_OPTIONS, *_TOPICS}
    for plugin in workspace.folders():
        names |= {plugin, *(option.name for option in workspace.plugin(plugin).info.options)}
    like_an_id = looks_like_an_id()
    for place, cited in cited_names():
        if cited not in names and cited not in OTHERS and like_an_id.fullmatch(cited):
            yield f"{place}: {cited}"
    for place, rules, _ in rules_of_scenarios():
        yield from (f"{place}: {rule}" for rule in sorted(rules - names))


def looks_like_an_id() -> re.Pattern[str]:
    """Return whether a text looks like a rule id: a known prefix, a dot, a name with hyphens."""
    begins = {rule.partition(".")[0] for rule in owners()} | set(workspace.folders())
    return re.compile(rf"(?:{'|'.join(sorted(begins))})\.(?!(?:md|py|toml)$)[a-z0-9]+(?:-[a-z0-9]+)*")


@cache
def cited_names() -> tuple[tuple[str, str], ...]:
    """Collect quoted names: whole strings of code, and texts between backticks in code and pages."""
    return tuple(_cited_names())


def _cited_names() -> Iterator[tuple[str, str]]:
    for file in _python_files():
        text = file.read_text("utf-8")
        quoted = {
            node.value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        yield from ((file.relative_to(ROOT).as_posix(), each) for each in sorted(quoted | set(_ticked(text))))
    for page in sorted(page for place in _PAGES for page in ROOT.glob(place)):
        text = re.sub(r"^( *)```.*?^\1```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        yield from ((page.relative_to(ROOT).as_posix(), each) for each in sorted(set(_ticked(text))))


def _python_files() -> Iterator[Path]:
    for pattern in _PYTHON:
        yield from (file for file in sorted(ROOT.glob(pattern)) if file.name not in _LISTS)


def _ticked(text: str) -> list[str]:
    return re.findall(r"`([^`\s]+)`", text)


# ---------------------------------------------------------------- the page


def page() -> str:
    """Write the whole page."""
    by_id = {row.id: row for row in rows()}
    parts = [_HEAD]
    for section, ids in sections().items():
        parts.append("\n".join((f"## {section}\n", *(_section(by_id[rule]) for rule in ids))))
    return "\n".join(parts)


def _section(row: Row) -> str:
    """Write the section of a rule; what is missing is marked."""
    missing = "**missing**"
    modules = [f"{name}: {_ticks(found)}" for name, found in row.modules.items() if found]
    sources = ", ".join("*ours*" if source == OURS else source for source in row.sources)
    examples = [f"`{name}`" for name in row.tests]
    if row.scenarios:
        examples.append(f"{row.scenarios} scenario{'s' if row.scenarios > 1 else ''}")
    lines = (
        f"Source: {sources or missing}",
        f"Code: {'; '.join(modules) or missing}",
        f"Examples: {', '.join(examples) or missing}",
    )
    proofs = "".join(f"- {line}\n" for line in lines)
    return f"### `{row.id}`\n\n{row.says or missing}\n\n{proofs}"


def _ticks(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def pages() -> dict[Path, str]:
    return {PAGE: page()}


def faults() -> Iterator[str]:
    """List missing cells and unknown ids."""
    yield from gaps()
    yield from (f"there is no such rule: {stray}" for stray in strays())
