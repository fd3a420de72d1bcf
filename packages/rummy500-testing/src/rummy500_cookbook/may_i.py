"""Before a draw from the stock the others may buy the top discard, with a penalty card."""

from collections.abc import Iterable, Mapping

import attrs

from rummy500.hooks import (
    DRAW_PHASE,
    Action,
    Effect,
    HandMemory,
    Move,
    PluginInfo,
    Refusal,
    RuleEntry,
    Rules,
    State,
    View,
    ViewFacts,
    WrapEffect,
    carry_out,
    draw_cards,
    hookimpl,
    recall,
    remember,
    replace,
    take_from_pile,
    wrong_phase,
)


@attrs.frozen
class Waiting:
    """The seat whose draw waits for the others; -1 for none."""

    seat: int = -1


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("may-i", "before a draw from the stock the others may buy the top discard")


@hookimpl
def memory() -> HandMemory:
    return HandMemory(Waiting)


@hookimpl
def effects() -> Mapping[str, WrapEffect]:
    def after_the_others(draw: Effect) -> Effect:
        def asked(rules: Rules, state: State, action: Action) -> State:
            public = state.public
            waited = recall(rules, state, Waiting).seat == action.seat
            if waited or public.phase != DRAW_PHASE or not public.pile or public.stock_count < 2:
                return draw(rules, remember(rules, state, Waiting()), action)
            return ask_next(rules, remember(rules, state, Waiting(action.seat)), action.seat)

        return asked

    return {"draw": after_the_others}


def ask_next(rules: Rules, state: State, seat: int) -> State:
    """Ask the next seat, except the one that discarded; after the last, make the draw."""
    drawer = recall(rules, state, Waiting).seat
    clockwise = [(seat + step) % rules.seats for step in range(1, rules.seats + 1)]
    for asked in clockwise[: clockwise.index(drawer)]:
        if asked != state.public.last:
            return replace(state, public=replace(state.public, phase="may-i", to_act=asked))
    return carry_out(rules, back(rules, state), Action(drawer, "draw"))


def back(rules: Rules, state: State) -> State:
    """Return the turn to the seat that waits."""
    drawer = recall(rules, state, Waiting).seat
    return replace(state, public=replace(state.public, phase=DRAW_PHASE, to_act=drawer))


def decline(rules: Rules, state: State, action: Action) -> State:
    """Decline the discard, so that the next seat is asked."""
    return ask_next(rules, state, action.seat)


def buy(rules: Rules, state: State, action: Action) -> State:
    """Give the seat the top discard and a card of the stock, then make the draw."""
    state = back(rules, state)
    state = draw_cards(take_from_pile(state, action.seat, [1]), action.seat)
    return carry_out(rules, state, Action(state.public.to_act, "draw"))


def answer(verb: str, effect: Effect) -> Move:
    """Make a move without arguments, which is always legal in its phase."""

    def listed(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        return [Action(facts.view.seat, verb)]

    def check(rules: Rules, view: View, action: Action) -> Refusal | None:
        return None

    return Move(verb, ("may-i",), "turn", listed, check, effect, wrong_phase, other_hands=True)


@hookimpl
def moves() -> tuple[Move, ...]:
    return (answer("decline", decline), answer("buy", buy))


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = (
        "Before you draw from the stock, the others, from your left, may buy the top discard: the first who wants it "
        "gets it with a card of the stock. Nobody buys the card that they have discarded."
    )
    return (RuleEntry("may-i.buy", "A turn", about, ("house",)),)
