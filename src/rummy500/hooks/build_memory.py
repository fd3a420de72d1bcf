"""Builds the memory of plugins: checks what they declare and the classes of their records, and finds their places."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any, Final, cast, get_args, get_type_hints

import attrs

from rummy500.base.errors import ComposeError
from rummy500.cards.cards import Bag
from rummy500.engine.given_turns import KEPT, KEPT_TURN, KeptTurn
from rummy500.hooks.checks import check_fields_of, guarded
from rummy500.hooks.plugin import APART, LoadedPlugin
from rummy500.rules.memory import HandMemory, InPocket, MatchMemory, Pocket, pocket_memory
from rummy500.rules.rules import MemoryRules

#: The types that a field of a record may have, since each has a text form.
_PLAIN: Final[tuple[Any, ...]] = (int, bool, str, Bag, tuple[int, ...], tuple[str, ...], tuple[Bag, ...])


def build_memory(declared: Iterable[tuple[LoadedPlugin, object]], seats: int) -> MemoryRules:
    """Check the memory that plugins declare, and find the place of each class of record."""
    hand: list[tuple[str, HandMemory]] = []
    match: list[tuple[str, MatchMemory]] = []
    places: dict[type | str, int] = {}
    keys: dict[str, str] = {}
    for plugin, answer in declared:
        for memory in cast("tuple[object, ...]", answer) if isinstance(answer, tuple) else (answer,):
            name = KEPT if memory is KEPT_TURN else plugin.info.name
            if memory is KEPT_TURN and KeptTurn in places:
                continue  # all plugins share it
            if isinstance(memory, Pocket):
                _check_pocket(plugin, memory, keys)
                places[memory.name] = len(hand)
                hand.append((name, pocket_memory(memory)))
                continue
            if not isinstance(memory, (HandMemory, MatchMemory)):
                what = f"must return a HandMemory, a MatchMemory, a Pocket or a tuple of them, not {memory!r}"
                raise plugin.error("memory", what)
            found = cast("list[tuple[str, Any]]", hand if isinstance(memory, HandMemory) else match)
            if any(other == name and getattr(each, "kind", None) is not InPocket for other, each in found):
                raise plugin.error("memory", "has two memories of one kind: put the fields of both into one record")
            check_fields_of(plugin, memory)
            if isinstance(memory, HandMemory):
                _check_key(plugin, memory, keys)
            record = _first_record(plugin, memory, seats)
            kind = cast("type[attrs.AttrsInstance]", type(record))
            if not attrs.has(kind) or kind in places:
                must = "its memory must start with an attrs class of its own"
                raise ComposeError(f"plugin {name}: {must}, not {record!r}")
            if wrong := _wrong_fields(kind, record) or _wrong_class(kind, record):
                raise plugin.error("memory", f"remembers a {kind.__name__}{wrong}")
            places[kind] = len(found)
            found.append((name, guarded(plugin, memory, kind)))
    return MemoryRules(tuple(hand), tuple(match), MappingProxyType(places))


def _first_record(plugin: LoadedPlugin, memory: HandMemory | MatchMemory, seats: int) -> object:
    """The record with which a memory starts; of a hand the one with the defaults of its fields."""
    try:
        return memory.kind() if isinstance(memory, HandMemory) else memory.start((0,) * seats)
    except (Exception, SystemExit) as error:
        of_hand = "a HandMemory whose kind must be a class with a default for each field:"
        wrong = of_hand if isinstance(memory, HandMemory) else "a start that raised"
        raise plugin.error("memory", f"has {wrong} {type(error).__name__}: {error}") from error


def _check_key(plugin: LoadedPlugin, memory: HandMemory, keys: dict[str, str]) -> None:
    """Check the key of a plugin's own text form, and that the form is complete."""
    key = memory.key
    if len({bool(key), memory.write is not None, memory.read is not None}) > 1:
        raise plugin.error("memory", "has a HandMemory with an incomplete text form: set key, write and read, or none")
    if key:
        _claim_key(plugin, key, keys)


def _check_pocket(plugin: LoadedPlugin, pocket: Pocket, keys: dict[str, str]) -> None:
    check_fields_of(plugin, pocket)
    _claim_key(plugin, pocket.name, keys)
    if pocket.of == "table" and pocket.seen == "owner":
        raise plugin.error("memory", f"has a Pocket {pocket.name!r} of the table: no seat owns it to see it")


def _claim_key(plugin: LoadedPlugin, key: str, keys: dict[str, str]) -> None:
    """Enter the key of a memory, which no other has."""
    if keys.get(key) == plugin.info.name:
        raise plugin.error("memory", f"has two memories with the key {key!r}")
    if keys.setdefault(key, plugin.info.name) != plugin.info.name:
        raise ComposeError(APART(plugin=keys[key], other=plugin.info.name, why=f"both have the key {key!r}"))


def _wrong_fields(kind: type[attrs.AttrsInstance], record: object) -> str:
    """Say which field of a record is not given by its name, or has no text form; empty if all are right."""
    try:
        hints = get_type_hints(kind)
    except Exception as error:  # noqa: BLE001 - a hint may be any expression
        return f" of unknown types: {error}"
    for field in attrs.fields(kind):
        hint = hints.get(field.name, field.type)
        shown = hint.__name__ if isinstance(hint, type) else hint
        if hint not in _PLAIN:
            wanted = "int, bool, str, Bag, or tuple[...] of int, str or Bag"
            return f": its {field.name} must be {wanted}, not {shown}"
        if not field.init or field.alias != field.name:
            return f": its {field.name} must be given by that name"
        if not _fits(value := getattr(record, field.name), hint):
            return f": its {field.name} begins as {value!r}, which is not {shown}"
    return ""


def _wrong_class(kind: type[attrs.AttrsInstance], record: object) -> str:
    """Say what a record's class must be (frozen, hashable, comparable) and is not; empty if it is all of these."""
    if not _is_frozen(kind, record):
        must = "frozen"
    elif cast("Any", kind).__hash__ is None:
        must = "hashable"
    elif attrs.evolve(cast("Any", record)) != record:
        must = "equal to another of the same fields"
    else:
        return ""
    return f", which must be {must}: @attrs.frozen"


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
