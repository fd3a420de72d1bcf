"""List what is installed here: plugins, presets, options and their values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rummy500 import ComposeError
from rummy500.hooks.load import load_plugins
from rummy500.hooks.plugin import LoadedPlugin, installed
from rummy500.rules.options import CORE_PRESETS, Option, OptionValue, Preset

#: A value of an option.
Setting = tuple[str, OptionValue]
#: The values that are tried of an option that takes many numbers.
_NUMBERS: Final[Mapping[str, tuple[int, ...]]] = {
    "deal.size": (3, 10),
    "meld.run-min": (3, 4, 7),
    "meld.first-minimum": (0, 30, 100),
    "match.target": (1, 250),
}
_FEW: Final = 4


def plugins() -> tuple[str, ...]:
    """List the names of the installed plugins, sorted."""
    return tuple(sorted(installed()))


@cache
def presets() -> Mapping[str, Preset]:
    """Return every preset by its name: those of the core, then those of installed plugins."""
    found = dict(CORE_PRESETS)
    for name in plugins():
        found.update((preset.name, preset) for plugin in loaded(name) for preset in plugin.info.presets)
    return found


@cache
def own_options(plugin: str) -> tuple[Option, ...]:
    """Return the options that a plugin adds."""
    return tuple(option for each in loaded(plugin) for option in each.info.options)


def requires(plugin: str) -> tuple[str, ...]:
    """Return the plugins that a plugin requires."""
    return tuple(name for each in loaded(plugin) for name in each.info.requires)


def loaded(plugin: str) -> tuple[LoadedPlugin, ...]:
    """Load a plugin with its hooks; empty if it does not load, because composing it reports why."""
    try:
        return tuple(each for each in load_plugins((plugin,)) if each.info.name == plugin)
    except ComposeError:
        return ()


def values(option: Option) -> tuple[OptionValue, ...]:
    """List the values of an option to try: all of them, or some if it takes many numbers."""
    found: list[OptionValue] = [*((False, True) if option.flag else ()), *option.choices]
    if option.zero:
        found.append(0)
    if option.name in _NUMBERS:
        found += _NUMBERS[option.name]
    elif option.least is not None and option.most is None:
        found += (option.least, option.least + 1, option.least + 100)
    elif option.least is not None and option.most is not None:
        whole = range(option.least, option.most + 1)
        found += whole if len(whole) <= _FEW + 1 else (whole[0], whole[1], whole[-1])
    return tuple(found)


def setting_text(setting: Setting) -> str:
    """Format an option and its value as a command line has it: `boathouse.draw-two=true`."""
    name, value = setting
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"
