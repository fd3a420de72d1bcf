"""A plugin that is passed as an object, without packaging."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any


class Inline:
    """A plugin object, comparable and picklable where its class allows.

    Args:
        plugin: the object: a module, or an instance of a class with hooks.
    """

    __slots__ = ("plugin",)

    def __init__(self, plugin: object) -> None:
        self.plugin = plugin

    def __eq__(self, other: object) -> bool:
        """Whether both are the same plugin: one object, equal objects, or objects of one class with equal parts.

        A class that says itself which of its objects are equal has the word.
        """
        if not isinstance(other, Inline):
            return NotImplemented
        mine, theirs = self.plugin, other.plugin
        if mine is theirs or mine == theirs:
            return True
        kind = type(mine)
        if kind is not type(theirs) or issubclass(kind, (ModuleType, type)) or kind.__eq__ is not object.__eq__:
            return False
        return bool(_parts(mine) == _parts(theirs))

    def __hash__(self) -> int:
        """The hash of its class: plugins need not be hashable."""
        return hash(type(self.plugin))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle; a module by its name."""
        if isinstance(self.plugin, ModuleType):
            return (_module, (self.plugin.__name__,))
        return (Inline, (self.plugin,))


def _parts(plugin: object) -> Any:
    """What an object is made of, in a dictionary or in slots."""
    return plugin.__getstate__()


def _module(name: str) -> Inline:
    return Inline(importlib.import_module(name))
