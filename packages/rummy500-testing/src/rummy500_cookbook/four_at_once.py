"""Four of a kind, melded at once, counts double."""

from collections.abc import Iterable
from typing import Final

import attrs

from rummy500.hooks import (
    Action,
    HandMemory,
    LineKind,
    LinesAfter,
    PluginInfo,
    RuleEntry,
    Rules,
    ScoreLine,
    State,
    StateOrView,
    Unsettled,
    hookimpl,
    meld_points_so_far,
    recall,
)


@attrs.frozen
class FourAtOnce:
    """The indices in the table of groups that began with four cards."""

    melds: tuple[int, ...] = ()


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("four-at-once", "four of a kind at once counts double")


@hookimpl
def memory() -> HandMemory:
    def after(rules: Rules, before: State, action: Action, state: State) -> FourAtOnce:
        begun = range(len(before.public.table), len(state.public.table))
        melds = state.public.table
        new = (place for place in begun if not melds[place].is_run and len(melds[place].pieces) == 4)
        return FourAtOnce((*recall(rules, before, FourAtOnce).melds, *new))

    return HandMemory(FourAtOnce, after=after)


DOUBLE: Final = LineKind("four-at-once.double", "double", "{meld}, four at once")


@hookimpl
def score_lines() -> LinesAfter:
    def again(rules: Rules, sight: StateOrView, so_far: tuple[ScoreLine | Unsettled, ...]) -> Iterable[ScoreLine]:
        for place in recall(rules, sight, FourAtOnce).melds:
            owner = sight.public.table[place].owner
            yield DOUBLE(owner, meld_points_so_far(so_far, owner, place), meld=place)

    return LinesAfter(again)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "A group of four that is melded at once counts double for the player who melds it."
    return (RuleEntry("four-at-once.double", "Scoring", about, ("house",)),)
