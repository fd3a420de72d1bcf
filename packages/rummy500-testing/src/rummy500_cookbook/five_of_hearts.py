"""The five of hearts costs 25 points if it is left in hand."""

import rummy500 as r5
from rummy500.hooks import PluginInfo, RuleEntry, hookimpl

FIVE_OF_HEARTS = r5.parse_card("5h")


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("five-of-hearts", "the five of hearts in hand takes 25 points away")


@hookimpl
def card_points(card: int, place: str) -> int | None:
    return 25 if card == FIVE_OF_HEARTS and place == "hand" else None


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Left in hand, the five of hearts takes 25 points away; on the table it counts as before."
    return (RuleEntry("five-of-hearts.penalty", "Scoring", about, ("house",)),)
