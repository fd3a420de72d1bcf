"""The end of turns and hands: the next turn, going out, an empty stock (rules `turn.*`, `out.*`, `stock.*`)."""

from __future__ import annotations

from typing import Final

from rummy500.actions import Action
from rummy500.cards import EMPTY_BAG, Bag, size
from rummy500.records import replace
from rummy500.rules import Rules
from rummy500.state import (
    DRAW_PHASE,
    ENDED_CIRCLE,
    ENDED_OUT,
    ENDED_STOCK,
    NEW_TURN,
    OFFER_PHASE,
    OVER_PHASE,
    PLAY_PHASE,
    PublicState,
    State,
)

_FIRST_PHASES: Final = {"offer": OFFER_PHASE, "extra-card": PLAY_PHASE}


def first_phase(rules: Rules) -> str:
    """The core's first phase, as `deal.opening` says, in which the player on the dealer's left acts."""
    return _FIRST_PHASES.get(str(rules.options["deal.opening"]), DRAW_PHASE)


def hand_ended(state: State, why: str, out: int = -1) -> State:
    """The state with the hand over.

    Args:
        state: the state after the last action.
        why: `out`, `stock`, `circle`, or a plugin's word.
        out: the seat that went out, -1 for none.
    """
    return replace(state, public=replace(state.public, phase=OVER_PHASE, ended=why, out=out))


def goes_out(_: Rules, state: State, action: Action) -> State:
    """`out.meld-or-discard`, `score.no-late-melds`: an empty hand ends the hand at once, for the seat that acted."""
    return hand_ended(state, ENDED_OUT, action.seat)


def next_turn(rules: Rules, state: State) -> State:
    """The turn of the seat on turn has ended: the next seat's begins, unless the stock ends the hand.

    Args:
        rules: the rules.
        state: the state with the discard, if the turn had one, on the pile; the turn is still that of the seat whose
            turn has ended.
    """
    public = state.public
    return begin_next_turn(rules, state, state.hands, public.pile, public.sizes, public.known)


def begin_next_turn(
    rules: Rules, state: State, hands: tuple[Bag, ...], pile: bytes, sizes: int, known: tuple[Bag, ...]
) -> State:
    """End a turn in one step, from the state before its end and what a discard changes.

    The turn goes to the left (`turn.order`). With the stock empty the hand may end (`stock.strict`, `stock.circle`).
    """
    before = state.public
    seat = before.to_act
    idle = before.idle
    if before.stock_count == 0:
        # stock.circle: with the stock empty the lone top card was taken and nothing melded.
        turn = before.turn
        idle = idle + 1 if size(turn.taken) == 1 and not turn.plays else 0
    after = PublicState(
        DRAW_PHASE,
        seat + 1 if seat + 1 < len(known) else 0,
        seat,
        pile,
        before.table,
        NEW_TURN,
        sizes,
        known,
        before.stock_count,
        before.match,
        before.gone,
        idle,
        before.stale,
    )
    ended = State(after, hands, EMPTY_BAG, state.stock, state.slots)
    if before.stock_count == 0:
        if rules.turn.stock_empty == "strict":
            return hand_ended(ended, ENDED_STOCK)
        if idle >= rules.seats:
            return hand_ended(ended, ENDED_CIRCLE)
        return end_if_nothing_left(ended)  # a turn that has ended without a discard may leave no pile
    return ended


def end_if_nothing_left(state: State) -> State:
    """`stock.empty`: with stock and pile empty a hand in its draw phase ends at once."""
    if state.public.phase == DRAW_PHASE and not state.public.pile and not state.public.stock_count:
        return hand_ended(state, ENDED_STOCK)
    return state
