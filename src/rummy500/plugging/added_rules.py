"""The rules that plugins add to the catalogue, checked when rules are composed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rummy500.catalogue import CORE_CATALOGUE
from rummy500.entries import RuleEntry
from rummy500.errors import nearest
from rummy500.options import Option
from rummy500.plugging.answers import Answers, Hooked
from rummy500.plugging.functions import check_functions


def added_rules(answers: Answers, options: Mapping[str, Option]) -> list[tuple[Hooked, RuleEntry]]:
    """The rules that plugins add to the catalogue, each with its plugin.

    Args:
        answers: what plugins answer.
        options: every option in force.

    Raises:
        ComposeError: for an id that there is already, and for rules and options that there are not.
    """
    entries = answers.items("entries", RuleEntry)
    core = {entry.id for entry in CORE_CATALOGUE}
    owners: dict[str, str] = {}
    for plugin, entry in entries:
        for field, told in (("id", entry.id), ("section", entry.section), ("about", entry.about)):
            if not isinstance(cast("object", told), str) or not told:
                raise plugin.error("entries", f"has a rule {entry.id!r} whose {field} must be words, not {told!r}")
        if not isinstance(cast("object", entry.question), str):
            raise plugin.error("entries", f"has a rule {entry.id!r} whose question is no text: {entry.question!r}")
        for field, listed in (("sources", entry.sources), ("options", entry.options), ("replaces", entry.replaces)):
            if not _is_tuple_of_str(listed):
                what = f"has a rule {entry.id!r} whose {field} must be a tuple of words, not {listed!r}"
                raise plugin.error("entries", what)
        if entry.says is not None:
            check_functions(plugin, "entries", f"a rule {entry.id!r}", {"says": (entry.says, ("facts",))})
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
                    does = "replaces" if kind == "rule" else "is steered by"
                    what = f"has a rule {entry.id!r} that {does} {name!r}, and there is no such {kind}"
                    raise plugin.error("entries", f"{what}; {nearest(name, there)}")
    return entries


def _is_tuple_of_str(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, str) for each in cast("tuple[object, ...]", value))
