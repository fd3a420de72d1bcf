"""The hand ends after three rounds in which nobody melds or lays off."""

import attrs

from rummy500.hooks import (
    PLAY_PHASE,
    Action,
    HandMemory,
    PluginInfo,
    RuleEntry,
    Rules,
    State,
    TurnEnded,
    hand_ended,
    hookimpl,
    recall,
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
    def counted(rules: Rules, before: State, action: Action, after: State) -> EmptyTurns:
        if before.public.turn.plays or after.public.turn.plays:
            return EmptyTurns()
        has_ended = before.public.phase == PLAY_PHASE and after.public.phase != PLAY_PHASE
        return EmptyTurns(recall(rules, before, EmptyTurns).turns + has_ended)

    return HandMemory(EmptyTurns, after=counted)


@hookimpl
def turn_ended() -> TurnEnded:
    def ended(rules: Rules, state: State) -> State | None:
        turns = 0 if state.public.turn.plays else recall(rules, state, EmptyTurns).turns + 1
        return hand_ended(state, "empty rounds") if turns >= 3 * rules.seats else None

    return ended


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "The hand is over after three rounds in which nobody melds or lays off; nobody has gone out."
    return (RuleEntry("empty-rounds.end", "Going out, and the end of the stock", about, ("house",)),)
