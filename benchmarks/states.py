"""Measure the memory of a state: its bytes beyond those that it shares with the state before it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType, ModuleType
from typing import Any, Final

from benchmarks.measuring import Positions, Spread

_CODE: Final = (type, ModuleType, FunctionType)


def added_bytes(hands: Sequence[Positions], apply: Callable[[Any, Any], Any]) -> Spread:
    """Bytes that each step adds to what is kept.

    Every action is applied twice, and both states are kept: what is looked up and not made (constants, melds met
    before) is the same object in both, and costs nothing. What the action brings along is the action's.

    Args:
        hands: the positions of hands, with what was done in each.
        apply: gives the state after an action.
    """
    return Spread.of(_added(state, action, apply) for hand in hands for state, action in hand)


def _added(state: Any, action: Any, apply: Callable[[Any, Any], Any]) -> int:
    once, again = apply(state, action), apply(state, action)
    shared = _reached([state, action, once], frozenset())
    return sum(sys.getsizeof(each) for each in _reached([again], shared.keys()).values())


def _reached(roots: Iterable[Any], known: Iterable[int]) -> dict[int, Any]:
    """Every piece of data that can be reached from some, by identity, without those that are known."""
    found: dict[int, Any] = {}
    passed, left = set(known), list(roots)
    while left:
        each = left.pop()
        if id(each) not in passed and not isinstance(each, _CODE):
            passed.add(id(each))
            found[id(each)] = each
            left += gc.get_referents(each)
    return found
