"""After the end the others may still meld and lay off."""

from rummy500.hooks import (
    Action,
    Last,
    Move,
    PluginInfo,
    RuleEntry,
    Rules,
    State,
    give_turn,
    hand_ended,
    hookimpl,
    replace,
)

LATE, RULE = "last-plays", "last-plays.late"


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("last-plays", "after the end the others may still meld and lay off")


def next_player(rules: Rules, state: State, seat: int) -> State:
    """Let the next player who has cards play; the hand is over when it is the turn of the one who went out."""
    out, following = state.public.out, (seat + 1) % rules.seats
    while following != out and not state.public.hand_size(following):
        following = (following + 1) % rules.seats
    return hand_ended(state, "out", out) if following == out else give_turn(rules, state, following, LATE)


@hookimpl
def hand_emptied() -> Last:
    def emptied(rules: Rules, state: State, action: Action) -> State:
        if state.public.phase != LATE:
            state = replace(state, public=replace(state.public, out=action.seat))
        return next_player(rules, state, action.seat)

    return Last(emptied)


def done(rules: Rules, state: State, action: Action) -> State:
    return next_player(rules, state, action.seat)


@hookimpl
def moves() -> tuple[Move, ...]:
    """The core's `meld` and `lay` in a phase of its own, and the word that ends them."""
    return (Move("meld", phases=(LATE,)), Move("lay", phases=(LATE,)), Move("done", effect=done, phases=(LATE,)))


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Once a player has gone out, the others in turn may still meld and lay off."
    return (RuleEntry(RULE, "Scoring", about, ("house",), replaces=("score.no-late-melds",)),)
