"""Writes TOML: one line for each key, inline tables, long lists over several lines."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast

_WIDTH = 110
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def toml_value(value: Any) -> str:
    """Write a value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON and TOML have the same escapes, except for the delete character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        inside = ", ".join(
            f"{toml_key(key)} = {toml_value(item)}" for key, item in cast("Mapping[str, Any]", value).items()
        )
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, cast('list[Any]', value)))}]"
    return str(value)


def toml_key(key: str) -> str:
    """Write a key as TOML, quoted if necessary."""
    return key if _BARE.match(key) else toml_value(key)


def toml_lines(table: Mapping[str, Any]) -> list[str]:
    """Write a table as lines `key = value`; a list that is too long has one item on a line."""
    lines: list[str] = []
    for key, value in table.items():
        line = f"{toml_key(key)} = {toml_value(value)}"
        if len(line) > _WIDTH and isinstance(value, (list, tuple)):
            lines.append(f"{toml_key(key)} = [")
            lines.extend(f"    {toml_value(item)}," for item in cast("list[Any]", value))
            lines.append("]")
        else:
            lines.append(line)
    return lines
