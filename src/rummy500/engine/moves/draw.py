"""`draw`, `pass` and `deck: reshuffle ...`: the stock, and what happens when it is empty (`draw.stock`, `stock.*`).

`pass` also declines the opening offer (`deal.opening-offer`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy500.base.errors import Reason, Refusal
from rummy500.base.records import replace
from rummy500.cards.cards import ONE, add, cards_text
from rummy500.engine.facts import ViewFacts
from rummy500.engine.turns import hand_ended
from rummy500.rules.actions import DRAW, PASS, RESHUFFLE, Action
from rummy500.rules.move import MoveInPlay, Secret
from rummy500.rules.rules import Rules
from rummy500.rules.state import (
    DRAW_PHASE,
    ENDED_STOCK,
    NEW_TURN,
    OFFER_PHASE,
    ONE_CARD,
    PLAY_PHASE,
    RESHUFFLE_PHASE,
    PublicState,
    State,
    Turn,
    View,
    with_seat,
)


def draws(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
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


def check_draw(rules: Rules, view: View, action: Action) -> Refusal | None:
    """`stock.empty`: an empty stock gives no card."""
    public = view.public
    if public.stock_count > 0 or can_reshuffle(rules, public):
        return None if rules.turn.may_draw is None else rules.turn.may_draw(rules, view)
    return _EMPTY()


def draw(rules: Rules, state: State, action: Action) -> State:
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


# ---------------------------------------------------------------- passing


def passes(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """`pass`, where it can be made."""
    rules, view = facts.rules, facts.view
    if view.public.phase == OFFER_PHASE or not can_draw(rules, view):
        return (rules.cache.actions.passes[view.seat],)
    return ()


_NOT_EMPTY: Final = Reason(
    "stock.empty", "not-empty", "You pass only when the stock is empty; there is a card to draw."
)


def check_pass(rules: Rules, view: View, action: Action) -> Refusal | None:
    """There is nothing to decline while the stock gives a card."""
    if view.public.phase == OFFER_PHASE or not can_draw(rules, view):
        return None
    return _NOT_EMPTY()


def decline(rules: Rules, state: State, action: Action) -> State:
    """The next seat is offered the upcard (`deal.opening-offer`), or the hand ends (`stock.empty`)."""
    before = state.public
    if before.phase != OFFER_PHASE:
        return hand_ended(state, ENDED_STOCK)
    refused_by_all = action.seat == before.match.dealer
    after = replace(
        before,
        phase=DRAW_PHASE if refused_by_all else OFFER_PHASE,
        to_act=(action.seat + 1) % rules.seats,
        turn=Turn(stock_only=refused_by_all),
    )
    return replace(state, public=after)


# ---------------------------------------------------------------- the reshuffle, an outcome of chance
# The pile below its top becomes the stock, in an order that is fact.


_OTHER_CARDS: Final = Reason(
    "stock.reshuffle", "other-cards", "A reshuffle orders the cards below the top of the pile: {cards}."
)


def no_decision(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """List nothing: an outcome of chance is not a decision; `chance` samples one."""
    return ()


def check_reshuffle(rules: Rules, view: View, action: Action) -> Refusal | None:
    """The order must be one of the cards that lie below the top of the pile."""
    below = view.public.pile[:-1]
    if sorted(action.cards) == sorted(below):
        return None
    return _OTHER_CARDS(cards=cards_text(below))


def turn_pile_over(rules: Rules, state: State, action: Action) -> State:
    """The new stock is there, and the seat that asked has its card."""
    public = state.public
    after = replace(public, pile=public.pile[-1:], stock_count=len(action.cards), idle=0, stale=True)
    return give(rules, replace(state, public=after, stock=action.cards), public.to_act)


DRAW_MOVE = MoveInPlay(DRAW, phases=(DRAW_PHASE,), generate=draws, check=check_draw, effect=draw)
PASS_MOVE = MoveInPlay(PASS, phases=(DRAW_PHASE, OFFER_PHASE), generate=passes, check=check_pass, effect=decline)
RESHUFFLE_MOVE = MoveInPlay(
    RESHUFFLE,
    phases=(RESHUFFLE_PHASE,),
    whose="deck",
    generate=no_decision,
    check=check_reshuffle,
    effect=turn_pile_over,
    fields=("cards",),
    secret=Secret(redact=lambda rules, action, seat: replace(action, cards=b"")),  # nobody sees the order of the stock
)
