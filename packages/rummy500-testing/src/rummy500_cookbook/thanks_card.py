"""A lay-off on another player's meld draws a card, unless it ends the hand."""

from collections.abc import Mapping

import rummy500 as r5
from rummy500.hooks import (
    Action,
    Effect,
    PluginInfo,
    RuleEntry,
    Rules,
    State,
    WrapEffect,
    draw_cards,
    hookimpl,
)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("thanks-card", "a card for whoever lays off on another player's meld")


@hookimpl
def effects() -> Mapping[str, WrapEffect]:
    def laying(effect: Effect) -> Effect:
        def lay(rules: Rules, state: State, action: Action) -> State:
            after = effect(rules, state, action)
            if action.use != "lay" or state.public.table[action.on].owner == action.seat:
                return after
            return after if r5.is_over(after) else draw_cards(after, action.seat)

        return lay

    # A lay-off can be part of a take or a call, too.
    return {"lay": laying, "take": laying, "call": laying}


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "A lay-off on another player's meld draws a card from the stock, unless it ends the hand."
    return (RuleEntry("thanks-card.draw", "A turn", about, ("house",)),)
