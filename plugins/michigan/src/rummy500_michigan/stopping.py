"""The call "Stop": a player lays the last discard off, and may then discard a card (`call.stop`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from rummy500.hooks import (
    CORE_MOVES,
    DRAW_PHASE,
    NONE,
    OVER_PHASE,
    PLAY_PHASE,
    SPARE,
    Action,
    Effect,
    HandMemory,
    Move,
    Reason,
    Refusal,
    Rules,
    State,
    TurnEnded,
    View,
    WrapEffect,
    card_text,
    core_next_turn,
    count,
    hand_ended,
    hookimpl,
    recall,
    remember,
    replace,
)

#: The phase in which a caller may discard a card.
STOP_PHASE: Final = "stop"
_DISCARD: Final = next(move for move in CORE_MOVES if move.verb == "discard")
#: The phases of a turn, and the end of the hand. When one of them begins, no turn is delayed any more.
_ON: Final = (DRAW_PHASE, PLAY_PHASE, OVER_PHASE)


@attrs.frozen
class Stop:
    """The memory of a Stop, until the next turn.

    Attributes:
        due: the seat whose turn has been delayed, -1 for none.
    """

    due: int = NONE


@hookimpl
def memory() -> HandMemory:
    """Declare the memory of the seat whose turn is delayed."""
    return HandMemory(Stop, after=_after)


def _after(rules: Rules, _before: State, _action: Action, after: State) -> Stop:
    # Another plugin may have a phase of its own before the delayed turn begins.
    return Stop() if after.public.phase in _ON else recall(rules, after, Stop)


@hookimpl
def turn_ended() -> TurnEnded:
    """Begin the delayed turn after the discard of a caller, which ends no turn."""
    return _ended


def _ended(rules: Rules, state: State) -> State | None:
    if state.public.phase != STOP_PHASE and recall(rules, state, Stop).due < 0:
        return None
    after = core_next_turn(rules, state)
    if after.public.phase != DRAW_PHASE:
        return after
    return replace(after, public=replace(after.public, to_act=_due(rules, state)))


def _due(rules: Rules, state: State) -> int:
    """The seat whose turn comes next; in a position that does not say so, the one left of the last discard's seat."""
    due = recall(rules, state, Stop).due
    if due >= 0:
        return due
    public = state.public
    return (public.last + 1) % rules.seats if public.last >= 0 else public.to_act


# ------------------------------------------------- call 9h on m1


@hookimpl
def effects() -> Mapping[str, WrapEffect]:
    """Let a caller discard before the delayed turn begins (`call.stop`)."""
    return {"call": _stopping}


def _stopping(call: Effect) -> Effect:
    def stopped(rules: Rules, state: State, action: Action) -> State:
        laid = call(rules, state, action)
        if state.public.phase != DRAW_PHASE:  # a call of another plugin
            return laid
        # The core ends the hand if stock and pile are empty now. Here a discard may still follow.
        public = replace(laid.public, phase=STOP_PHASE, to_act=action.seat, ended="")
        return remember(rules, replace(laid, public=public), Stop(state.public.to_act))

    return stopped


# ------------------------------------------------- discard Kc


def _discards(rules: Rules, view: View) -> Iterable[Action]:
    return rules.cache.actions.all_discards(view.seat, view.hand)


_NOT_HELD: Final = Reason("turn.cards", "not-held", "You do not have {card}.")


def _check_discard(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Check that the seat has the card and no bar forbids it; no bar yields, since the caller may pass."""
    card = action.card
    copies = count(view.hand, card) if 0 <= card <= SPARE else 0
    if not copies:
        return _NOT_HELD(card=card_text(card))
    return next((bar.why(card) for bar in rules.turn.bars if count(bar.cards(rules, view), card) >= copies), None)


# ------------------------------------------------- pass


def _passed(rules: Rules, state: State, _action: Action) -> State:
    """Begin the delayed turn, with no card to call; with stock and pile empty the hand is over (`stock.empty`)."""
    # A position need not say that the last discard has been claimed, but in this phase it has.
    claimed = replace(state.public.turn, claimed=True)
    public = replace(state.public, phase=DRAW_PHASE, to_act=_due(rules, state), turn=claimed)
    after = replace(state, public=public)
    return after if public.pile or public.stock_count else hand_ended(after, "stock")


DISCARD_MOVE: Final = Move(
    "discard",
    candidates=_discards,
    check=_check_discard,
    effect=_DISCARD.effect,
    phases=(STOP_PHASE,),
    fields=("card",),
)
PASS_MOVE: Final = Move("pass", effect=_passed, phases=(STOP_PHASE,))


@hookimpl
def moves() -> tuple[Move, ...]:
    """Add the discard and the pass of a caller."""
    return (DISCARD_MOVE, PASS_MOVE)
