"""Checks of what plugins remember and of what their functions return during play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, Final, cast, get_args, get_type_hints

import attrs

from rummy500.actions import Action
from rummy500.cards.cards import Bag
from rummy500.errors import ComposeError, Refusal
from rummy500.hooks.answers import HookAnswers, check_functions
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.inputs import quoted
from rummy500.rules.memory import POSITION_KEYS, HandMemory, MatchMemory
from rummy500.rules.move import Effect
from rummy500.rules.plugin_errors import note_plugin
from rummy500.rules.questions import Collects, all_above
from rummy500.rules.rules import Rules
from rummy500.state import State, View

#: The types that the fields of a record may have: those that have a text form.
_PLAIN: Final[tuple[Any, ...]] = (int, bool, str, Bag, tuple[int, ...], tuple[str, ...], tuple[Bag, ...])
_KEY: Final = r"[A-Za-z0-9_-]+"


def declared_memory(
    answers: HookAnswers,
) -> tuple[list[tuple[LoadedPlugin, HandMemory]], list[tuple[LoadedPlugin, MatchMemory]]]:
    """Find the memory that plugins declare: that of the hand and that of the match, each with its plugin.

    Raises:
        ComposeError: for an answer that is not a memory, and for two of one kind.
    """
    hand: list[tuple[LoadedPlugin, HandMemory]] = []
    match: list[tuple[LoadedPlugin, MatchMemory]] = []
    for plugin, answer in answers.each("memory"):
        declared = cast("tuple[object, ...]", answer) if isinstance(answer, tuple) else (answer,)
        for each in declared:
            if isinstance(each, HandMemory):
                hand.append((plugin, each))
            elif isinstance(each, MatchMemory):
                match.append((plugin, each))
            else:
                raise plugin.error(
                    "memory", f"must return a HandMemory, a MatchMemory or a tuple of them, not {each!r}"
                )
        if len({isinstance(each, HandMemory) for each in declared}) < len(declared):
            raise plugin.error("memory", "has two memories of one kind: put the fields of both into one record")
    return hand, match


def memory_slots(
    hand_memory: Iterable[tuple[LoadedPlugin, HandMemory]],
    match_memory: Iterable[tuple[LoadedPlugin, MatchMemory]],
    seats: int,
) -> Mapping[type, int]:
    """Check the records of all plugins, and find the slot of each type of record.

    Raises:
        ComposeError: for a record that cannot be stored or written, and for functions that take other arguments.
    """
    memories: dict[type, int] = {}
    zeros = (0,) * seats
    keys: dict[str, str] = {}
    hand: list[tuple[LoadedPlugin, object]] = []
    for plugin, memory in hand_memory:
        functions = {
            "start": (memory.start, ("rules", "match")),
            "after": (memory.after, ("rules", "before", "action", "after")),
            "seen": (memory.seen, ("rules", "record", "seat")),
            "cards": (memory.cards, ("record",)),
            "open_cards": (memory.open_cards, ("public", "record")),
            "write": (memory.write, ("public", "record")),
            "read": (memory.read, ("public", "data")),
            "notes": (memory.notes, ("rules", "public", "record")),
        }
        given = {name: case for name, case in functions.items() if case[0] is not None}
        check_functions(plugin, "memory", "a HandMemory", given)
        _check_key(plugin, memory, keys)
        hand.append((plugin, _made(plugin, memory)))
    match = [(plugin, _match_start(plugin, memory, zeros)) for plugin, memory in match_memory]
    for records in (hand, match):
        for place, (plugin, record) in enumerate(records):
            kind = cast("type[attrs.AttrsInstance]", type(record))
            if not attrs.has(kind) or kind in memories:
                name = plugin.info.name
                raise ComposeError(
                    f"plugin {name}: its memory must start with an attrs class of its own, not {record!r}"
                )
            _check_record(plugin, kind, record)
            memories[kind] = place
    return MappingProxyType(memories)


def _made(plugin: LoadedPlugin, memory: HandMemory) -> object:
    """A record of the declared type, with the values of its fields if nothing sets them."""
    kind = cast("object", memory.kind)
    if not isinstance(kind, type):
        raise plugin.error("memory", f"has a HandMemory whose kind must be a class, not {quoted(kind)}")
    try:
        return memory.kind()
    except Exception as error:
        raise plugin.error(
            "memory", f"has a HandMemory whose kind must be a class with a default for each field: {error}"
        ) from error


def _check_key(plugin: LoadedPlugin, memory: HandMemory, keys: dict[str, str]) -> None:
    """Check the key of a plugin's own text form, and that the form is complete."""
    key, whole = memory.key, memory.write is not None and memory.read is not None
    if whole != bool(key) or (memory.write is None) != (memory.read is None):
        raise plugin.error("memory", "has a HandMemory with an incomplete text form: set key, write and read, or none")
    if not key:
        return
    if not re.fullmatch(_KEY, key) or key in POSITION_KEYS:
        raise plugin.error("memory", f"has the key {key!r}: it must be a word that is not one of the core's keys")
    if key in keys:
        raise ComposeError(f"plugins {keys[key]} and {plugin.info.name} do not go together: both have the key {key!r}")
    keys[key] = plugin.info.name


def _match_start(plugin: LoadedPlugin, memory: MatchMemory, scores: tuple[int, ...]) -> Any:
    functions = {
        "start": (memory.start, ("scores",)),
        "after": (memory.after, ("rules", "record", "tally")),
        "seen": (memory.seen, ("rules", "record", "seat")),
        "notes": (memory.notes, ("rules", "record")),
    }
    given = {name: case for name, case in functions.items() if case[0] is not None}
    check_functions(plugin, "memory", "a MatchMemory", given)
    try:
        return memory.start(scores)
    except Exception as error:
        raise plugin.error("memory", f"has a start that raised {type(error).__name__}: {error}") from error


