"""The name and options of the plugin `scoring`, the option of the core that it fixes, and the unit of the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import Fixed, Option, OptionValue, PluginInfo, Settings, hookimpl
from rummy500_scoring.names import (
    ACE,
    ACE_FIFTEEN_RULE,
    BY_USE,
    FIFTEEN,
    FIFTHS,
    FIFTHS_RULE,
    FIVE,
    HUNDRED,
    TEN_FIVE,
    TEN_FIVE_RULE,
    TWENTY_FIVE,
)

_OPTIONS: Final = (
    Option(
        ACE,
        ACE_FIFTEEN_RULE,
        "what an ace counts",
        {
            BY_USE: "an ace counts what the other rules say",
            FIFTEEN: "an ace always counts 15",
            TWENTY_FIVE: "an ace always counts 25",
            HUNDRED: "a high ace counts 15, and four aces of one player in a group 100",
        },
        default=BY_USE,
    ),
    Option(
        TEN_FIVE,
        TEN_FIVE_RULE,
        "whether tens and court cards count 10, all others 5",
        flag=True,
        words={True: "tens and court cards 10, every other card 5", False: "cards count what the other rules say"},
    ),
    Option(
        FIFTHS,
        FIFTHS_RULE,
        "whether all scores are divided by five",
        flag=True,
        words={True: "all scores are divided by five", False: "scores are not divided"},
    ),
)


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin and its conflict with Oklahoma."""
    return PluginInfo(
        "scoring",
        "you choose other points: aces always 15 or 25, four aces 100, only tens and fives, or scores divided by five",
        source="001",
        conflicts={"oklahoma": "Oklahoma has its own table of card points"},
        options=_OPTIONS,
        title="Other card values",
    )


@hookimpl
def settings(options: Mapping[str, OptionValue]) -> Settings:
    """Fix `score.ace` if an option of this plugin decides the points of aces; divide scores (`score.fifths`)."""
    fixes: dict[str, Fixed] = {}
    if options[ACE] != BY_USE:
        fixes["score.ace"] = Fixed("by-use", f"{ACE} = {options[ACE]!r} sets the points of an ace")
    elif options[TEN_FIVE]:
        fixes["score.ace"] = Fixed("by-use", f"{TEN_FIVE} makes an ace count 5")
    return Settings(fixes=fixes, point_unit=FIVE if options[FIFTHS] else None)
