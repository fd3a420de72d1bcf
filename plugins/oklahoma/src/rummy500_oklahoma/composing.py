"""The name and options of Oklahoma, and the options of the core that it sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import Fixed, Option, OptionValue, PluginInfo, Settings, hookimpl

JOKERS: Final = "oklahoma.jokers"
OPENING_USE: Final = "oklahoma.opening-use"
NEW_MELD_ONLY: Final = "oklahoma.new-meld-only"
#: The size of a closed group, and the default target of a match.
CLOSED: Final = 4
TARGET: Final = 1000

_VALUES: Final = "Oklahoma has its own table of card points"
_PILE: Final = "whoever takes the top discard takes the whole pile"


_OPTIONS: Final = (
    Option(
        JOKERS,
        "oklahoma.jokers",
        "jokers in the double pack, in all",
        least=0,
        most=4,
        default=0,
        words={0: "no jokers", 1: "1 joker in all", None: "{value} jokers in all"},
    ),
    Option(
        OPENING_USE,
        OPENING_USE,
        "whether the upcard on offer must be used at once",
        flag=True,
        words={
            False: "the upcard on offer may be taken to keep",
            True: "the upcard on offer must be used at once",
        },
    ),
    Option(
        NEW_MELD_ONLY,
        NEW_MELD_ONLY,
        "whether the pile is taken for a new meld only",
        flag=True,
        words={
            False: "you may take the pile for a new meld, a lay-off or a joker",
            True: "you may take the pile only for a new meld",
        },
    ),
)


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin and its conflicts."""
    return PluginInfo(
        "oklahoma",
        "two packs; deuces are wild; you take the whole pile or nothing; the queen of spades costs 100 in hand;"
        " played to 1000 points",
        source="003",
        conflicts={
            "persian": "a joker is wild in one and never in the other, and each has its own pack",
            "floating": "Oklahoma ends the hand with a discard, and nobody floats",
            "throw-down": _PILE + ", so there is no card to pick from under others",
            "dealers-gambit": "each has its own rules for jokers, and it splits a pile that is taken whole here",
            "five-ten-fifteen": _VALUES,
            "scoring": _VALUES,
            "michigan": "Oklahoma has no calls, and a match of many hands",
        },
        displaces=("five-ten-fifteen",),
        seats=(2, 4),
        options=_OPTIONS,
    )


@hookimpl
def settings(options: Mapping[str, OptionValue]) -> Settings:
    """Set the core's options for Oklahoma under any preset, and fix those that define the game.

    `oklahoma.new-meld-only` decides the value of `draw.deep-use`. Source 003 deducts hands when the stock ends the
    hand.
    """
    fixes = {
        "deck.packs": Fixed(2, "Oklahoma is played with two packs"),
        "deck.jokers": Fixed(0, f"the jokers of both packs together are {JOKERS}"),
        "meld.group-max": Fixed(CLOSED, "a group of four is closed in Oklahoma"),
        "draw.top": Fixed("must-meld", _PILE + " and must use its top card"),
        "draw.deep-use": Fixed("new-meld" if options[NEW_MELD_ONLY] else "any", f"{NEW_MELD_ONLY} decides it"),
        "discard.barred": Fixed("lone-top", "a card drawn unseen may be discarded in Oklahoma"),
        "call": Fixed("none", "Oklahoma has no calls"),
    }
    if options[OPENING_USE]:
        fixes["deal.opening"] = Fixed("offer", f"{OPENING_USE} is about the upcard on offer")
    return Settings(
        sets={
            "deal.size": 13,
            "deal.opening": "offer",
            "deal.next-dealer": "left",
            "meld.group-suits": "any",
            "meld.run-min": 3,
            "meld.ace": "both",
            "meld.layoff": "own",
            "meld.first-minimum": 0,
            "out.discard": "required",
            "stock.empty": "strict",
            "match.target": TARGET,
            "match.reached": "reach",
        },
        fixes=fixes,
        idle={"score.ace": "an ace always counts 20 in Oklahoma"},
        deducts_at_stock_end=True,
    )
