"""Loads the plugins of a game: finds and checks the hooks of each plugin, and orders the plugins.

`hookimpl`, the mark of hook functions, is here, too: only this module needs pluggy.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import pluggy

from rummy500.base.errors import ComposeError, Reason, nearest
from rummy500.engine.judged_move import ASKED
from rummy500.hooks.plugin import (
    APART,
    LoadedPlugin,
    PluginInfo,
    PluginObject,
    installed,
    load_installed,
    refusal_of_missing,
)
from rummy500.hooks.specs import REPLACED, SPECS

#: The name of the project, by which pluggy distinguishes the marks of projects.
PROJECT: Final = "rummy500"
#: Marks a function of a plugin as the implementation of the hook that has its name.
hookimpl: Final = pluggy.HookimplMarker(PROJECT)

_FIND_A_HOOK: Final = '; the page "Hooks" of the documentation says which you need'
_INFO: Final = "plugin_info"
_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
#: Arguments of pluggy's mark. They are refused, since the order of the plugins decides here.
_NOT_USED: Final = ("wrapper", "hookwrapper", "optionalhook", "tryfirst", "trylast", "specname")
_MARKS: Final = pluggy.PluginManager(PROJECT)


# ------------------------------------------------- the plugins of a game


_TWICE: Final = Reason("compose.plugin", "twice", "plugin {plugin} is named twice")
_REQUIRES: Final = Reason("compose.plugin", "requires", "plugin {plugin} requires {other:plugin}: {why}")


def load_plugins(wanted: Iterable[str | PluginObject]) -> tuple[LoadedPlugin, ...]:
    """Load the plugins of a game, in their order, each after those that it requires; `PluginInfo.last` after others."""
    found: dict[str, LoadedPlugin] = {}
    for each in wanted:
        plugin = installed_plugin(each) if isinstance(each, str) else check_plugin(each.plugin)
        name = plugin.info.name
        if name in found:
            raise ComposeError(_TWICE(plugin=name))
        found[name] = plugin
    ordered: dict[str, LoadedPlugin] = {}
    for name in sorted(found, key=lambda name: found[name].info.last):
        _add(name, found, ordered, ())
    _check_conflicts(ordered)
    return tuple(ordered.values())


def _add(
    name: str, found: dict[str, LoadedPlugin], ordered: dict[str, LoadedPlugin], required_by: tuple[str, ...]
) -> None:
    """Add a plugin after those that it requires."""
    if name in ordered:
        return
    if name in required_by:
        circle = required_by[required_by.index(name) :]
        if len(circle) == 1:
            raise ComposeError(f"plugin {name} requires itself")
        raise ComposeError(f"plugins {' and '.join(circle)} require each other")
    if name not in found:
        by = required_by[-1]
        if name not in installed():
            missing = refusal_of_missing(name, unlike=required_by)
            raise ComposeError(_REQUIRES(plugin=by, other=name, why=missing.sentence))
        try:
            found[name] = installed_plugin(name)
        except ComposeError as error:
            raise ComposeError(_REQUIRES(plugin=by, other=name, why=error)) from error
    plugin = found[name]
    for required in plugin.info.requires:
        _add(required, found, ordered, (*required_by, name))
    ordered[name] = plugin


def _check_conflicts(ordered: Mapping[str, LoadedPlugin]) -> None:
    for name, plugin in ordered.items():
        for other, why in plugin.info.conflicts.items():
            if other in ordered:
                raise ComposeError(APART(plugin=name, other=other, why=why))


# ------------------------------------------------- one plugin


@lru_cache(maxsize=64)
def installed_plugin(name: str) -> LoadedPlugin:
    """Load and check an installed plugin."""
    plugin = check_plugin(load_installed(name), name)
    if plugin.info.name != name:
        raise ComposeError(f"plugin {name}: its plugin_info has another name, {plugin.info.name!r}")
    return plugin


def check_plugin(plugin: object, name: str = "") -> LoadedPlugin:
    """Find and check the hooks of a plugin object."""
    called = name or str(getattr(plugin, "__name__", type(plugin).__name__))
    if isinstance(plugin, type):
        raise ComposeError(f"plugin {called}: pass an instance of the class {plugin.__name__}, not the class")
    info: PluginInfo | None = None
    if hasattr(plugin, _INFO) and (hook := _checked_hook(plugin, called, _INFO)):
        info = _described(called, hook)
        called = info.name
    hooks = {name: hook for name in dir(plugin) if (hook := _checked_hook(plugin, called, name))}
    if info is None:
        raise ComposeError(f"plugin {called}: it has no hook plugin_info; add it: it names your rule")
    return LoadedPlugin(info, hooks)


def _described(called: str, hook: tuple[Callable[..., Any], tuple[str, ...]]) -> PluginInfo:
    """Call `plugin_info`, before all else: errors about other hooks then have the plugin's own name."""
    info = LoadedPlugin(PluginInfo(called, ""), {_INFO: hook}).call(_INFO)
    if not isinstance(info, PluginInfo):
        raise ComposeError(f"plugin {called}: hook plugin_info must return PluginInfo, not {info!r}")
    if not _NAME.fullmatch(info.name):
        raise ComposeError(
            f"plugin {called}: its name {info.name!r} may have only lower-case letters and digits, with hyphens between"
        )
    if info.name == ASKED:
        raise ComposeError(
            f"plugin {called}: its name {info.name!r} is taken: positions have the answers of a round under it"
        )
    return info


