"""The name and the option of Add opponent's hand, and the options that it does not go with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500 import ComposeError
from rummy500.hooks import Option, OptionValue, PluginInfo, Reason, hookimpl
from rummy500_add_opponents_hand.names import ADD, LATE, LATE_RULE

_OKLAHOMA: Final = "oklahoma."


_OPTIONS: Final = (
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


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin and its conflict with Michigan."""
    return PluginInfo(
        ADD,
        "cards left in hand count for the player who went out; the others may still lay off",
        source="001",
        conflicts={"michigan": "in Michigan every player deducts what is left in hand, and here nobody does"},
        options=_OPTIONS,
        rules_version=2,
        title="Add opponent's hand",
    )


_OKLAHOMA_LATE: Final = Reason(
    LATE_RULE,
    "oklahoma",
    "plugins {plugin} and {other:plugin} do not go together with late lay-offs: in Oklahoma players lay off on their"
    " own melds, and its bonus for going out depends on the last turn of the hand; {option} = false plays without them",
)
_OWN_LATE: Final = Reason(
    LATE_RULE,
    "own-melds",
    "option {option} cannot be 'own' with plugin {plugin}: late lay-offs go on opponents' melds; {late:option} = false"
    " plays without them",
)


def check_late(options: Mapping[str, OptionValue]) -> None:
    """Refuse late lay-offs if nobody may lay off on an opponent's meld.

    `settings` cannot do this: later plugins and the caller may still change the options.

    Raises:
        ComposeError: if they do not go together.
    """
    if any(name.startswith(_OKLAHOMA) for name in options):
        raise ComposeError(_OKLAHOMA_LATE(plugin=ADD, other="oklahoma", option=LATE))
    if options["meld.layoff"] == "own":
        raise ComposeError(_OWN_LATE(option="meld.layoff", plugin=ADD, late=LATE))
