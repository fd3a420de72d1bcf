"""Who the plugin is, its option, and which options of others go with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500 import ComposeError
from rummy500.hooks import Option, OptionValue, PluginInfo, hookimpl
from rummy500_add_opponents_hand.names import ADD, LATE, LATE_RULE

_OKLAHOMA: Final = "oklahoma."


@hookimpl
def plugin_info() -> PluginInfo:
    """Who it is, and what it cannot be played with."""
    return PluginInfo(
        ADD,
        "nobody deducts: whoever goes out adds what the others still hold",
        source="001",
        conflicts={"michigan": "in Michigan every player deducts what is left in hand, and here nobody does"},
    )


@hookimpl
def options() -> tuple[Option, ...]:
    """Whether the others may lay off once somebody has gone out."""
    return (
        Option(
            LATE,
            LATE_RULE,
            "whether the others may lay off once somebody has gone out",
            flag=True,
            default=True,
            words={
                True: "the others may lay off once somebody has gone out",
                False: "the hand ends as soon as somebody has gone out",
            },
        ),
    )


def check_late(options: Mapping[str, OptionValue]) -> None:
    """Refuse late lay-offs where nobody may lay off on an opponent's meld.

    The options are not settled before all plugins and the caller have had their say, so this is no part of `settings`.

    Raises:
        ComposeError: with what does not go together.
    """
    without = f"{LATE} = false plays without them"
    if any(name.startswith(_OKLAHOMA) for name in options):
        raise ComposeError(
            f"plugins {ADD} and oklahoma do not go together with late lay-offs: Oklahoma lays off on one's own melds,"
            f" and its pay for going out looks at the last turn of the hand; {without}"
        )
    if options["meld.layoff"] == "own":
        raise ComposeError(
            f"option meld.layoff cannot be 'own' with plugin {ADD}: late lay-offs go on opponents' melds; {without}"
        )
