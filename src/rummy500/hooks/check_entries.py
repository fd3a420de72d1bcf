"""Checks the entries that plugins add to the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import attrs

from rummy500.errors import nearest
from rummy500.hooks.check import check_functions
from rummy500.hooks.merge import HookAnswers
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.options import Option
from rummy500.rulebook.claims import wrong_claim
from rummy500.rulebook.core import CORE_ENTRIES, QUESTIONS
from rummy500.rulebook.entry import RuleEntry

#: The table behind the answers to a question.
_TABLES: Final = {entry.question: table for entry in CORE_ENTRIES for table in entry.tables or ()}
#: Hooks that change nothing during play by themselves.
_WITHOUT_PLAY: Final = ("plugin_info", "settings", "entries")


def added_rules(answers: HookAnswers, options: Mapping[str, Option]) -> list[tuple[LoadedPlugin, RuleEntry]]:
    """Collect and check the entries that plugins add to the rulebook, each with its plugin.

    Args:
        answers: the answers of the plugins.
        options: every option in force.

    Raises:
        ComposeError: for an id that exists already, and for rules and options that do not exist.
    """
    entries = [(plugin, _with_tables(plugin, entry)) for plugin, entry in answers.joined("entries")]
    core = {entry.id for entry in CORE_ENTRIES}
    owners: dict[str, str] = {}
    for plugin, entry in entries:
        _check_fields(plugin, entry)
        if entry.id in core and entry.id not in entry.replaces:
            what = f"has a rule {entry.id!r}, which is the id of a rule of the core that it does not replace"
            raise plugin.error("entries", what)
        if entry.id in owners:
            what = f"has a rule {entry.id!r}, which plugin {owners[entry.id]} has already"
            raise plugin.error("entries", what)
        owners[entry.id] = plugin.info.name
    known = (*core, *owners)
    for plugin, entry in entries:
        for kind, names, there in (("rule", entry.replaces, known), ("option", entry.options, tuple(options))):
            for name in names:
                if name not in there:
                    does = "replaces" if kind == "rule" else "depends on"
                    what = f"has a rule {entry.id!r} that {does} {name!r}, and there is no such {kind}"
                    raise plugin.error("entries", f"{what}; {nearest(name, there)}")
    return entries


def _check_fields(plugin: LoadedPlugin, entry: RuleEntry) -> None:
    """Refuse an entry with a field of a wrong type.

    Raises:
        ComposeError: for a wrong type; the error names the plugin, the rule and the field.
    """
    for field, value in (("id", entry.id), ("section", entry.section), ("about", entry.about)):
        if not isinstance(cast("object", value), str) or not value:
            raise plugin.error("entries", f"has a rule {entry.id!r} whose {field} must be words, not {value!r}")
    if not isinstance(cast("object", entry.question), str):
        raise plugin.error("entries", f"has a rule {entry.id!r} whose question is not text: {entry.question!r}")
    for field, listed in (("sources", entry.sources), ("options", entry.options), ("replaces", entry.replaces)):
        if not _is_tuple_of_str(listed):
            what = f"has a rule {entry.id!r} whose {field} must be a tuple of words, not {listed!r}"
            raise plugin.error("entries", what)
    wrong = wrong_claim(entry.claims, plugin.info.name)
    if wrong:
        raise plugin.error("entries", f"has a rule {entry.id!r} with {wrong}")
    for table in entry.tables or ():
        if table not in _TABLES.values():
            what = f"has a rule {entry.id!r} whose tables name {table!r}, which is not a table"
            raise plugin.error("entries", f"{what}; {nearest(table, _TABLES.values())}")
    if entry.statement is not None:
        check_functions(plugin, "entries", f"a rule {entry.id!r}", {"statement": (entry.statement, ("summary",))})


def _with_tables(plugin: LoadedPlugin, entry: RuleEntry) -> RuleEntry:
    """Fill in the `tables` of an entry if the plugin leaves them out and its question or the other hooks tell them."""
    if entry.tables is not None or not _is_tuple_of_str(entry.replaces):
        return entry
    mine = tuple(table for table in _TABLES.values() if table in plugin.hooks)
    asked = {entry.question, *(QUESTIONS.get(rule, "") for rule in entry.replaces)}
    if plugin.hooks.keys() <= {*mine, *_WITHOUT_PLAY}:
        return attrs.evolve(entry, tables=mine)
    return attrs.evolve(entry, tables=tuple(table for question, table in _TABLES.items() if question in asked) or None)


def _is_tuple_of_str(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, str) for each in cast("tuple[object, ...]", value))
