"""Checks of the memory that plugins declare (hook `memory`): its functions, its keys and its records.

A `ComposeError` names the plugin whose memory cannot be stored or written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast, get_args, get_type_hints

import attrs

from rummy500.cards.cards import Bag
from rummy500.errors import ComposeError
from rummy500.hooks.check_play import check_functions, guarded
from rummy500.hooks.plugin import APART, LoadedPlugin
from rummy500.inputs import quoted
from rummy500.rules.memory import POSITION_KEYS, HandMemory, MatchMemory
from rummy500.rules.parts import MemoryRules

#: The types that the fields of a record may have: those that have a text form.
_PLAIN: Final[tuple[Any, ...]] = (int, bool, str, Bag, tuple[int, ...], tuple[str, ...], tuple[Bag, ...])
M = TypeVar("M", HandMemory, MatchMemory)

_KEY: Final = r"[A-Za-z0-9_-]+"


def declared_memory(
    answers: Iterable[tuple[LoadedPlugin, object]],
) -> tuple[list[tuple[LoadedPlugin, HandMemory]], list[tuple[LoadedPlugin, MatchMemory]]]:
    """Find the memory that plugins declare: that of the hand and that of the match, each with its plugin."""
    hand: list[tuple[LoadedPlugin, HandMemory]] = []
    match: list[tuple[LoadedPlugin, MatchMemory]] = []
    for plugin, answer in answers:
        declared = cast("tuple[object, ...]", answer) if isinstance(answer, tuple) else (answer,)
        for each in declared:
            if isinstance(each, HandMemory):
                hand.append((plugin, each))
            elif isinstance(each, MatchMemory):
                match.append((plugin, each))
            else:
                what = f"must return a HandMemory, a MatchMemory or a tuple of them, not {each!r}"
                raise plugin.error("memory", what)
        if len(set(map(type, declared))) < len(declared):
            raise plugin.error("memory", "has two memories of one kind: put the fields of both into one record")
    return hand, match


def build_memory(
    hand_memory: Iterable[tuple[LoadedPlugin, HandMemory]],
    match_memory: Iterable[tuple[LoadedPlugin, MatchMemory]],
    seats: int,
) -> MemoryRules:
    """Check the memory of all plugins, and find the place of each class of record."""
    places: dict[type, int] = {}
    keys: dict[str, str] = {}

    def checked(memories: Iterable[tuple[LoadedPlugin, M]]) -> tuple[tuple[str, M], ...]:
        found: list[tuple[str, M]] = []
        for place, (plugin, memory) in enumerate(memories):
            check_functions(plugin, "memory", f"a {type(memory).__name__}", memory)
            if isinstance(memory, HandMemory):
                _check_key(plugin, memory, keys)
            record = _first_record(plugin, memory, seats)
            kind = cast("type[attrs.AttrsInstance]", type(record))
            if not attrs.has(kind) or kind in places:
                must = "its memory must start with an attrs class of its own"
                raise ComposeError(f"plugin {plugin.info.name}: {must}, not {record!r}")
            _check_record(plugin, kind, record)
            places[kind] = place
            found.append((plugin.info.name, guarded(plugin, "memory", f"a {type(memory).__name__}", memory, kind)))
        return tuple(found)

    return MemoryRules(checked(hand_memory), checked(match_memory), MappingProxyType(places))


def _first_record(plugin: LoadedPlugin, memory: HandMemory | MatchMemory, seats: int) -> object:
    """The record with which a memory starts; of a hand the one with the defaults of its fields."""
    if isinstance(memory, HandMemory):
        if not isinstance(cast("object", memory.kind), type):
            raise plugin.error("memory", f"has a HandMemory whose kind must be a class, not {quoted(memory.kind)}")
        start: Callable[[], object] = memory.kind
        wrong = "a HandMemory whose kind must be a class with a default for each field:"
    else:
        start, wrong = partial(memory.start, (0,) * seats), "a start that raised"
    try:
        return start()
    except (Exception, SystemExit) as error:
        raise plugin.error("memory", f"has {wrong} {type(error).__name__}: {error}") from error


def _check_key(plugin: LoadedPlugin, memory: HandMemory, keys: dict[str, str]) -> None:
    """Check the key of a plugin's own text form, and that the form is complete."""
    key = memory.key
    if len({bool(key), memory.write is not None, memory.read is not None}) > 1:
        raise plugin.error("memory", "has a HandMemory with an incomplete text form: set key, write and read, or none")
    if not key:
        return
    if not re.fullmatch(_KEY, key) or key in POSITION_KEYS:
        raise plugin.error("memory", f"has the key {key!r}: it must be a word that is not one of the core's keys")
    if key in keys:
        raise ComposeError(APART(plugin=keys[key], other=plugin.info.name, why=f"both have the key {key!r}"))
    keys[key] = plugin.info.name


def _check_record(plugin: LoadedPlugin, kind: type[attrs.AttrsInstance], record: object) -> None:
    """Check that a record is frozen and hashable, and that its fields have a text form."""
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
        if not _fits(value := getattr(record, field.name), hint):
            raise plugin.error("memory", f"remembers a {kind.__name__}: its {field.name} begins as {value!r}")
    if not _is_frozen(kind, record):
        must = "frozen"
    elif cast("Any", kind).__hash__ is None:
        must = "hashable"
    elif attrs.evolve(cast("Any", record)) != record:
        must = "equal to another of the same fields"
    else:
        return
    raise plugin.error("memory", f"remembers a {kind.__name__}, which must be {must}: @attrs.frozen")


def _is_frozen(kind: type[attrs.AttrsInstance], record: object) -> bool:
    name = next((field.name for field in attrs.fields(kind)), "nothing")
    try:
        setattr(record, name, getattr(record, name, None))
    except Exception as error:  # noqa: BLE001 - a class that raises its own errors may not be frozen
        return isinstance(error, attrs.exceptions.FrozenInstanceError)
    return False


def _fits(value: object, hint: Any) -> bool:
    if hint in (int, Bag):
        return isinstance(value, int) and not isinstance(value, bool)
    if hint in (bool, str):
        return isinstance(value, hint)
    of = get_args(hint)[0]
    return isinstance(value, tuple) and all(_fits(item, of) for item in cast("tuple[object, ...]", value))
