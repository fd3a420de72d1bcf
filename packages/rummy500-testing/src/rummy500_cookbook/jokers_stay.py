"""Jokers are never discarded."""

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import (
    JOKER,
    Bag,
    Bar,
    Forbids,
    PluginInfo,
    Reason,
    Refusal,
    RuleEntry,
    Rules,
    View,
    bag_of,
    hookimpl,
)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("jokers-stay", "jokers are never discarded")


DISCARD_JOKER: Final = Reason("jokers-stay.discard", "joker", "A joker is not discarded; discard another card.")


@hookimpl
def may() -> Mapping[str, Forbids]:
    def jokers(rules: Rules, view: View) -> Bag:
        return bag_of(card for card in view.cards if card == JOKER)

    def why(card: int) -> Refusal:
        return DISCARD_JOKER()

    return {"discard": Bar(jokers, why)}


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "A joker is not discarded, unless nothing else could end your turn."
    return (RuleEntry("jokers-stay.discard", "A turn", about, ("house",)),)
