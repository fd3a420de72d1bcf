"""Answers of plugins to hooks: how several answers merge into one, and the presets and rules that plugins add.

A `ComposeError` names plugin and hook of a wrong answer, and both plugins whose answers do not go together.
Each method of `HookAnswers` is one kind of merge. `rummy500.hooks.specs.MERGES` explains them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import attrs

from rummy500.base.errors import ComposeError, Reason, nearest
from rummy500.hooks.checks import Must, check_fields_of, check_function
from rummy500.hooks.plugin import APART, LoadedPlugin
from rummy500.hooks.specs import SPECS, Options, Spec
from rummy500.rulebook.core import CORE_ENTRIES, QUESTIONS
from rummy500.rulebook.explain import wrong_claim
from rummy500.rules.entry import RuleEntry
from rummy500.rules.move import Last, LinesAfter, first_of
from rummy500.rules.options import CORE_PRESETS, Option

#: Checks an answer of a plugin to a hook, and returns the answer that is used in its place.
Check = Callable[[LoadedPlugin, str, Any], Any]


@attrs.frozen(eq=False)
class HookAnswers:
    """The answers of plugins to hooks, merged on request."""

    plugins: tuple[LoadedPlugin, ...]
    options: Options
    seats: int
    #: The hooks that were answered so far, and the parts of answers that are tables: `may.lay`.
    answered: set[str] = attrs.field(factory=set[str])

    def each(self, hook: str) -> list[tuple[LoadedPlugin, Any]]:
        """Every answer to a hook, with its plugin; every item of the tuples if they are joined."""
        return list(self._answers(SPECS[hook], {}))

    def alike(self, hook: str, must: Must | None = None) -> Any:
        """The answer that all plugins give to a hook; its default if none answers."""
        name, answer = "", SPECS[hook].default_for(self.options)
        for plugin, other in self.each(hook):
            if must is not None and not must.fits(other):
                raise plugin.error(hook, f"must return {must.words}, not {other!r}")
            if name and other != answer:
                why = f"{name} answers hook {hook} with {answer}, {plugin.info.name} with {other}"
                raise ComposeError(APART(plugin=name, other=plugin.info.name, why=why))
            name, answer = plugin.info.name, other
        return answer

    def handed_on(
        self, hook: str, core: Any, check: Check = lambda plugin, hook, answer: answer
    ) -> list[tuple[LoadedPlugin, Any]]:
        """The answers into which each plugin in turn changes the core's, with their plugins."""
        spec = SPECS[hook]
        so_far = spec.so_far
        given = {so_far: core}
        found: list[tuple[LoadedPlugin, Any]] = []
        for plugin, answer in self._answers(spec, given):
            if answer is not given[so_far]:
                given[so_far] = check(plugin, hook, answer)
            found.append((plugin, given[so_far]))
        return found

    def wrapped(self, hook: str, check: Check, core: Callable[..., Any] | None = None) -> Callable[..., Any] | None:
        """The core's function after each plugin in turn has changed it; `None` if that is the built-in one."""
        spec = SPECS[hook]
        rule = core or spec.default_for(self.options)
        found = self.handed_on(hook, rule, check)
        if found:
            rule = found[-1][1]
        return None if rule is spec.built_in else rule

    def asked(self, hook: str, check: Check) -> tuple[Callable[..., Any] | None, tuple[str, ...]]:
        """The function that asks each plugin about an event and then the core, and the names of those that it asks."""
        found = sorted(self.each(hook), key=lambda each: isinstance(each[1], Last))
        answers = [check(plugin, hook, each.answer if isinstance(each, Last) else each) for plugin, each in found]
        return first_of([*answers, SPECS[hook].default]), tuple(plugin.info.name for plugin, _ in found)

    def cases(
        self, hook: str, cases: Iterable[tuple[Any, ...]], more: Callable[[Any], Mapping[str, Any]]
    ) -> Iterator[tuple[Any, tuple[tuple[str, Any], ...]]]:
        """Every answer to each case of a table, the core's first under an empty name; the last of them decides.

        `more` returns the arguments of a case that the core's answer does not take.
        """
        spec = SPECS[hook]
        # There may be a thousand cases, so what they have in common is looked up once.
        core, arguments, so_far = spec.default_for(self.options), spec.function_arguments, spec.so_far
        plugins = self.having(hook)
        given: dict[str, Any] = {"options": self.options, "seats": self.seats}
        for case in cases:
            answers = [("", core(*case))]
            given.update(zip(arguments, case, strict=True))
            given.update(more(case))
            for plugin in plugins:
                given[so_far] = answers[-1][1]
                changed = plugin.call(hook, given)
                if changed is not None:
                    _check(plugin, spec, changed)
                    answers.append((plugin.info.name, changed))
            yield case, tuple(answers)

    def having(self, hook: str) -> list[LoadedPlugin]:
        """The plugins that have a hook."""
        return [plugin for plugin in self.plugins if hook in plugin.hooks]

    def _answers(self, spec: Spec, so_far: Mapping[str, Any]) -> Iterator[tuple[LoadedPlugin, Any]]:
        """Call a hook of each plugin with the answer so far by its name; the caller keeps that up to date."""
        for plugin in self.having(spec.name):
            answer: object = plugin.call(spec.name, {**so_far, "options": self.options, "seats": self.seats})
            if answer is None:
                continue
            # A plugin's object may raise an error when it is compared.
            is_empty = type(answer) is tuple and not answer
            if not is_empty and all(answer is not given for given in so_far.values()):
                parts = cast("Mapping[object, object]", answer) if isinstance(answer, Mapping) else ()
                self.answered.update((spec.name, *(f"{spec.name}.{part}" for part in parts)))
            items = cast("Sequence[object]", (answer,))
            if spec.merge == "joined":
                if not isinstance(answer, Sequence) or isinstance(answer, (str, bytes)):
                    raise plugin.error(spec.name, f"must return a tuple of {spec.answer.__name__}, not {answer!r}")
                items = cast("Sequence[object]", answer)
            for item in items:
                _check(plugin, spec, item)
                yield plugin, item


