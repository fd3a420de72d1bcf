"""Presets: a value for every option, as a source has it; the options of the core say their own values in each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from rummy500.options import CORE_OPTIONS, OptionValue


@attrs.frozen
class Preset:
    """A preset.

    Attributes:
        name: its name.
        source: the source document that it follows, by the first three digits of its name.
        about: what is particular, in a line.
        options: the value of every core option; options of plugins may stand beside them.
        plugins: the plugins that it brings along, in order.
    """

    name: str
    source: str
    about: str
    options: Mapping[str, OptionValue] = attrs.field(hash=False)
    plugins: tuple[str, ...] = ()


DEFAULT_PRESET: Final = "pagat"


def _preset(name: str, source: str, about: str) -> Preset:
    values = {option.name: option.presets.get(name, option.default) for option in CORE_OPTIONS.values()}
    return Preset(name, source, about, values)


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
