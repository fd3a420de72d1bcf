"""The keys of a position: those of the core, and those of plugins' memory."""

from __future__ import annotations

from rummy500.rules import POSITION_KEYS, Rules


def keys_in(rules: Rules) -> tuple[str, ...]:
    """List every key that a position may have under the given rules."""
    return (*POSITION_KEYS, *(memory.key for _, memory in rules.memory.hand_memory if memory.key))
