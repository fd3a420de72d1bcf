"""What plugins remember as tables of text: read and written by the fields of the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args, get_type_hints

import attrs

from rummy500.errors import nearest
from rummy500.notation.fields import Fields
from rummy500.notation.located import Document
from rummy500.notation.places import Path


def memory_table(named: Sequence[tuple[str, object]], starts: Sequence[object]) -> dict[str, Any]:
    """Records by plugin as a table: what is as at the start is left out.

    Args:
        named: each plugin with its record.
        starts: the records as they are where nothing is said.
    """
    table: dict[str, Any] = {}
    for (name, record), start in zip(named, starts, strict=True):
        changed = {
            field.name: _plain(getattr(record, field.name))
            for field in attrs.fields(cast("type[attrs.AttrsInstance]", type(record)))
            if getattr(record, field.name) != getattr(start, field.name)
        }
        if changed:
            table[name] = changed
    return table


def read_memory(
    document: Document, path: Path, value: object, starts: Sequence[tuple[str, object]]
) -> tuple[object, ...]:
    """Records from the table that `memory_table` wrote.

    Args:
        document: the document it stands in.
        path: where it stands.
        value: the table.
        starts: each plugin that remembers something, with the record where nothing is said.

    Raises:
        NotationError: for a plugin that is not in play or remembers nothing, for an unknown field, for a value of
            another type.
    """
    names = tuple(name for name, _ in starts)
    fields = Fields(document, path, value, what="the memory of plugins", known=(*names, *_keys(value)))
    for name in fields.table:
        if name not in names:
            message = f"no plugin is in play that remembers something as {name!r}"
            document.fail_key((*path, name), message, nearest(name, names))
    return tuple(_record(fields, name, start) for name, start in starts)


def _keys(table: object) -> tuple[str, ...]:
    return tuple(map(str, cast("Mapping[object, object]", table))) if isinstance(table, Mapping) else ()


def _plain(value: object) -> object:
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
    if kind is int:
        return fields.number(key)
    if kind is str:
        return fields.text(key)
    if get_args(kind)[:1] == (int,):
        return tuple(fields.numbers(key))
    return tuple(fields.texts(key))
