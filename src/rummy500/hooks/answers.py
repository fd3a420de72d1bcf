"""Answers of plugins to hooks: checks beyond their type, and how several answers merge into one.

A `ComposeError` names plugin and hook of a wrong answer, and both plugins whose answers do not go together.
Each method of `HookAnswers` is one kind of merge. `rummy500.hooks.specs.MERGES` explains them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

import attrs

from rummy500.base.errors import ComposeError, Reason, nearest
from rummy500.base.inputs import quoted
from rummy500.engine.moves import CORE_MOVES
from rummy500.hooks.checks import CASE, VIEW, check_function, check_functions
from rummy500.hooks.plugin import APART, LoadedPlugin
from rummy500.hooks.specs import SPECS, Options, Spec
from rummy500.rulebook.core import CORE_ENTRIES, QUESTIONS
from rummy500.rulebook.explain import wrong_claim
from rummy500.rules.actions import USE_GROUP, USE_LAY, USE_NONE, USE_RUN
from rummy500.rules.entry import RuleEntry
from rummy500.rules.move import Bar, Duty, LinesAfter, Move, Round, Use
from rummy500.rules.options import CORE_PRESETS, Option, Preset
from rummy500.rules.state import CORE_PHASES, OVER_PHASE

_WORD: Final = r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*"
_RULE: Final = rf"{_WORD}(\.{_WORD})*"
_PHASE: Final = r"[A-Za-z0-9_-]+"
_WORDS: Final = "letters, digits and hyphens"
_WHOSE: Final = ("turn", "pending", "others", "deck")
_ENDS: Final = ("turn", "hand")
_BY: Final = ("all", "dealer", "left")
#: The uses of the core that play pieces; the text of a move of a plugin's own verb has one of these.
_PLAYED: Final = (USE_RUN, USE_GROUP, USE_LAY)
_CORE_VERBS: Final = frozenset(move.verb for move in CORE_MOVES)
#: The fields of actions whose text is derived for a verb of a plugin's own.
_WRITTEN: Final = ("card", "use", "pieces", "on", "extra")


# ------------------------------------------------- moves, uses, deeds


def check_draw_count(plugin: LoadedPlugin, draw_count: int) -> None:
    """Check that a draw gives at least one card."""
    if draw_count < 1:
        raise plugin.error("draw_count", f"must return a whole number, at least 1, not {draw_count}")


def check_move(plugin: LoadedPlugin, move: Move, core: Mapping[str, Move]) -> None:
    """Check a plugin's move, apart from other moves."""

    def wrong(what: str) -> ComposeError:
        return plugin.error("moves", f"has a move {move.verb!r} {what}")

    if not _is_verb(move.verb):
        raise wrong(f"whose verb must be a word of {_WORDS} that begins with a letter, and not with deck")
    if move.suffix != "" and not _is_word(move.suffix):
        raise wrong(f"whose suffix must be a word of {_WORDS}, not {move.suffix!r}")
    if not _are_words(move.phases, _PHASE) or not move.phases:
        raise wrong(f"whose phases must be a tuple of words, not {move.phases!r}")
    if OVER_PHASE in move.phases:
        raise wrong(f"in the phase {OVER_PHASE!r}, in which a hand has ended")
    if move.whose not in _WHOSE:
        raise wrong(f"whose must be {_either(_WHOSE)}, not {move.whose!r}")
    if not isinstance(cast("object", move.fields), tuple):
        raise wrong(f"whose fields must be a tuple, not {move.fields!r}")
    if not isinstance(cast("object", move.uses), tuple) or not all(use == "" or _is_word(use) for use in move.uses):
        raise wrong(f"whose uses must be a tuple of words, not {move.uses!r}")
    if move.ends not in ("", *_ENDS):
        raise wrong(f"whose ends must be {_either(_ENDS)}, or empty for neither, not {move.ends!r}")
    if not isinstance(cast("object", move.lifts), tuple) or (move.lifts and not move.ends):
        raise wrong(f"whose lifts must be a tuple of duties, and only if it ends something, not {move.lifts!r}")
    if move.outcome is not None and not move.suffix:
        raise wrong("with an outcome but without a suffix: the suffix is the word that its outcomes begin with")
    if move.suffix and "extra" not in move.fields:
        raise wrong(f"with the suffix {move.suffix!r}, whose fields must have 'extra'")
    _check_text(move, core, wrong)
    check_functions(plugin, "moves", f"a move {f'{move.verb} {move.suffix}'.strip()!r}", move)


