"""The keys of a position: the core's, and those under which plugins write what they remember."""

from __future__ import annotations

from rummy500.rules import POSITION_KEYS, Rules


def keys_in(rules: Rules) -> tuple[str, ...]:
    """Every key that a position may have under some rules."""
    return (*POSITION_KEYS, *(memory.key for _, memory in rules.memory.hand_memory if memory.key))
