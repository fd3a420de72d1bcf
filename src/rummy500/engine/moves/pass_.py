"""`pass`: decline the opening offer (`deal.opening-offer`), or end a hand whose stock is empty (`stock.empty`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy500.base.errors import Reason, Refusal
from rummy500.base.records import replace
from rummy500.engine.facts import ViewFacts
from rummy500.engine.moves.draw import can_draw
from rummy500.engine.turns import hand_ended, wrong_phase
from rummy500.rules.actions import PASS, Action
from rummy500.rules.move import Move
from rummy500.rules.rules import Rules
from rummy500.rules.state import DRAW_PHASE, ENDED_STOCK, OFFER_PHASE, State, Turn, View


def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """`pass`, where it can be made."""
    rules, view = facts.rules, facts.view
    if view.public.phase == OFFER_PHASE or not can_draw(rules, view):
        return (rules.cache.actions.passes[view.seat],)
    return ()


_NOT_EMPTY: Final = Reason(
    "stock.empty", "not-empty", "You pass only when the stock is empty; there is a card to draw."
)


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """There is nothing to decline while the stock gives a card."""
    if view.public.phase == OFFER_PHASE or not can_draw(rules, view):
        return None
    return _NOT_EMPTY()


def effect(rules: Rules, state: State, action: Action) -> State:
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


PASS_MOVE = Move(PASS, (DRAW_PHASE, OFFER_PHASE), "turn", generate, check, effect, wrong_phase)
