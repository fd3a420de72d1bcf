"""`draw`: from the stock (`draw.stock`), or asking for the reshuffle of an empty one (`stock.reshuffle`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy500.base.errors import Reason, Refusal
from rummy500.cards.cards import ONE, add
from rummy500.engine.facts import ViewFacts
from rummy500.engine.turns import already_drawn
from rummy500.rules.actions import DRAW, Action
from rummy500.rules.move import Move
from rummy500.rules.rules import Rules
from rummy500.rules.state import (
    DRAW_PHASE,
    NEW_TURN,
    ONE_CARD,
    PLAY_PHASE,
    RESHUFFLE_PHASE,
    PublicState,
    State,
    View,
    with_seat,
)


def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """`draw`, where it can be made."""
    if can_draw(facts.rules, facts.view):
        return (facts.rules.cache.actions.draws[facts.view.seat],)
    return ()


def can_draw(rules: Rules, view: View) -> bool:
    """Whether there is a card to draw, or a pile to reshuffle for one, and the seat may have it."""
    public = view.public
    if public.stock_count == 0 and not can_reshuffle(rules, public):
        return False
    return rules.turn.may_draw is None or rules.turn.may_draw(rules, view) is None


def can_reshuffle(rules: Rules, public: PublicState) -> bool:
    """`stock.reshuffle`: the pile has a card below its top, and something was melded since the last reshuffle."""
    return rules.turn.stock_empty == "reshuffle" and len(public.pile) > 1 and not public.stale


_EMPTY: Final = Reason("stock.empty", "empty", "The stock is empty: take from the pile with a use, or pass.")


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """`stock.empty`: an empty stock gives no card."""
    public = view.public
    if public.stock_count > 0 or can_reshuffle(rules, public):
        return None if rules.turn.may_draw is None else rules.turn.may_draw(rules, view)
    return _EMPTY()


def effect(rules: Rules, state: State, action: Action) -> State:
    """The seat has the next card of the stock; where the stock is empty the deck is asked first."""
    if not state.stock:
        return state.__replace__(public=state.public.__replace__(phase=RESHUFFLE_PHASE))
    return give(rules, state, action.seat)


def give(rules: Rules, state: State, seat: int) -> State:
    """`draw.stock`: the seat draws from a stock that is not empty."""
    before = state.public
    stock = state.stock
    hand = add(state.hands[seat], stock[0])
    drawn = ONE[stock[0]]
    count = 1
    for card in stock[1 : rules.turn.draw_count]:
        hand = add(hand, card)
        drawn = add(drawn, card)
        count += 1
    after = before.__replace__(
        phase=PLAY_PHASE,
        turn=NEW_TURN,
        sizes=before.sizes + count * ONE_CARD[seat],
        stock_count=before.stock_count - count,
    )
    return state.__replace__(public=after, hands=with_seat(state.hands, seat, hand), drawn=drawn, stock=stock[count:])


DRAW_MOVE = Move(DRAW, (DRAW_PHASE,), "turn", generate, check, effect, already_drawn)