def _check_record(plugin: LoadedPlugin, kind: type[attrs.AttrsInstance], record: object) -> None:
    """Check that a record is frozen and hashable, and that its fields have a text form."""
    prefix = f"remembers a {kind.__name__}, which must be"
    try:
        hints = get_type_hints(kind)
    except Exception as error:
        raise plugin.error("memory", f"remembers a {kind.__name__} of unknown types: {error}") from error
    for field in attrs.fields(kind):
        hint = hints.get(field.name, field.type)
        if hint not in _PLAIN:
            wanted = "int, bool, str, Bag, or tuple[...] of int, str or Bag"
            shown = getattr(hint, "__name__", hint) if isinstance(hint, type) else hint
            raise plugin.error("memory", f"remembers a {kind.__name__}: its {field.name} must be {wanted}, not {shown}")
        if not field.init or field.alias != field.name:
            raise plugin.error("memory", f"remembers a {kind.__name__}: its {field.name} must be given by that name")
        if not _fits(getattr(record, field.name), hint):
            value = getattr(record, field.name)
            raise plugin.error("memory", f"remembers a {kind.__name__}: its {field.name} begins as {value!r}")
    if not _is_frozen(kind, record):
        raise plugin.error("memory", f"{prefix} frozen: @attrs.frozen")
    try:
        hash(record)
    except TypeError:
        raise plugin.error("memory", f"{prefix} hashable: @attrs.frozen") from None
    if attrs.evolve(cast("Any", record)) != record:
        raise plugin.error("memory", f"{prefix} equal to another of the same fields: @attrs.frozen")


def _is_frozen(kind: type[attrs.AttrsInstance], record: object) -> bool:
    fields = attrs.fields(kind)
    try:
        setattr(record, *((fields[0].name, getattr(record, fields[0].name)) if fields else ("nothing", None)))
    except attrs.exceptions.FrozenInstanceError:
        return True
    except Exception:  # noqa: BLE001 - a class that raises its own errors may not be frozen
        return False
    return False


def _fits(value: object, hint: Any) -> bool:
    if hint in (int, Bag):
        return isinstance(value, int) and not isinstance(value, bool)
    if hint in (bool, str):
        return isinstance(value, hint)
    of = get_args(hint)[0]
    return isinstance(value, tuple) and all(_fits(item, of) for item in cast("tuple[object, ...]", value))


# ---------------------------------------------------------------- check in play
# Checks of what functions of plugins return during play. Only these are wrapped: the core's cost nothing more.


def checked_effect(plugin: LoadedPlugin, hook: str, effect: Effect, must: str) -> Effect:
    """Make an effect that checks that another returns a state."""

    @wraps(effect)
    def checked(rules: Rules, state: State, action: Action) -> State:
        after = effect(rules, state, action)
        if type(after) is not State:
            raise _wrong(plugin, hook, effect, f"{must} a State", after)
        return after

    return checked


def checked_refusal(
    plugin: LoadedPlugin, deed: str, forbids: Callable[..., Refusal | None]
) -> Callable[..., Refusal | None]:
    """Make a function of the hook `may` that checks that another returns a refusal or `None`."""

    @wraps(forbids)
    def checked(*case: Any) -> Refusal | None:
        refusal = forbids(*case)
        if refusal is not None and type(refusal) is not Refusal:
            must = f"must forbid {deed!r} by a function that returns a Refusal or None"
            raise _wrong(plugin, "may", forbids, must, refusal)
        return refusal

    return checked


def checked_lines(
    plugin: LoadedPlugin, hook: str, find: Callable[..., object], kinds: tuple[type, ...]
) -> Callable[..., list[Any]]:
    """Make a function that checks that another returns lines of a score.

    Args:
        find: the function; it may return any iterable.
    """
    wanted = " or ".join(kind.__name__ for kind in kinds)

    @wraps(find)
    def checked(*case: object) -> list[Any]:
        found = find(*case)
        if not isinstance(found, Iterable):
            raise _wrong(plugin, hook, find, f"must return a function that returns a list of {wanted}", found)
        lines = list(cast("Iterable[object]", found))
        for line in lines:
            if not isinstance(line, kinds):
                raise _wrong(plugin, hook, find, f"must return a function whose lines are each a {wanted}", line)
        return lines

    return checked


def checked_pile(rule: Collects) -> Collects:
    """Make a `collects` that checks the answers of another during play: depths of the pile, each once."""

    def collects(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
        depths = tuple(rule(rules, view, depth))
        if depths in ((), (depth,)) or depths == all_above(rules, view, depth):
            return depths
        if depth not in depths or len(set(depths)) < len(depths) or min(depths) < 1:
            raise ValueError(f"collects must give depths from 1, each once, {depth} among them, not {depths!r}")
        most = len(view.public.pile)
        if depth <= most < max(depths):
            raise ValueError(f"collects must give depths of a pile of {most} cards, not {depths!r}")
        return depths

    return collects


def _wrong(plugin: LoadedPlugin, hook: str, function: Callable[..., object], must: str, returned: object) -> TypeError:
    """Make the error of a wrong answer, with the type of the answer alone: the answer itself may have hidden cards."""
    shown = "None" if returned is None else f"an object of the type {type(returned).__name__}"
    error = TypeError(f"plugin {plugin.info.name}: hook {hook} {must}, not {shown}")
    note_plugin(error, plugin.info.name, hook, function)
    return error
