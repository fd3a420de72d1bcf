"""The hand ends after three rounds in which nobody melds or lays off."""

import attrs

from rummy500.hooks import (
    GoOn,
    HandMemory,
    PluginInfo,
    RuleEntry,
    Rules,
    State,
    TurnEnded,
    hand_ended,
    hookimpl,
    recall,
    remember,
)


@attrs.frozen
class EmptyTurns:
    """The number of turns in a row in which nothing was played."""

    turns: int = 0


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("empty-rounds", "three rounds without a meld or a lay-off end the hand")


@hookimpl
def memory() -> HandMemory:
    return HandMemory(EmptyTurns)


@hookimpl
def turn_ended() -> TurnEnded:
    def counted(rules: Rules, state: State) -> State | GoOn:
        turns = 0 if state.public.turn.plays else recall(rules, state, EmptyTurns).turns + 1
        state = remember(rules, state, EmptyTurns(turns))
        return GoOn(state) if turns < 3 * rules.seats else hand_ended(state, "empty rounds")

    return counted


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "The hand is over after three rounds in which nobody melds or lays off; nobody has gone out."
    return (RuleEntry("empty-rounds.end", "Going out, and the end of the stock", about, ("house",)),)