def check_defined_once(source: str | bytes) -> None:
    """Refuse a file of rules in which a hook is defined twice: the second function would replace the first."""
    lines: dict[str, list[int]] = {}
    for each in ast.parse(source).body:
        if isinstance(each, ast.FunctionDef) and each.name in SPECS:
            lines.setdefault(each.name, []).append(each.lineno)
    twice: list[str] = []
    for hook, found in lines.items():
        if len(found) > 1:
            times, rules = ("twice", "both rules") if len(found) == 2 else (f"{len(found)} times", "all rules")
            listed = f"{', '.join(map(str, found[:-1]))} and {found[-1]}"
            twice.append(f"hook {hook} is defined {times}, in lines {listed}: put {rules} into one {hook}")
    if twice:
        raise ComposeError("; ".join(twice))


def _checked_hook(plugin: object, called: str, hook: str) -> tuple[Callable[..., Any], tuple[str, ...]] | None:
    """A hook function with its arguments; `None` for another attribute of a plugin."""
    marks: Mapping[str, object] | None = _MARKS.parse_hookimpl_opts(plugin, hook)
    if marks is None:
        found = inspect.getattr_static(plugin, hook) if hook in SPECS else None
        if hasattr(found, f"{PROJECT}_impl") and not inspect.isroutine(found):
            raise ComposeError(f"plugin {called}: hook {hook} must be a function: write it with def")
        if inspect.isroutine(found) or callable(found):
            raise ComposeError(f"plugin {called}: {hook} has the name of a hook, but lacks the mark @hookimpl")
        return None
    if hook in REPLACED:
        raise ComposeError(f"plugin {called}: hook {hook} is now {REPLACED[hook]}")
    if hook not in SPECS:
        raise ComposeError(f"plugin {called}: there is no hook {hook}; {nearest(hook, SPECS, _FIND_A_HOOK)}")
    for request in _NOT_USED:
        if marks.get(request):
            raise ComposeError(
                f"plugin {called}: hook {hook} asks for {request}, but the order of the plugins decides here"
            )
    function = getattr(plugin, hook)
    known = SPECS[hook].arguments
    arguments = inspect.signature(function).parameters
    for argument in arguments.values():
        if argument.kind in (argument.VAR_POSITIONAL, argument.VAR_KEYWORD, argument.POSITIONAL_ONLY):
            raise ComposeError(
                f"plugin {called}: hook {hook} takes its arguments by name, of these: {', '.join(known)}"
            )
        if argument.name not in known:
            hint = nearest(argument.name, known) if known else "it takes none"
            if argument.name == "rule" and SPECS[hook].merge == "asked":
                hint = "return None to ask the others and the core, or Last(function) to come after the others"
            raise ComposeError(f"plugin {called}: hook {hook} has no argument {argument.name}; {hint}")
        if argument.default is not argument.empty:
            raise ComposeError(f"plugin {called}: hook {hook}: argument {argument.name} must not have a default")
    return function, tuple(arguments)
