"""Nobody melds or lays off in the first round."""

from collections.abc import Mapping
from typing import Final

import attrs

from rummy500.hooks import (
    Action,
    Forbids,
    HandMemory,
    Meld,
    PluginInfo,
    Reason,
    Refusal,
    RuleEntry,
    Rules,
    State,
    View,
    hookimpl,
    recall,
)


@attrs.frozen
class HadATurn:
    """The seats that have ended a turn in this hand, in the order of their first turns."""

    seats: tuple[int, ...] = ()


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("no-early-melds", "nobody melds or lays off in the first round")


@hookimpl
def memory() -> HandMemory:
    def after(rules: Rules, before: State, action: Action, state: State) -> HadATurn:
        record, last = recall(rules, before, HadATurn), state.public.last
        return record if last < 0 or last in record.seats else HadATurn((*record.seats, last))

    return HandMemory(HadATurn, after=after)


TOO_EARLY: Final = Reason(
    "no-early-melds.wait",
    "too-early",
    "Melds begin in the second round.",
)


@hookimpl
def may() -> Mapping[str, Forbids]:
    def not_yet(rules: Rules, view: View, meld: Meld, on: int) -> Refusal | None:
        if len(recall(rules, view, HadATurn).seats) == rules.seats:
            return None
        return TOO_EARLY()

    return {"meld": not_yet}


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Nobody melds, lays off or calls until everybody has had a turn."
    return (RuleEntry("no-early-melds.wait", "Melds", about, ("house",)),)
