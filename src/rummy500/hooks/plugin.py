"""`LoadedPlugin` is a plugin with checked hooks; `PassedPlugin` is one that a caller passed as an object."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

import attrs

from rummy500.errors import ComposeError
from rummy500.hooks.values import PluginInfo


@attrs.frozen(eq=False)
class LoadedPlugin:
    """A plugin whose hooks have been checked.

    Attributes:
        info: its name, its requirements and the like.
        hooks: its hook functions by the name of the hook, each with the arguments that it takes.
    """

    info: PluginInfo
    hooks: Mapping[str, tuple[Callable[..., Any], tuple[str, ...]]]

    @property
    def functions(self) -> Mapping[str, Callable[..., object]]:
        """Its hook functions by the name of the hook."""
        return {hook: function for hook, (function, _) in self.hooks.items()}

    def call(self, hook: str, given: Mapping[str, Any] = MappingProxyType({})) -> Any:
        """Call a hook with the arguments that it takes.

        Args:
            hook: the name of the hook.
            given: every argument that the hook may take, by its name.

        Returns:
            The answer of the hook; `None` if the plugin does not have it.

        Raises:
            ComposeError: for any error in the hook; it names plugin and hook.
        """
        if hook not in self.hooks:
            return None
        function, arguments = self.hooks[hook]
        try:
            return function(**{name: given[name] for name in arguments})
        except ComposeError:
            raise
        except Exception as error:
            raise self.error(hook, f"raised {type(error).__name__}: {error}") from error

    def error(self, hook: str, what: str) -> ComposeError:
        """Make an error that names the plugin and one of its hooks."""
        return ComposeError(f"plugin {self.info.name}: hook {hook} {what}")


class PassedPlugin:
    """A plugin that was passed as an object, not by its name; comparable, and picklable if its class allows it.

    Args:
        plugin: the object: a module, or an instance of a class with hooks.
    """

    __slots__ = ("plugin",)

    def __init__(self, plugin: object) -> None:
        self.plugin = plugin

    def __eq__(self, other: object) -> bool:
        """Whether both are the same object, equal objects, or objects of one class with equal attributes.

        A class that defines `__eq__` decides for itself.
        """
        if not isinstance(other, PassedPlugin):
            return NotImplemented
        mine, theirs = self.plugin, other.plugin
        if mine is theirs or mine == theirs:
            return True
        kind = type(mine)
        if kind is not type(theirs) or issubclass(kind, (ModuleType, type)) or kind.__eq__ is not object.__eq__:
            return False
        return bool(_attributes(mine) == _attributes(theirs))

    def __hash__(self) -> int:
        """The hash of the object's class, since plugins need not be hashable."""
        return hash(type(self.plugin))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the object; a module by its name."""
        if isinstance(self.plugin, ModuleType):
            return (_import_plugin, (self.plugin.__name__,))
        return (PassedPlugin, (self.plugin,))


def _attributes(plugin: object) -> Any:
    return plugin.__getstate__()


def _import_plugin(module: str) -> PassedPlugin:
    return PassedPlugin(importlib.import_module(module))