def _check(plugin: LoadedPlugin, spec: Spec, answer: Any) -> None:
    """Check the type of an answer, or of an item of one, and its fields."""
    wanted = spec.answer
    if isinstance(answer, LinesAfter) and spec.name == "score_lines":
        check_fields_of(plugin, answer)
    elif spec.kind != "TABLE" and spec.function_arguments:
        function = answer.answer if isinstance(answer, Last) and spec.merge == "asked" else answer
        check_function(plugin, spec.name, function, spec.function_arguments)
    elif not isinstance(answer, wanted) or (isinstance(answer, bool) and wanted is not bool):
        raise plugin.error(spec.name, f"must return {wanted.__name__} or None, not {answer!r}")
    elif attrs.has(wanted):
        check_fields_of(plugin, answer)


# ---------------------------------------------------------------- presets


SAME_PRESET: Final = Reason(
    "compose.preset", "two", "plugins {plugin} and {other:plugin} both have a preset {preset}: leave one of them out"
)


def check_presets(plugins: Iterable[LoadedPlugin]) -> None:
    """Check the presets that plugins add."""
    owners: dict[str, str] = {}
    for plugin in plugins:
        own = plugin.info.name
        for preset in plugin.info.presets:
            check_fields_of(plugin, preset)
            what, other = f"has a preset {preset.name!r}", owners.get(preset.name, "")
            if preset.name in CORE_PRESETS:
                raise plugin.error("plugin_info", f"{what}, which is the name of a preset of the core")
            if own not in preset.plugins:
                raise plugin.error("plugin_info", f"{what} that does not name {own} among its plugins")
            if other == own:
                raise plugin.error("plugin_info", f"has two presets {preset.name!r}")
            if other:
                raise ComposeError(SAME_PRESET(plugin=other, other=own, preset=preset.name))
            owners[preset.name] = own


# ---------------------------------------------------------------- entries

#: The table behind the answers to a question.
_TABLES: Final = {entry.question: table for entry in CORE_ENTRIES for table in entry.tables or ()}
#: Hooks that change nothing during play by themselves.
_WITHOUT_PLAY: Final = ("plugin_info", "settings", "entries")


def added_rules(answers: HookAnswers, options: Mapping[str, Option]) -> list[tuple[LoadedPlugin, RuleEntry]]:
    """Collect and check the entries that plugins add to the rulebook, each with its plugin."""
    core = {entry.id for entry in CORE_ENTRIES}
    owners: dict[str, str] = {}
    entries: list[tuple[LoadedPlugin, RuleEntry]] = answers.each("entries")
    for plugin, entry in entries:
        what = f"has a rule {entry.id!r}"
        if wrong := wrong_claim(entry.claims, plugin.info.name):
            raise plugin.error("entries", f"{what} with {wrong}")
        for table in entry.tables or ():
            if table not in _TABLES.values():
                hint = nearest(table, _TABLES.values())
                raise plugin.error("entries", f"{what} whose tables name {table!r}, which is not a table; {hint}")
        if entry.id in core and entry.id not in entry.replaces:
            raise plugin.error("entries", f"{what}, which is the id of a rule of the core that it does not replace")
        if entry.id in owners:
            raise plugin.error("entries", f"{what}, which plugin {owners[entry.id]} has already")
        owners[entry.id] = plugin.info.name
    known = (*core, *owners)
    for plugin, entry in entries:
        named = [(f"replaces {name!r}", "rule", name, known) for name in entry.replaces]
        named += [(f"depends on {name!r}", "option", name, tuple(options)) for name in entry.options]
        for does, kind, name, there in named:
            if name not in there:
                what = f"has a rule {entry.id!r} that {does}, and there is no such {kind}; {nearest(name, there)}"
                raise plugin.error("entries", what)
    return [(plugin, _with_tables(plugin, entry)) for plugin, entry in entries]


def _with_tables(plugin: LoadedPlugin, entry: RuleEntry) -> RuleEntry:
    """Fill in the `tables` of an entry if the plugin leaves them out and its question or the other hooks tell them."""
    if entry.tables is not None:
        return entry
    mine = tuple(table for table in _TABLES.values() if table in plugin.hooks)
    if plugin.hooks.keys() <= {*mine, *_WITHOUT_PLAY}:
        return attrs.evolve(entry, tables=mine)
    asked = {entry.question, *(QUESTIONS.get(rule, "") for rule in entry.replaces)}
    return attrs.evolve(entry, tables=tuple(table for question, table in _TABLES.items() if question in asked) or None)
