"""Jokers are never discarded."""

from collections.abc import Mapping

from rummy500.hooks import (
    JOKER,
    Bag,
    Bar,
    Forbids,
    PluginInfo,
    Refusal,
    RuleEntry,
    Rules,
    View,
    bag_of,
    hookimpl,
    refuse,
)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("jokers-stay", "jokers are never discarded")


@hookimpl
def may() -> Mapping[str, Forbids]:
    def jokers(rules: Rules, view: View) -> Bag:
        return bag_of(card for card in view.cards if card == JOKER)

    def why(card: int) -> Refusal:
        return refuse("jokers-stay.discard", "joker", "A joker is not discarded; discard another card.")

    return {"discard": Bar(jokers, why)}


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "A joker is not discarded, unless nothing else could end your turn."
    return (RuleEntry("jokers-stay.discard", "A turn", about, ("house",)),)