def _check_text(move: Move, core: Mapping[str, Move], wrong: Callable[[str], ComposeError]) -> None:
    """Check that a move's actions can be written as text and read again."""
    fields = set(move.fields)
    if move.verb in core:
        more = fields - set(core[move.verb].fields) - {"extra"}
        if more:
            raise wrong(f"whose fields have {min(more)!r}, which the text of the core's {move.verb} does not have")
        return
    unwritten = fields - set(_WRITTEN)
    if unwritten:
        raise wrong(f"whose fields have {min(unwritten)!r}, which its text cannot have: it has {', '.join(_WRITTEN)}")
    if ("use" in fields) != ("pieces" in fields) or ("on" in fields and "pieces" not in fields):
        raise wrong("whose fields must have 'use' and 'pieces' together, and 'on' with these only")
    if "pieces" in fields and (not move.uses or set(move.uses) - set(_PLAYED)):
        uses = f"whose uses must be of {', '.join(_PLAYED)}, not {move.uses!r}"
        raise wrong(f"with pieces, {uses}: the verb says what the move does; a Use (hook uses) is for taken cards")
    if USE_LAY in move.uses and "on" not in fields:
        raise wrong("that lays off, whose fields must have 'on'")


def check_suffixes(
    moves: Mapping[str, Move], suffixed: Iterable[tuple[LoadedPlugin, Move]], core: Mapping[str, Move]
) -> None:
    """Check that each move with a suffix belongs to a move without one that has the same fields."""
    chance: dict[str, str] = {}
    for plugin, move in suffixed:
        what = f"has a move {move.verb!r} with the suffix {move.suffix!r}"
        if move.outcome is not None and move.verb in chance:
            why = f"each has an outcome of {move.verb}"
            raise ComposeError(APART(plugin=chance[move.verb], other=plugin.info.name, why=why))
        if move.outcome is not None:
            chance[move.verb] = plugin.info.name
        if move.verb not in moves:
            raise plugin.error("moves", f"{what}, and there is no move {move.verb!r}; {nearest(move.verb, moves)}")
        if move.verb not in core and set(move.fields) - {"extra"} != set(moves[move.verb].fields) - {"extra"}:
            raise plugin.error("moves", f"{what}, whose fields must be those of the move without it, and 'extra'")


def check_use(plugin: LoadedPlugin, use: Use) -> None:
    """Check a plugin's use of a taken card."""
    if use.word in (USE_NONE, *_PLAYED) or not _is_word(use.word):
        raise plugin.error("uses", f"has a use {use.word!r}: it must be a word of {_WORDS}, and none of the core's")
    check_functions(plugin, "uses", f"a use {use.word!r}", use)


#: The arguments of the functions that forbid a deed of the core.
_OF_DEED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"draw": VIEW, "take": CASE, "call": CASE, "meld": (*VIEW, "meld", "on"), "lay": (*VIEW, "on")}
)
_DISCARD: Final = "discard"
#: The deeds that the hook `may` can forbid, beside the verbs of plugins.
DEEDS: Final = (*_OF_DEED, _DISCARD)


def check_may(plugin: LoadedPlugin, deeds: Mapping[object, object], verbs: Collection[str]) -> None:
    """Check the deeds that a plugin forbids."""
    for deed, forbids in deeds.items():
        if deed == _DISCARD:
            for bar in cast("tuple[object, ...]", forbids) if isinstance(forbids, tuple) else (forbids,):
                if not isinstance(bar, Bar):
                    raise plugin.error("may", f"must forbid discards by a Bar or a tuple of them, not {bar!r}")
                check_functions(plugin, "may", "a Bar", bar)
        elif isinstance(deed, str) and (deed in _OF_DEED or deed in verbs):
            prefix = f"must forbid {deed!r} by"
            check_function(plugin, "may", forbids, _OF_DEED.get(deed, CASE), prefix=prefix)
        else:
            raise plugin.error("may", f"forbids an unknown deed {deed!r}; {nearest(str(deed), (*DEEDS, *verbs))}")


