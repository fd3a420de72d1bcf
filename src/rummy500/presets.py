"""Presets: each is the game of one source, with a value for every option.

`rummy500.options` has the values of the core's options in each preset of the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import attrs

from rummy500.options import CORE_OPTIONS, OptionValue


def _with_defaults(options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    if not isinstance(cast("object", options), Mapping):
        return options  # `check_presets` refuses it and names the plugin
    return {**{option.name: option.default for option in CORE_OPTIONS.values()}, **options}


@attrs.frozen
class Preset:
    """A named value for every option, and the plugins that belong to it.

    Attributes:
        name: its name.
        source: the source document that it follows, by the first three digits of its name.
        about: what is special about it, in a line.
        options: values of options of the core and of plugins; other options of the core have their defaults.
        plugins: the plugins that are part of it, in order.
    """

    name: str
    source: str
    about: str
    options: Mapping[str, OptionValue] = attrs.field(hash=False, converter=_with_defaults)
    plugins: tuple[str, ...] = ()


DEFAULT_PRESET: Final = "pagat"


def _preset(name: str, source: str, about: str) -> Preset:
    own = {option.name: option.presets[name] for option in CORE_OPTIONS.values() if name in option.presets}
    return Preset(name, source, about, own)


CORE_PRESETS: Final[Mapping[str, Preset]] = {
    preset.name: preset
    for preset in (
        _preset(
            "pagat",
            "000",
            "the usual rules, with two jokers; you may keep the top discard; a group needs different suits;"
            ' you may call "Rummy!" for melds and lay-offs',
        ),
        _preset(
            "north-american",
            "002",
            'two jokers; you may lay off only after a meld of your own; you may call "Rummy!" only for lay-offs',
        ),
        _preset(
            "classic",
            "003",
            'no jokers; even the top discard must be used at once; a group may have any suits; nobody calls "Rummy!"',
        ),
        _preset(
            "family",
            "004",
            "two jokers; an ace always counts 1; you may not discard what you have just drawn; a card from deep in the"
            " pile must go into a new meld",
        ),
    )
}
