"""The queen of spades counts 40, on the table and in hand."""

import rummy500 as r5
from rummy500.hooks import PluginInfo, RuleEntry, hookimpl

QUEEN_OF_SPADES = r5.parse_card("Qs")


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("queen-of-spades", "the queen of spades counts 40")


@hookimpl
def card_points(card: int) -> int | None:
    return 40 if card == QUEEN_OF_SPADES else None


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "The queen of spades counts 40, on the table and in hand."
    return (RuleEntry("queen-of-spades.points", "Scoring", about, ("house",)),)