def check_duty(plugin: LoadedPlugin, duty: Duty) -> None:
    """Check a duty that a plugin adds."""
    if not _is_word(duty.name, _RULE):
        raise plugin.error("duties", f"has a Duty whose name must be the id of a rule, not {duty.name!r}")
    if duty.ends not in _ENDS:
        raise plugin.error("duties", f"has a Duty {duty.name!r} whose ends must be {_either(_ENDS)}, not {duty.ends!r}")
    check_functions(plugin, "duties", f"a Duty {duty.name!r}", duty)


def check_round(plugin: LoadedPlugin, step: Round, moves: Iterable[Move], earlier: Collection[str]) -> None:
    """Check a step between the deal and the first turn."""
    check_functions(plugin, "dealt", "a Round", step, "begin", "shows", "when")
    if step.answers or step.settle is not None or step.asks is not None or step.worth is not None:
        _check_answers(plugin, step)
    if not step.phase:
        if step.begin is None:
            raise plugin.error("dealt", "has a Round with neither a phase nor an effect: set phase, begin or both")
        return
    if not any(move.whose in ("turn", "pending") and step.phase in move.phases for move in moves):
        raise plugin.error("dealt", f"names the phase {step.phase!r}, in which no seat has a move")
    if step.phase in earlier or step.phase in CORE_PHASES or (step.answers and step.phase in _CORE_VERBS):
        raise plugin.error("dealt", f"has a Round with the phase {step.phase!r}, which exists already: name another")
    if step.by not in _BY:
        raise plugin.error("dealt", f"has a Round whose by must be {_either(_BY)}, not {step.by!r}")


def _check_answers(plugin: LoadedPlugin, step: Round) -> None:
    """Check a round in which seats answer with a word."""
    name = f"has a Round {step.phase!r}"
    if not _is_verb(step.phase) or not _are_words(step.answers) or len(set(step.answers)) < max(2, len(step.answers)):
        must = f"whose phase and answers must be words, two answers or more, of {_WORDS}"
        raise plugin.error("dealt", f"{name} {must}, not {quoted(step.answers)}")
    others = (step.begin, step.shows, step.when)
    if step.asks is not None and (others != (None, None, None) or step.blind or step.by != "all"):
        raise plugin.error("dealt", f"{name} with asks, which has answers, settle and perhaps worth, and no more")
    check_function(plugin, "dealt", step.settle, ("rules", "state", "answers"), prefix=f"{name} whose settle must be")
    check_functions(plugin, "dealt", f"a Round {step.phase!r}", step, "asks", "worth")


def _is_verb(word: object) -> bool:
    return _is_word(word) and str(word)[0].isalpha() and not str(word).startswith("deck")


def _is_word(word: object, pattern: str = _WORD) -> bool:
    return isinstance(word, str) and re.fullmatch(pattern, word) is not None


def _are_words(words: object, pattern: str = _WORD) -> bool:
    return isinstance(words, tuple) and all(_is_word(word, pattern) for word in cast("tuple[object, ...]", words))


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


# ------------------------------------------------- presets


SAME_PRESET: Final = Reason(
    "compose.preset", "two", "plugins {plugin} and {other:plugin} both have a preset {preset}: leave one of them out"
)


def check_presets(plugins: Iterable[LoadedPlugin]) -> None:
    """Check the presets that plugins add."""
    owners: dict[str, str] = {}
    for plugin in plugins:
        own = plugin.info.name
        for preset in plugin.info.presets:
            _check_preset(plugin, preset)
            other = owners.get(preset.name, "")
            if other == own:
                raise plugin.error("plugin_info", f"has two presets {preset.name!r}")
            if other:
                raise ComposeError(SAME_PRESET(plugin=other, other=own, preset=preset.name))
            owners[preset.name] = own


