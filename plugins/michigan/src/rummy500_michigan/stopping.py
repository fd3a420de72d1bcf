"""Calling "Stop": the last discard is laid off, and a card may be discarded in its place (`call.stop`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from rummy500.hooks import (
    CORE_MOVES,
    DRAW_PHASE,
    ENDED_STOCK,
    NONE,
    OVER_PHASE,
    PLAY_PHASE,
    SPARE,
    Action,
    HandMemory,
    Move,
    Refusal,
    Rules,
    State,
    TurnEnded,
    View,
    ViewFacts,
    card_text,
    count,
    hand_ended,
    hookimpl,
    recall,
    refuse,
    remember,
    replace,
    wrong_phase,
)

#: The phase in which whoever has called may discard a card.
STOP_PHASE: Final = "stop"
_CORE: Final = {move.verb: move for move in CORE_MOVES}
_CALL: Final = _CORE["call"]
_DISCARD: Final = _CORE["discard"]
#: The phases of a turn and the end: where one begins nothing is put off any more.
_ON: Final = (DRAW_PHASE, PLAY_PHASE, OVER_PHASE)


@attrs.frozen
class Stop:
    """What is remembered from a Stop to the next turn.

    Attributes:
        due: the seat whose turn has been put off, -1 for none.
    """

    due: int = NONE


@hookimpl
def memory() -> HandMemory:
    """Whose turn was put off, until a turn begins."""
    return HandMemory(Stop(), _after)


def _after(rules: Rules, _before: State, _action: Action, after: State) -> Stop:
    # Another plugin may ask something in a phase of its own before the turn that was put off begins.
    return Stop() if after.public.phase in _ON else recall(rules, after, Stop)


@hookimpl
def turn_ended(rule: TurnEnded) -> TurnEnded:
    """A discard after a Stop ends no turn: the one that was put off comes next."""

    def ended(rules: Rules, state: State) -> State:
        after = rule(rules, state)
        put_off = state.public.phase == STOP_PHASE or recall(rules, state, Stop).due >= 0
        if not put_off or after.public.phase != DRAW_PHASE:
            return after
        return replace(after, public=replace(after.public, to_act=_due(rules, state)))

    return ended


def _due(rules: Rules, state: State) -> int:
    """The seat whose turn comes next; in a position that does not say so, the one left of who discarded."""
    due = recall(rules, state, Stop).due
    if due >= 0:
        return due
    public = state.public
    return (public.last + 1) % rules.seats if public.last >= 0 else public.to_act


# ------------------------------------------------- call 9h on m1


def _effect_call(rules: Rules, state: State, action: Action) -> State:
    """`call.stop`: the card lies on its meld; the turn that was to come waits until the caller has discarded or not."""
    laid = _CALL.effect(rules, state, action)
    # The core ends the hand where stock and pile are empty then. Here a discard may still come.
    public = replace(laid.public, phase=STOP_PHASE, to_act=action.seat, ended="")
    return remember(rules, replace(laid, public=public), Stop(state.public.to_act))


# ------------------------------------------------- discard Kc


def _generate_discard(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    rules, view = facts.rules, facts.view
    hand, barred = view.hand, rules.turn.barred(rules, view)
    every = rules.cache.actions.all_discards(view.seat, hand)
    return [action for action in every if count(hand, action.card) > count(barred, action.card)]


def _check_discard(rules: Rules, view: View, action: Action) -> Refusal | None:
    """The card is held and nothing bars it; no bar yields, since the caller may pass."""
    card = action.card
    held = count(view.hand, card) if 0 <= card <= SPARE else 0
    if not held:
        return refuse("turn.cards", "not-held", "You do not have {card}.", card=card_text(card))
    return next((bar.why(card) for bar in rules.turn.bars if count(bar.cards(rules, view), card) >= held), None)


# ------------------------------------------------- pass


def _generate_pass(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    rules, view = facts.rules, facts.view
    return (rules.cache.actions.passes[view.seat],)


def _check_pass(_rules: Rules, _view: View, _action: Action) -> Refusal | None:
    return None


def _effect_pass(rules: Rules, state: State, _action: Action) -> State:
    """Nothing lies on the pile that could be called; with stock and pile empty the hand is over (`stock.empty`)."""
    # A position need not say that the last discard has been claimed; in this phase it has.
    claimed = replace(state.public.turn, claimed=True)
    public = replace(state.public, phase=DRAW_PHASE, to_act=_due(rules, state), turn=claimed)
    after = replace(state, public=public)
    return after if public.pile or public.stock_count else hand_ended(after, ENDED_STOCK)


CALL_MOVE: Final = attrs.evolve(_CALL, effect=_effect_call)
DISCARD_MOVE: Final = Move(
    "discard", (STOP_PHASE,), "turn", _generate_discard, _check_discard, _DISCARD.effect, wrong_phase, ("card",)
)
PASS_MOVE: Final = Move("pass", (STOP_PHASE,), "turn", _generate_pass, _check_pass, _effect_pass, wrong_phase)


@hookimpl
def moves() -> tuple[Move, ...]:
    """The call in the place of the core's, and what its caller may do then."""
    return (CALL_MOVE, DISCARD_MOVE, PASS_MOVE)
