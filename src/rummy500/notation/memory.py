"""Reads and writes the memory of plugins in positions and matches, field by field or in a plugin's own form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast, get_args, get_type_hints

import attrs

from rummy500.cards import Bag
from rummy500.errors import NotationError, nearest
from rummy500.inputs import quoted
from rummy500.notation.fields import Fields
from rummy500.notation.located import Document
from rummy500.notation.places import Keys
from rummy500.rules import HandMemory, Rules, hand_start, match_start, names_plugins
from rummy500.state import MatchSoFar, PublicState


def hand_memory_table(rules: Rules, public: PublicState, slots: Sequence[object]) -> dict[str, Any]:
    """Write the memory of plugins during a hand as keys of a position: their own keys, and `plugin` for the others.

    Args:
        rules: the rules in force.
        public: the public state of the hand.
        slots: the records.
    """
    table = own_texts(rules, public, slots)
    starts = hand_start(rules, public.match)
    plain = [
        (name, record, start)
        for (name, memory), record, start in zip(rules.memory.hand_memory, slots, starts, strict=True)
        if not memory.key
    ]
    remembered = _memory_table([(name, record) for name, record, _ in plain], [start for _, _, start in plain])
    return {**table, "plugin": remembered} if remembered else table


@names_plugins
def own_texts(rules: Rules, public: PublicState, slots: Sequence[object]) -> dict[str, Any]:
    """Write the records that have their own text form, by their keys, except those that write nothing."""
    table = {
        memory.key: memory.write(public, record)
        for (_, memory), record in zip(rules.memory.hand_memory, slots, strict=True)
        if memory.write is not None
    }
    return {key: data for key, data in table.items() if data}


def read_hand_memory(fields: Fields, rules: Rules, public: PublicState) -> tuple[object, ...]:
    """Read the memory of plugins during a hand from a position that `hand_memory_table` wrote.

    Args:
        fields: the position.
        rules: the rules in force.
        public: its public state.

    Raises:
        NotationError: as `read_memory`, and for a mistake that a plugin finds in its own text.
    """
    starts = hand_start(rules, public.match)
    named = zip(rules.memory.hand_memory, starts, strict=True)
    plain = [(name, start) for (name, memory), start in named if not memory.key]
    found = iter(_read_memory(fields.document, (*fields.path, "plugin"), fields.table.get("plugin", {}), plain))
    return tuple(
        _read_own(rules, fields, memory, start, public) if memory.key else next(found)
        for (_, memory), start in zip(rules.memory.hand_memory, starts, strict=True)
    )


@names_plugins
def _read_own(rules: Rules, fields: Fields, memory: HandMemory, start: object, public: PublicState) -> object:
    """Read a record from its own text form."""
    if memory.read is None or not fields.has(memory.key):
        return start
    try:
        return memory.read(public, fields.table[memory.key])
    except NotationError as error:
        fields.document.refail((*fields.path, memory.key), error)


def match_memory_table(rules: Rules, match: MatchSoFar) -> dict[str, Any]:
    """Write the memory of a match as a table by plugin, with only what differs from what the scores tell."""
    named = [(name, record) for (name, _), record in zip(rules.memory.match_memory, match.slots, strict=True)]
    return _memory_table(named, match_start(rules, match.scores))


def read_match_memory(
    rules: Rules, scores: tuple[int, ...], document: Document, path: Keys, value: object
) -> tuple[object, ...]:
    """Read the memory of a match from a table that `match_memory_table` wrote.

    Args:
        rules: the rules in force.
        scores: the scores of the match.
        document: the document that has the table.
        path: its place in the document.
        value: the table.

    Raises:
        NotationError: for a plugin that is not in play or has no memory, for an unknown field, for a value of another
            type.
    """
    starts = zip(rules.memory.match_memory, match_start(rules, scores), strict=True)
    return _read_memory(document, path, value, [(name, start) for (name, _), start in starts])


def _memory_table(named: Sequence[tuple[str, object]], starts: Sequence[object]) -> dict[str, Any]:
    """Write records as a table by plugin, with only the fields that differ from the start.

    Args:
        named: each plugin with its record.
        starts: the record of each at the start.
    """
    table: dict[str, Any] = {}
    for (name, record), start in zip(named, starts, strict=True):
        changed = {
            field.name: _plain_data(getattr(record, field.name))
            for field in attrs.fields(cast("type[attrs.AttrsInstance]", type(record)))
            if getattr(record, field.name) != getattr(start, field.name)
        }
        if changed:
            table[name] = changed
    return table


def _read_memory(
    document: Document, path: Keys, value: object, starts: Sequence[tuple[str, object]]
) -> tuple[object, ...]:
    """Read records from a table that `_memory_table` wrote.

    Args:
        document: the document that has the table.
        path: its place in the document.
        value: the table.
        starts: each plugin with memory, and its record at the start.

    Raises:
        NotationError: for a plugin that is not in play or has no memory, for an unknown field, for a value of another
            type.
    """
    names = tuple(name for name, _ in starts)
    fields = Fields(document, path, value, what="the memory of plugins", known=None)
    for name in fields.table:
        if name not in names:
            message = f"no plugin in play has a memory {quoted(name)}; {nearest(name, names)}"
            document.fail_key((*path, name), message)
    return tuple(_record(fields, name, start) for name, start in starts)


def _plain_data(value: object) -> object:
    return list(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else value


def _record(outer: Fields, name: str, start: object) -> object:
    kind = cast("type[attrs.AttrsInstance]", type(start))
    known = tuple(field.name for field in attrs.fields(kind))
    inner = Fields(
        outer.document, (*outer.path, name), outer.table.get(name, {}), what=f"the memory of {name}", known=known
    )
    types = get_type_hints(kind)
    values = {key: _value(inner, key, types[key]) for key in inner.table}
    return attrs.evolve(cast("Any", start), **values)


def _value(fields: Fields, key: str, kind: object) -> object:
    if kind is bool:
        return fields.flag(key)
    if kind is int or kind is Bag:
        return fields.number(key)
    if kind is str:
        return fields.text(key)
    if get_args(kind)[:1] in ((int,), (Bag,)):
        return tuple(fields.numbers(key))
    return tuple(fields.texts(key))
