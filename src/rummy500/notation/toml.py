"""Writing TOML the way the notation shows it: one line a key, inline tables, long lists broken."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast

_WIDTH = 110
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def toml_value(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for the delete character.
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
    """A key as TOML, quoted where it must be."""
    return key if _BARE.match(key) else toml_value(key)


def toml_lines(table: Mapping[str, Any]) -> list[str]:
    """A table as lines `key = value`; lists that are too long stand one item a line."""
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
