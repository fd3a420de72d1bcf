"""The core's presets: one value for every core option, as a source has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from rummy500.options import OptionValue


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

_PAGAT: Final[Mapping[str, OptionValue]] = {
    "deck.jokers": 2,
    "deck.packs": "auto",
    "deal.size": "auto",
    "deal.opening": "upcard",
    "deal.next-dealer": "left",
    "meld.group-suits": "different",
    "meld.group-max": 4,
    "meld.run-min": 3,
    "meld.ace": "both",
    "meld.layoff": "any",
    "meld.first-minimum": 0,
    "draw.top": "free",
    "draw.deep-use": "any",
    "discard.barred": "lone-top",
    "out.discard": "optional",
    "stock.empty": "pile",
    "call": "full",
    "score.ace": "by-use",
    "match.target": 500,
    "match.reached": "exceed",
}

_ANY_SUITS: Final[Mapping[str, OptionValue]] = {
    **_PAGAT,
    "meld.group-suits": "any",
    "meld.group-max": 0,
    "match.reached": "reach",
}

CORE_PRESETS: Final[Mapping[str, Preset]] = {
    preset.name: preset
    for preset in (
        Preset(
            "pagat",
            "000",
            "two jokers a pack, top discard free, groups of different suits, full calls",
            _PAGAT,
        ),
        Preset(
            "north-american",
            "002",
            "two jokers, must have melded before laying off, calls for lay-offs",
            {**_ANY_SUITS, "meld.layoff": "after-meld", "call": "layoffs"},
        ),
        Preset(
            "classic",
            "003",
            "no jokers, every take must be used, groups of any suits, no calls",
            {**_ANY_SUITS, "deck.jokers": 0, "draw.top": "must-meld", "call": "none"},
        ),
        Preset(
            "family",
            "004",
            "two jokers, aces always 1, no discard of a card drawn this turn, deeper takes make a new meld",
            {
                **_ANY_SUITS,
                "draw.deep-use": "new-meld",
                "discard.barred": "drawn",
                "call": "none",
                "score.ace": "one",
            },
        ),
    )
}
