"""Every hook, by kind from narrow to wide: the contract of each stands in its docstring."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import Final, NamedTuple

from rummy500.hooks.specs import list_hooks, move_hooks, rule_hooks, table_hooks, value_hooks


class Spec(NamedTuple):
    """A hook as it is specified.

    Attributes:
        name: its name.
        kind: `VALUE`, `TABLE`, `RULE`, `LIST` or `MOVE`.
        arguments: what it can take.
        namespace: the module that it stands in.
    """

    name: str
    kind: str
    arguments: tuple[str, ...]
    namespace: ModuleType

    @property
    def contract(self) -> str:
        """Its docstring."""
        return inspect.getdoc(vars(self.namespace)[self.name]) or ""


#: The kinds of hook, from narrow to wide, and the module of each.
KINDS: Final[Mapping[str, ModuleType]] = MappingProxyType(
    {"VALUE": value_hooks, "TABLE": table_hooks, "RULE": rule_hooks, "LIST": list_hooks, "MOVE": move_hooks}
)

#: Every hook by its name, in the order of the kinds and then of the modules.
SPECS: Final[Mapping[str, Spec]] = MappingProxyType(
    {
        # Specs take every argument by position or by name; to ask `inspect` for a signature costs ten times as much.
        name: Spec(name, kind, function.__code__.co_varnames[: function.__code__.co_argcount], module)
        for kind, module in KINDS.items()
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module.__name__
    }
)

__all__ = ["KINDS", "SPECS", "Spec"]
