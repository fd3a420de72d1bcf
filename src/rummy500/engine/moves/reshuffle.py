"""`deck: reshuffle ...`: the pile below its top becomes the stock, in an order that is fact (`stock.reshuffle`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy500.base.errors import Reason, Refusal
from rummy500.base.records import replace
from rummy500.cards.cards import cards_text
from rummy500.engine.facts import ViewFacts
from rummy500.engine.moves.draw import give
from rummy500.engine.turns import wrong_phase
from rummy500.rules.actions import RESHUFFLE, Action
from rummy500.rules.move import Move
from rummy500.rules.rules import Rules
from rummy500.rules.state import RESHUFFLE_PHASE, State, View


def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """Nothing: an outcome of chance is not a decision; `chance` samples one."""
    return ()


_OTHER_CARDS: Final = Reason(
    "stock.reshuffle", "other-cards", "A reshuffle orders the cards below the top of the pile: {cards}."
)


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """The order must be one of the cards that lie below the top of the pile."""
    below = view.public.pile[:-1]
    if sorted(action.cards) == sorted(below):
        return None
    return _OTHER_CARDS(cards=cards_text(below))


def effect(rules: Rules, state: State, action: Action) -> State:
    """The new stock is there, and the seat that asked has its card."""
    public = state.public
    after = replace(public, pile=public.pile[-1:], stock_count=len(action.cards), idle=0, stale=True)
    return give(rules, replace(state, public=after, stock=action.cards), public.to_act)


def hide_order(_rules: Rules, action: Action, _seat: int) -> Action:
    """Hide the order from everybody: it is that of the stock to come."""
    return replace(action, cards=b"")


RESHUFFLE_MOVE = Move(
    RESHUFFLE, (RESHUFFLE_PHASE,), "deck", generate, check, effect, wrong_phase, ("cards",), redact=hide_order
)
