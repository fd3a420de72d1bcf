"""The effect of an empty hand: the turn is over, and the seat floats (`out.floating`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import (
    DRAW_PHASE,
    Action,
    Forbids,
    HandEmptied,
    OptionValue,
    Reason,
    Refusal,
    Rules,
    State,
    View,
    end_turn,
    hookimpl,
)
from rummy500_floating.claiming import may_be_claimed, with_claims
from rummy500_floating.names import CLAIM, CLAIM_PHASE, LAST_DISCARD, UNPLAYABLE
from rummy500_floating.unplayable import LAST_PLAYABLE


@hookimpl
def hand_emptied(options: Mapping[str, OptionValue]) -> HandEmptied:
    """Let a seat that has played its last card float; one that has discarded it goes out (`out.floating`)."""
    claims = options[LAST_DISCARD] == CLAIM

    def emptied(rules: Rules, state: State, action: Action) -> State | None:
        if action.seat != state.public.to_act:  # a move of another seat has taken its last card
            return state
        if action.verb != "discard":
            return end_turn(rules, state)
        # In phase `claim` everybody has passed already.
        if claims and state.public.phase != CLAIM_PHASE and may_be_claimed(rules, state, action):
            return with_claims(rules, state, action)
        return None

    return emptied


_NO_DISCARD: Final = Reason(
    "call.last-discard", "no-discard", "The last turn ended without a discard, so there is nothing to call."
)


def refuse_call(_rules: Rules, view: View, _action: Action) -> Refusal | None:
    """Refuse a call after a turn that ended by floating, without a discard (`call.last-discard`)."""
    public = view.public
    if public.phase == DRAW_PHASE and public.last >= 0 and not public.hand_size(public.last):
        return _NO_DISCARD()
    return None


@hookimpl
def may(options: Mapping[str, OptionValue]) -> Mapping[str, Forbids]:
    """Forbid calls after a turn without a discard, and discarding a last card that could be laid off."""
    forbidden: dict[str, Forbids] = {}
    if options["call"] == "last-discard":
        forbidden["call"] = refuse_call
    if options[LAST_DISCARD] == UNPLAYABLE:
        forbidden["discard"] = LAST_PLAYABLE
    return forbidden
