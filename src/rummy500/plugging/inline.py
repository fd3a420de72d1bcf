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
        """Whether both are the same plugin: one object, equal objects, or objects of one class with equal parts."""
        if not isinstance(other, Inline):
            return NotImplemented
        mine, theirs = self.plugin, other.plugin
        if mine is theirs or mine == theirs:
            return True
        return (
            type(mine) is type(theirs) and not isinstance(mine, (ModuleType, type)) and _parts(mine) == _parts(theirs)
        )

    def __hash__(self) -> int:
        """The hash of its class: plugins need not be hashable."""
        return hash(type(self.plugin))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle; a module by its name."""
        if isinstance(self.plugin, ModuleType):
            return (_module, (self.plugin.__name__,))
        return (Inline, (self.plugin,))


def _parts(plugin: object) -> Any:
    return getattr(plugin, "__dict__", None)


def _module(name: str) -> Inline:
    return Inline(importlib.import_module(name))
