"""Predict turn, phase and end of the hand after an action of the core (`turn.*`, `out.*`)."""

from __future__ import annotations

from collections import Counter

import attrs

from rummy500.actions import CALL, DISCARD, DRAW, NONE, PASS, RESHUFFLE, TAKE, Action
from rummy500.rules.rules import Rules
from rummy500.state import (
    DRAW_PHASE,
    ENDED_CIRCLE,
    ENDED_OUT,
    ENDED_STOCK,
    OFFER_PHASE,
    OVER_PHASE,
    PLAY_PHASE,
    RESHUFFLE_PHASE,
    State,
)
from rummy500_testing.model.cards import Faces, faces_of_bag, hand_of
from rummy500_testing.model.judging import places_taken
from rummy500_testing.model.known import answered, cards_drawn


@attrs.frozen
class TurnState:
    """The turn, the phase and the end of a hand.

    Attributes:
        phase: the phase.
        to_act: the seat whose turn it is.
        last: the seat that ended the turn before, -1 if none has.
        ended: why the hand is over, empty while it goes on.
        out: who has gone out, -1 for nobody.
        claimed: whether the last discard has been claimed; this matters only before a draw.
    """

    phase: str
    to_act: int
    last: int
    ended: str = ""
    out: int = NONE
    claimed: bool = False


def turn_state(state: State) -> TurnState:
    """Return the turn, the phase and the end of a state's hand."""
    public = state.public
    claimed = public.phase == DRAW_PHASE and public.turn.claimed
    return TurnState(public.phase, public.to_act, public.last, public.ended, public.out, claimed)


def predicted_turn(rules: Rules, before: State, action: Action, after: State) -> TurnState | None:
    """Predict the turn, the phase and the end of a hand after an action of the core.

    Args:
        rules: the rules in force.
        before: the state before it.
        action: the action, or an outcome of chance.
        after: the state after it; only the places of the cards are used.

    Returns:
        The expected turn and phase; `None` where a plugin decides them.
    """
    public = before.public
    seat, left = action.seat, hand_of(after, action.seat) if action.seat >= 0 else Counter[int]()
    if action.verb == DRAW and not before.stock:
        return TurnState(RESHUFFLE_PHASE, public.to_act, public.last)
    if action.verb in (DRAW, RESHUFFLE):
        return TurnState(PLAY_PHASE, public.to_act, public.last)
    if action.verb == PASS:
        return _passed(rules, before, action)
    if action.verb == CALL and rules.options["call"] == "last-discard":
        if not before.stock and len(public.pile) == 1:
            return _over(public.to_act, public.last, ENDED_STOCK)
        return TurnState(DRAW_PHASE, public.to_act, public.last, claimed=True)
    if not left:
        return None if answered(rules, "hand_emptied") else _over(seat, public.last, ENDED_OUT, seat)
    if action.verb == DISCARD:
        return None if answered(rules, "turn_ended") else _discarded(rules, before)
    return TurnState(PLAY_PHASE, seat, public.last)


def _passed(rules: Rules, before: State, action: Action) -> TurnState:
    """`deal.opening-offer`: to the next seat, the dealer last; `stock.empty`: the hand is over."""
    public = before.public
    following = (action.seat + 1) % rules.seats
    if public.phase == OFFER_PHASE:
        return TurnState(DRAW_PHASE if action.seat == public.match.dealer else OFFER_PHASE, following, public.last)
    return _over(public.to_act, public.last, ENDED_STOCK)


def _discarded(rules: Rules, before: State) -> TurnState:
    """`turn.order`: to the left; `stock.strict`, `stock.circle`: not where the stock has run out."""
    seat = before.public.to_act
    following = (seat + 1) % rules.seats
    if not before.stock:
        if rules.options["stock.empty"] == "strict":
            return _over(following, seat, ENDED_STOCK)
        if idle_turns(before) >= rules.seats:
            return _over(following, seat, ENDED_CIRCLE)
    return TurnState(DRAW_PHASE, following, seat)


def idle_turns(before: State) -> int:
    """Count the turns in a row that only took the lone top card, including the present one (`stock.circle`)."""
    turn = before.public.turn
    alone = faces_of_bag(turn.taken).total() == 1 and not turn.plays
    return before.public.idle + 1 if alone else 0


def idle_after(before: State, action: Action) -> int:
    """Predict the number of idle turns in a row after an action of the core (`stock.circle`).

    Any card played to the table, by a call too, and a reshuffle reset the count.
    """
    if action.use or action.verb == RESHUFFLE:
        return 0
    return idle_turns(before) if action.verb == DISCARD and not before.stock else before.public.idle


def stale_after(before: State, action: Action) -> bool:
    """Predict whether nothing has been played since the last reshuffle, after an action (`stock.reshuffle`)."""
    return not action.use and (action.verb == RESHUFFLE or before.public.stale)


def _over(to_act: int, last: int, why: str, out: int = NONE) -> TurnState:
    return TurnState(OVER_PHASE, to_act, last, why, out)


def gained(rules: Rules, before: State, action: Action) -> tuple[Faces, Faces]:
    """Predict the cards that a turn has drawn and taken, after an action of the core in it."""
    if action.verb == DRAW:
        return Counter(before.stock[: cards_drawn(rules)]), Counter()
    if action.verb == RESHUFFLE:
        return Counter(action.cards[: cards_drawn(rules)]), Counter()
    if action.verb in (TAKE, CALL):
        earlier = faces_of_bag(before.public.turn.taken) if before.public.phase == PLAY_PHASE else Counter[int]()
        return Counter(), earlier + collected(rules, before, action)
    return faces_of_bag(before.drawn), faces_of_bag(before.public.turn.taken)


def collected(rules: Rules, before: State, action: Action) -> Faces:
    """Return the cards of the pile that a take or a call of the core collects."""
    pile = before.public.pile
    return Counter(pile[-place] for place in places_taken(rules, before, action))