def _check_preset(plugin: LoadedPlugin, preset: Preset) -> None:
    own, what = plugin.info.name, f"has a preset {preset.name!r}"
    if not _is_word(preset.name):
        raise plugin.error("plugin_info", f"{what}: its name must be a word of {_WORDS}")
    if not isinstance(cast("object", preset.title), str) or not preset.title.strip():
        raise plugin.error("plugin_info", f"{what} whose title must be a text that is not empty, not {preset.title!r}")
    if not isinstance(cast("object", preset.options), Mapping):
        raise plugin.error("plugin_info", f"{what} whose options must be a mapping")
    if not _are_words(preset.plugins):
        raise plugin.error("plugin_info", f"{what} whose plugins must be a tuple of names, not {preset.plugins!r}")
    if preset.name in CORE_PRESETS:
        raise plugin.error("plugin_info", f"{what}, which is the name of a preset of the core")
    if own not in preset.plugins:
        raise plugin.error("plugin_info", f"{what} that does not name {own} among its plugins")


# ---------------------------------------------------------------- merge


@attrs.frozen(eq=False)
class HookAnswers:
    """The answers of plugins to hooks, merged on request."""

    plugins: tuple[LoadedPlugin, ...] = ()
    options: Options = attrs.field(factory=dict[str, Any])
    seats: int = 0
    #: The hooks that were answered so far, and the parts of answers that are tables: `may.lay`.
    answered: set[str] = attrs.field(factory=set[str])

    def each(self, hook: str) -> list[tuple[LoadedPlugin, Any]]:
        """Every answer to a hook, with its plugin."""
        return list(self._answers(SPECS[hook], {}))

    def alike(self, hook: str, check: Callable[[LoadedPlugin, Any], None]) -> Any:
        """The answer that all plugins give to a hook; its default if none answers."""
        spec = SPECS[hook]
        name, answer = "", spec.default_for(self.options)
        for plugin, other in self._answers(spec, {}):
            check(plugin, other)
            if name and other != answer:
                why = f"{name} answers hook {hook} with {answer}, {plugin.info.name} with {other}"
                raise ComposeError(APART(plugin=name, other=plugin.info.name, why=why))
            name, answer = plugin.info.name, other
        return answer

    def one(
        self, hook: str, *, check: Callable[[LoadedPlugin, str, Callable[..., Any]], Callable[..., Any]]
    ) -> Callable[..., Any] | None:
        """The answer of the one plugin that answers a hook, checked as by `wrapped`; `None` if none answers."""
        found = self.handed_on(hook, SPECS[hook].default_for(self.options))
        if len(found) > 1:
            mine, theirs = (plugin.info.name for plugin, _ in found[:2])
            raise ComposeError(APART(plugin=mine, other=theirs, why=f"both answer hook {hook}"))
        return check(found[0][0], hook, found[0][1]) if found else None

    def joined(self, hook: str) -> list[tuple[LoadedPlugin, Any]]:
        """Every item of the tuples that plugins answer to a hook, with its plugin."""
        spec = SPECS[hook]
        found: list[tuple[LoadedPlugin, Any]] = []
        for plugin, answer in self._called(hook, {}):
            if not isinstance(answer, Sequence) or isinstance(answer, (str, bytes)):
                raise plugin.error(hook, f"must return a tuple of {spec.answer.__name__}, not {answer!r}")
            for item in cast("Sequence[object]", answer):
                _check(plugin, spec, item)
                found.append((plugin, item))
        return found

    def handed_on(self, hook: str, core: Any) -> list[tuple[LoadedPlugin, Any]]:
        """The values into which each plugin in turn changes the core's, with their plugins."""
        spec = SPECS[hook]
        so_far = {spec.so_far: core}
        found: list[tuple[LoadedPlugin, Any]] = []
        for plugin, changed in self._answers(spec, so_far):
            so_far[spec.so_far] = changed
            found.append((plugin, changed))
        return found

    def wrapped(
        self,
        hook: str,
        core: Callable[..., Any] | None = None,
        *,
        check: Callable[[LoadedPlugin, str, Callable[..., Any]], Callable[..., Any]],
    ) -> Callable[..., Any] | None:
        """The core's function after each plugin in turn has wrapped it; `None` if that is the built-in one."""
        spec = SPECS[hook]
        rule = core or spec.default_for(self.options)
        so_far = {spec.so_far: rule}
        for plugin, found in self._answers(spec, so_far):
            if found is not rule:
                so_far[spec.so_far] = rule = check(plugin, hook, found)
        return None if rule is spec.built_in else rule

    def cases(self, hook: str) -> Callable[..., tuple[tuple[str, Any], ...]]:
        """Every answer to a case of a table, the core's first under an empty name; the last of them decides."""
        spec = SPECS[hook]
        core, arguments, so_far = spec.default_for(self.options), spec.function_arguments, spec.so_far
        plugins = [plugin for plugin in self.plugins if hook in plugin.hooks]
        given: dict[str, Any] = {"options": self.options, "seats": self.seats}

        def ask(*case: object) -> tuple[tuple[str, Any], ...]:
            answers = [("", core(*case))]
            given.update(zip(arguments, case, strict=True))
            for plugin in plugins:
                given[so_far] = answers[-1][1]
                changed = plugin.call(hook, given)
                if changed is not None:
                    _check(plugin, spec, changed)
                    answers.append((plugin.info.name, changed))
            return tuple(answers)

        return ask

    def last(self, hook: str) -> LoadedPlugin:
        """The last plugin that has a hook."""
        return [plugin for plugin in self.plugins if hook in plugin.hooks][-1]

    def _called(self, hook: str, so_far: Mapping[str, Any]) -> Iterator[tuple[LoadedPlugin, Any]]:
        """Call a hook of each plugin with the answer so far by its name; the caller keeps that up to date."""
        for plugin in self.plugins:
            answer = plugin.call(hook, {**so_far, "options": self.options, "seats": self.seats})
            if answer is not None:
                if answer != () and all(answer is not given for given in so_far.values()):
                    parts = cast("Mapping[object, object]", answer) if isinstance(answer, Mapping) else ()
                    self.answered.update((hook, *(f"{hook}.{part}" for part in parts)))
                yield plugin, answer

    def _answers(self, spec: Spec, so_far: Mapping[str, Any]) -> Iterator[tuple[LoadedPlugin, Any]]:
        for plugin, answer in self._called(spec.name, so_far):
            _check(plugin, spec, answer)
            yield plugin, answer


