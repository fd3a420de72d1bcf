"""Gathering the plugins of a game: loaded, checked against the specs of the hooks, and put in order."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import pluggy

from rummy500.errors import ComposeError, nearest
from rummy500.hooks.markers import PROJECT
from rummy500.hooks.specs import SPECS
from rummy500.hooks.values import PluginInfo
from rummy500.plugging.answers import Hooked
from rummy500.plugging.discover import installed, load, refusal_of_missing
from rummy500.plugging.inline import Inline

_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
#: What pluggy's marker can ask for beside being a hook: the order of plugins decides instead.
_NOT_USED: Final = ("wrapper", "hookwrapper", "optionalhook", "tryfirst", "trylast", "specname")


def gather(wanted: Iterable[str | Inline]) -> tuple[Hooked, ...]:
    """The plugins of a game in their order, those that they require before them.

    Args:
        wanted: names of installed plugins, and plugins passed as objects.

    Raises:
        ComposeError: naming plugin and hook, for anything that is wrong with one of them; if one is there twice, or
            if two cannot be played together.
    """
    named: list[str] = []
    found: dict[str, Hooked] = {}
    for each in wanted:
        plugin = _checked_installed(each) if isinstance(each, str) else checked(each.plugin)
        name = plugin.info.name
        if name in found:
            raise ComposeError(f"plugin {name} is named twice")
        named.append(name)
        found[name] = plugin
    ordered: dict[str, Hooked] = {}
    for name in named:
        _put(name, found, ordered, ())
    _check_conflicts(ordered)
    return tuple(ordered.values())


def _put(name: str, found: dict[str, Hooked], ordered: dict[str, Hooked], asking: tuple[str, ...]) -> None:
    """Put a plugin after those that it requires."""
    if name in ordered:
        return
    if name in asking:
        circle = asking[asking.index(name) :]
        if len(circle) == 1:
            raise ComposeError(f"plugin {name} requires itself")
        raise ComposeError(f"plugins {' and '.join(circle)} require each other")
    if name not in found:
        if name not in installed():
            raise ComposeError(f"plugin {asking[-1]} requires {name}: {refusal_of_missing(name, unlike=asking)}")
        try:
            found[name] = _checked_installed(name)
        except ComposeError as error:
            raise ComposeError(f"plugin {asking[-1]} requires {name}: {error}") from error
    plugin = found[name]
    for required in plugin.info.requires:
        _put(required, found, ordered, (*asking, name))
    ordered[name] = plugin


def _check_conflicts(ordered: Mapping[str, Hooked]) -> None:
    for name, plugin in ordered.items():
        for other, why in plugin.info.conflicts.items():
            if other in ordered:
                raise ComposeError(f"plugins {name} and {other} do not go together: {why}")


@lru_cache(maxsize=64)
def _checked_installed(name: str) -> Hooked:
    plugin = checked(load(name), name)
    if plugin.info.name != name:
        raise ComposeError(f"plugin {name}: its plugin_info says that it is {plugin.info.name!r}")
    return plugin


def checked(plugin: object, name: str = "") -> Hooked:
    """A plugin object with its hooks found and checked.

    Args:
        plugin: a module, or an instance of a class with hooks.
        name: the name that it was found by, if it was.

    Raises:
        ComposeError: naming plugin and hook, for a mis-spelt hook, a hook function without the marker, an argument
            that the hook does not have or that has a default, and a plugin that does not say what it is.
    """
    called = name or _guessed_name(plugin)
    if isinstance(plugin, type):
        raise ComposeError(f"plugin {called}: pass an instance of the class {plugin.__name__}, not the class")
    manager = pluggy.PluginManager(PROJECT)
    hooks = {
        attribute: _checked_hook(manager, plugin, called, attribute)
        for attribute in dir(plugin)
        if _is_hook(manager, plugin, called, attribute)
    }
    if "plugin_info" not in hooks:
        raise ComposeError(f"plugin {called}: it has no hook plugin_info, so nothing tells its name")
    info = Hooked(PluginInfo(called, ""), hooks).ask("plugin_info")
    if not isinstance(info, PluginInfo):
        raise ComposeError(f"plugin {called}: hook plugin_info must return PluginInfo, not {info!r}")
    if not _NAME.fullmatch(info.name):
        raise ComposeError(
            f"plugin {called}: {info.name!r} is no name of a plugin: lower-case letters, digits, hyphens"
        )
    return Hooked(info, hooks)


def _guessed_name(plugin: object) -> str:
    return str(getattr(plugin, "__name__", type(plugin).__name__))


def _is_hook(manager: pluggy.PluginManager, plugin: object, called: str, attribute: str) -> bool:
    marked = manager.parse_hookimpl_opts(plugin, attribute) is not None
    if marked and attribute not in SPECS:
        raise ComposeError(f"plugin {called}: there is no hook {attribute}; {nearest(attribute, SPECS)}")
    if not marked and attribute in SPECS:
        found = inspect.getattr_static(plugin, attribute)
        if hasattr(found, f"{PROJECT}_impl") and not inspect.isroutine(found):
            raise ComposeError(f"plugin {called}: hook {attribute} is no function: write it with def")
        if inspect.isroutine(found) or callable(found):
            raise ComposeError(f"plugin {called}: {attribute} has the name of a hook and lacks the mark @hookimpl")
    return marked


def _checked_hook(
    manager: pluggy.PluginManager, plugin: object, called: str, hook: str
) -> tuple[Callable[..., Any], tuple[str, ...]]:
    opts: Mapping[str, object] = manager.parse_hookimpl_opts(plugin, hook) or {}
    for wish in _NOT_USED:
        if opts.get(wish):
            raise ComposeError(f"plugin {called}: hook {hook} asks for {wish}: the order of the plugins decides here")
    function = getattr(plugin, hook)
    known = SPECS[hook].arguments
    for argument in inspect.signature(function).parameters.values():
        if argument.kind in (argument.VAR_POSITIONAL, argument.VAR_KEYWORD, argument.POSITIONAL_ONLY):
            raise ComposeError(
                f"plugin {called}: hook {hook} takes its arguments by name, of these: {', '.join(known)}"
            )
        if argument.name not in known:
            near = nearest(argument.name, known) if known else "it takes none"
            raise ComposeError(f"plugin {called}: hook {hook} has no argument {argument.name}; {near}")
        if argument.default is not argument.empty:
            raise ComposeError(f"plugin {called}: hook {hook}: argument {argument.name} has a default, and needs none")
    return function, tuple(inspect.signature(function).parameters)
