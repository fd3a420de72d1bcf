"""The keys of a position: the core's, and those under which plugins write what they remember."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rummy500.rules import POSITION_KEYS, Rules


def keys_in(rules: Rules) -> tuple[str, ...]:
    """Every key that a position may have under some rules."""
    return (*POSITION_KEYS, *(memory.key for _, memory in rules.hand_memory if memory.key))


def keys_of(table: object) -> tuple[str, ...]:
    """The keys of what may be a table; none if it is none."""
    return tuple(map(str, cast("Mapping[object, object]", table))) if isinstance(table, Mapping) else ()
