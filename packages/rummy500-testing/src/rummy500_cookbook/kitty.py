"""Three cards lie face down as a kitty; the player of the first meld of the hand picks them up."""

from collections.abc import Mapping

import rummy500 as r5
from rummy500.hooks import (
    Action,
    Deal,
    Effect,
    PluginInfo,
    Pocket,
    Round,
    RuleEntry,
    Rules,
    State,
    WrapEffect,
    hookimpl,
    pick_up,
    set_aside,
)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("kitty", "three cards face down for the player of the first meld")


@hookimpl
def memory() -> Pocket:
    return Pocket("kitty", of="table", seen="nobody")


@hookimpl
def dealing() -> Deal:
    def lay_kitty(rules: Rules, state: State) -> State:
        return set_aside(rules, state, "kitty", from_stock=3)

    return Deal((Round(begin=lay_kitty),))


@hookimpl
def effects() -> Mapping[str, WrapEffect]:
    def melding(effect: Effect) -> Effect:
        def meld(rules: Rules, state: State, action: Action) -> State:
            after = effect(rules, state, action)
            is_first = not state.public.table and after.public.table
            return pick_up(rules, after, "kitty", action.seat) if is_first and not r5.is_over(after) else after

        return meld

    # A meld can be part of a take or a call, too.
    return dict.fromkeys(("meld", "take", "call"), melding)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = (
        "Three cards of the stock lie face down beside it, the kitty. The player of the first meld of the hand picks"
        " them up, unless the meld ends the hand."
    )
    return (RuleEntry("kitty.first-meld", "A turn", about, ("house",)),)