def _check(plugin: LoadedPlugin, spec: Spec, answer: object) -> None:
    """Check the type of an answer, or of an item of one."""
    if isinstance(answer, LinesAfter) and spec.name == "score_lines":
        check_functions(plugin, spec.name, "a LinesAfter", answer)
        return
    if spec.kind != "TABLE" and spec.function_arguments:
        check_function(plugin, spec.name, answer, spec.function_arguments)
        return
    wanted = spec.answer
    if type(answer) is wanted:
        return
    if not isinstance(answer, wanted) or (isinstance(answer, bool) and wanted is not bool):
        raise plugin.error(spec.name, f"must return {wanted.__name__} or None, not {answer!r}")


# ---------------------------------------------------------------- check entries

#: The table behind the answers to a question.
_TABLES: Final = {entry.question: table for entry in CORE_ENTRIES for table in entry.tables or ()}
#: Hooks that change nothing during play by themselves.
_WITHOUT_PLAY: Final = ("plugin_info", "settings", "entries")


def added_rules(answers: HookAnswers, options: Mapping[str, Option]) -> list[tuple[LoadedPlugin, RuleEntry]]:
    """Collect and check the entries that plugins add to the rulebook, each with its plugin."""
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
    """Refuse an entry with a field of a wrong type."""
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
    check_functions(plugin, "entries", f"a rule {entry.id!r}", entry)


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
