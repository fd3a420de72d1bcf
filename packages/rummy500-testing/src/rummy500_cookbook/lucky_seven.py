"""A draw from a stock of seven cards gives the next one, too."""

from collections.abc import Mapping

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
    return PluginInfo("lucky-seven", "a second card for whoever draws from a stock of seven")


@hookimpl
def effects() -> Mapping[str, WrapEffect]:
    def drawing(effect: Effect) -> Effect:
        def draw(rules: Rules, state: State, action: Action) -> State:
            after = effect(rules, state, action)
            return draw_cards(after, action.seat) if state.public.stock_count == 7 else after

        return draw

    return {"draw": drawing}


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "A draw from a stock of seven cards gives one card more."
    return (RuleEntry("lucky-seven.more", "A turn", about, ("house",)),)
