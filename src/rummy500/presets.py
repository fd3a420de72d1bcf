"""Presets: a value for every option, as a source has it; the options of the core say their own values in each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import attrs

from rummy500.options import CORE_OPTIONS, OptionValue


def _with_defaults(options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    if not isinstance(cast("object", options), Mapping):
        return options  # refused with the plugin's name when rules are composed
    return {**{option.name: option.default for option in CORE_OPTIONS.values()}, **options}


@attrs.frozen
class Preset:
    """A preset.

    Attributes:
        name: its name.
        source: the source document that it follows, by the first three digits of its name.
        about: what is particular, in a line.
        options: the value of every core option, and of options of plugins; core options that are not given have their
            default.
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
        _preset("pagat", "000", "two jokers a pack, top discard free, groups of different suits, full calls"),
        _preset("north-american", "002", "two jokers, must have melded before laying off, calls for lay-offs"),
        _preset("classic", "003", "no jokers, every take must be used, groups of any suits, no calls"),
        _preset(
            "family",
            "004",
            "two jokers, aces always 1, no discard of a card drawn this turn, deeper takes make a new meld",
        ),
    )
}
